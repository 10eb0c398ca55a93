// Package content loads the pages of the site: the guides in patterns/ and the project's own
// documents in docs/, each with its front matter checked and its Markdown unchanged.
//
// It is the first stage of the build. It decides the order of the navigation and the address of
// each page, and knows nothing about HTML. It refuses front matter with unknown, missing or
// contradicting fields: the error names the file and the line.
package content
