// Package served runs a server in a process of its own, for tests that kill it. The process is the program of
// the test once more: Main in its TestMain makes it serve instead of running tests.
package served
