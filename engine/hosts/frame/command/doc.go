// Package command answers the call of programs that run files as the command rowkey run does.
//
// Pages run examples, not files. So only the program with everything has this call, and the other
// one, which pages load first, is the smaller for it.
package command
