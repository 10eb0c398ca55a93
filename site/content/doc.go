// Package content says which pages the site has: the guides of patterns/ and the project's own
// documents of docs/, each with its front matter checked and its Markdown untouched.
//
// In the story: it is the first stage of the build. It knows where a page stands in the navigation
// and at which address, and nothing of HTML. Front matter is strict: an unknown, missing or
// contradicting field is an error that names the file and the line.
package content
