// Package matrix measures every pattern of a design file under every design: it fills an account with the
// data that the file describes, runs what package compile makes of the patterns, and averages what the traces
// of the requests say.
//
// Up to Options.Most entities a figure is measured. Beyond that it's computed: the figure at the largest
// measured size, times how much the estimate of the plan grows. The estimate counts equal shares, so a skewed
// value grows as its measured share does.
//
// A pattern runs with several choices of parameters, until it has read so much that another would say the
// same. A pattern that writes does so in an account of its own.
//
// A Bench keeps what it has measured under a text of everything that the figures depend on: the pattern
// without its name and rate, and the types and keys of the part of the design that it concerns. It also keeps
// values of properties and stores, unless they take much memory. So while a reader types, only what has
// changed is made and measured again: of a type, the property; of a design, the tables that share types.
package matrix
