// Command browser is the engine as a WebAssembly program (GOOS=js, GOARCH=wasm) for hosts that
// speak JavaScript: a Web Worker in a page, and Node.
//
// A host puts a call, a JSON object, into memory that it had allocated here, and gets the address of the reply. One call runs a whole example or whole files, so that
// the boundary is crossed twice and not once a request; only a client library, whose requests come
// one by one, crosses it for each. Package frame reads calls and writes
// replies; package bridge is the few lines between it and the host; host.mjs is the other end, shared
// by run.mjs (headless, in Node) and by the worker of a page (site/ui/worker.ts). session.mjs and
// http-client.mjs let the official JavaScript client speak to the engine through it.
//
// Calls never wait: an exported function that blocked on a timer or a promise would return at once
// and leave the Go runtime broken. A panic is answered as an error and ends nothing. What cannot be
// caught inside (memory, stack) ends the instance, and the host starts another.
//
// Its accounts have tables alone. An example that takes more is handed back, and the host makes the
// same call to a second program, in folder full, which is this one with full accounts.
//
// A program that sends requests itself, such as httpyac, gets them from the program in full, by the
// calls of engine/hosts/frame/relay. relay.mjs is the other end, and beside.mjs starts it where there is no
// copy of the repository.
//
// The program imports neither net/http, which would add two thirds to its weight, nor syscall/js,
// since shared memory does what that would.
package main
