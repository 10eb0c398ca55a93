// Package matrix measures every pattern of a design file under every design: it fills an account with the
// data that the file describes, runs what package compile makes of the patterns, and averages what the traces
// of the requests say.
//
// Up to Options.Most entities a figure is measured. Beyond that it's computed: the figure at the largest
// measured size, times how much the estimate of the plan grows. The estimate counts equal shares, so a skewed
// value grows as its measured share does.
//
// A pattern runs with several choices of parameters, until it has read so much that another would say the
// same. Patterns that write run last, and their changes stay.
package matrix
