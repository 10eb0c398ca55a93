// Package tally adds up what the requests of an account took, for tests: how many entities they read, which
// of them scanned, and what to send instead of those that read too much.
package tally
