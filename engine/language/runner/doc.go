// Package runner runs scripts: it sends the requests of an example to a Target, in order, and returns a
// Step for each.
//
// A target is anything that answers requests: the engine, an emulator, a real account. For each request
// the runner expands its templates, adds the headers that the service needs, signs it if there is a key,
// sends it, and checks its expectations; the requests of a transaction go out together. run.go has
// the order of all this.
//
// A script with errors isn't run. The package knows nothing about the engine, files, sockets or the time
// of day: clock and sleep come from the target, and randomness comes from a seed.
package runner
