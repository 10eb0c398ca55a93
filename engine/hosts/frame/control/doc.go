// Package control lets the sessions of a page, or of Node, be broken on request: the call control is the
// control interface of rowkey serve, for one account. Its rules are package hosts/control's. Opening the
// session again forgets what was set.
package control
