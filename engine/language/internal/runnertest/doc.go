// Package runnertest has what the tests of the example language share: a target that answers as a test
// says and keeps what it was sent, and short ways to parse and run a script.
//
// Only tests import it. The tests of expect, helper, runner and report use it, because most of what those
// packages do is best seen in a script that runs. Tests that need a real account use package sandbox
// instead.
package runnertest
