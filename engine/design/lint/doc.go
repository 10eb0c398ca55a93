// Package lint says what a reviewer would say of a design: what will be slow, hot or lost, with the numbers
// of the file and the guide that cures it. engine/language/lint does the same for scripts; a code means the
// same in both.
//
// The file's first design is the one that is meant, so only there a finding can be an error. The other
// designs are what it's compared with, and get warnings.
//
// Each rule is a function. Those in static.go, load.go and samekey.go look at the file alone; those in
// measured.go and requests.go need a matrix and say nothing without one.
package lint
