// Package journal turns the transactions of a store into records, and records back into a store.
//
// A host uses it so that an account outlives the process. Keep passes the host the record of
// each transaction as the last step of that transaction. The host saves the bytes, and passes them to
// Replay before the first request of the next process. Snapshot replaces a long journal by a short one.
//
// It knows nothing about files, and nothing about the meaning of a store's keys and values. It's separate
// from the store because pages, which keep nothing, shouldn't load it.
package journal
