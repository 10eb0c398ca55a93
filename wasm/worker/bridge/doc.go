// Package bridge puts an http.Handler behind github.com/syumai/workers, in a Go program that lives
// inside JavaScript and answers many requests there.
//
// In the story: between the host, host.mjs, and the handler. The published library means a program
// for one request: bodies end the program when they are read, panics do too, and URLs and headers are
// changed on their way. So nothing of a request goes through its conversions but the method; the host
// sends a message in place of the body, and the request is made of that here as net/http's server
// would have made it. A response is kept until the handler is done, is made such that no part of it
// can be refused, and is handed over as a whole.
//
// It knows nothing of tables. What cannot be caught here (memory, stack, os.Exit, a panic in another
// goroutine) ends the program; the host sees that. Handlers must not wait for timers, which the host
// has switched off.
package bridge
