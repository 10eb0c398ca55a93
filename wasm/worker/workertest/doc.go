// Command workertest replaces the engine in tests of the Worker: on request it fails, dies, waits or echoes
// what it received, none of which the engine can be made to do.
//
// It is built with the same bridge as wasm/worker, runs under the same host.mjs and worker.mjs, and is
// never deployed.
package main
