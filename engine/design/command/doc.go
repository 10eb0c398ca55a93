// Package command is the command rowkey design without a command line: design files go in, and what the
// command prints comes out, with its exit code. The native command, the program for Node, and the site's
// build stand on it, so all of them say the same.
//
// A file whose name ends in .md is a page, and its design fences are the designs. Their lines are counted in
// the page.
package command
