// Command workertest stands in for the engine in tests of the Worker: it fails, dies, waits and tells
// what reached it on request, which the engine itself has no door for.
//
// In the story: beside wasm/worker. It is built with the same bridge, runs under the same host.mjs and
// worker.mjs, and is never deployed.
package main
