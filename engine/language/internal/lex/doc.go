// Package lex has the pieces that every parser of the example language needs: which characters make
// up a name, a header's name or a number, and a scanner of one line.
//
// Scripts, expectations, paths and helpers are parsed in packages of their own. This one stands below
// them all, so that they agree on what a name is. It imports nothing of this module, allocates nothing
// and has no errors to report: saying what was expected instead is the caller's part.
package lex
