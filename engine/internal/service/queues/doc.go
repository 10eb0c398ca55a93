// Package queues is the queue service: queues, their metadata, and messages that clients put, get, peek at,
// update and delete.
//
// A message that a client gets is still in the queue, but hidden. Unless the client deletes it in time, it
// becomes visible again. Nothing runs in the background: each request works out which messages are visible
// or have expired by then.
//
// https://learn.microsoft.com/rest/api/storageservices/queue-service-rest-api
package queues
