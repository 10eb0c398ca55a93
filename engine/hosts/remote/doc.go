// Package remote is a table service at an address as what scripts run against: an emulator, a real
// account, or the endpoint of this project.
//
// In the story: beside the hosts. A script is run by the command line and by the tests that compare
// the engine with its peer; where its requests go over the network, they go through here, signed
// with the account's key. What was answered is known and not what that took, so there are no traces.
//
// It keeps no time of its own: the clock, and waiting for it, come from its host.
package remote
