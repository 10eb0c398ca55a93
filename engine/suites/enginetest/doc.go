// Package enginetest makes engines for tests. Their clock starts at a fixed time and advances by a fixed
// step each time it's read, their identifiers count up, and their data is checked when the test ends.
//
// It's for tests only, so it fails the test instead of returning errors.
package enginetest
