// Package outside answers the calls of a page that sends the requests of a file itself, to an account outside
// the page. It is engine/language/relay for a page, as package frame is engine/language/sandbox.
package outside
