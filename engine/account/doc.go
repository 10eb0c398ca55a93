// Package account is a whole storage account: its tables, its queues and its blobs, behind one lock
// on its door, with one store, one journal and one clock.
//
// In the story: the hosts give it what was sent to one of the three services. For tables it asks the
// engine; for queues and blobs it finds out itself who asks and what time it is, and gives the call
// to engine/queue or engine/blob, which say what to do with the store.
//
// It is apart from the engine so that a page whose examples need tables alone loads no more than
// that.
package account
