// Package problem words what is wrong with a script: a message, a hint that says how to fix it, and the
// suggestions that such hints are made of.
//
// The packages that read a piece of a script (a helper call, a path, an expectation) don't know which
// file and line it came from, so they return a Problem. Package script knows the place and turns it
// into an Error. Reports use the words too. The package decides nothing about scripts: what is wrong is for
// the caller to say.
package problem
