// Package deployed lets tests run against the Worker in workerd instead of an engine in the process.
//
// ROWKEY_WORKER is the Worker's address. wasm/worker/workertest/suites.test.mjs starts it, with the account
// that emulators have and with what failing.mjs can do on request, and runs the tests.
package deployed
