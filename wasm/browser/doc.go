// Command browser is the engine as a WebAssembly program (GOOS=js, GOARCH=wasm) for JavaScript hosts: a Web
// Worker in a page, and Node.
//
// A host writes a call, a JSON object, into memory that it has allocated here, and gets the address of the
// reply. One call runs a whole example or whole files, because each crossing of the boundary costs time.
// Only a client library, whose requests come one by one, crosses it for each. Package frame reads calls and
// writes replies, package bridge is the few lines between frame and the host, and host.mjs is the other
// end, shared by run.mjs (headless, in Node) and the worker of a page (site/ui/worker.ts). session.mjs and
// http-client.mjs let the official JavaScript client speak to the engine through it.
//
// Calls never wait: an exported function that blocked on a timer or a promise would return at once and
// leave the Go runtime broken. A panic becomes an error and ends nothing. What Go can't recover from
// (memory, stack) ends the instance, and the host starts another one.
//
// Its accounts have only tables. It returns an example that needs more, and the host makes the same call to a
// second program, in folder full, which is this one with full accounts.
//
// The program imports neither net/http, which would add two thirds to its weight, nor syscall/js, because
// shared memory does the same.
package main
