// Package enginetest makes engines for tests: a clock that starts at a fixed time and advances by a
// fixed step at each request, identifiers that count, and a check of the stored data at the end.
//
// In the story: beside the hosts. Only tests import it.
package enginetest
