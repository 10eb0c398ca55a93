// Package remote runs scripts against a table service at an address: an emulator, a real account, or the
// endpoint of this project.
//
// The command line uses it, and so do the tests that compare the engine with another implementation. It
// signs each request with the account's key and sends it over the network. It returns no traces, because
// only the answer comes back, not what the service did for it.
//
// It reads no clock: its host passes the time of day and the function that waits.
package remote
