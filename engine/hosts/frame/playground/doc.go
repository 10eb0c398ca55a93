// Package playground answers the calls of a page in which a reader works on an account for longer:
// a workspace of csv and .http files. The account is that of a session, which package frame opens
// and closes.
package playground
