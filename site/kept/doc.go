// Package kept keeps what's slow to make: compressed files, cards, results of simulations. Each is found by
// a hash of what it's made from, so nothing goes out of date, and folders can be deleted at any time.
package kept
