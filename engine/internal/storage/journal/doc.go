// Package journal writes what the transactions of a store did as records, and makes a store of them
// again.
//
// In the story: beside the engine. A host that wants an account to outlive the process has Keep hand
// it the record of each transaction as its last step, keeps the bytes wherever it keeps things, and
// gives them to Replay before the first request. With Snapshot it makes a short journal of a long one.
//
// It knows neither files nor what a store's keys and values mean. It is apart from the store so that a
// page, which keeps nothing, loads nothing of it.
package journal
