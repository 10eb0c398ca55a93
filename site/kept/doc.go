// Package kept keeps what takes long to make: compressed forms of files, cards, results of simulations.
// Everything is found by what it's made from, so nothing is ever out of date, and folders can be deleted at
// any time.
package kept
