// Package bridge lets an http.Handler answer requests through github.com/syumai/workers, in a Go program
// that runs inside JavaScript and answers many requests.
//
// It is between the host, host.mjs, and the handler. The published library is designed for programs that
// answer one request: reading a body ends the program, so does a panic, and URLs and headers are changed on
// the way. So only the method of a request goes through the library's conversions. The host sends a message
// in place of the body, and this package makes a request of it as net/http's server would have. It buffers
// a response until the handler returns, and drops or replaces what JavaScript would reject.
//
// It doesn't know about tables. What it can't catch (running out of memory or stack, os.Exit, a panic in
// another goroutine) ends the program, and the host notices. Handlers must not wait for timers, because the
// host has disabled them.
package bridge
