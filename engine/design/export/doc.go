// Package export writes what comes out at the end, when keys are chosen: a folder of tests for rowkey run,
// with data and budgets; types that make the keys, as code; and the steps that move live
// data from another design. It measures nothing and chooses nothing.
package export
