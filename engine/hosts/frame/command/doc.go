// Package command answers the call of programs that run files as the command rowkey run does:
//
//	{"op":"run","files":[{"name":…,"text":…,"folder":…}],"json":false}
//	    → {"stdout":…,"stderr":…,"exit":0}   what rowkey run prints, and its exit code
//
// The files of one "folder" share an account, which starts with the data of its TABLE.csv files. Without
// "folder", each script has an account of its own, unless there is a csv file among them.
//
// Pages run examples, not files. So only the program with everything has this call, and the other one, which
// pages load first, is the smaller for it.
package command
