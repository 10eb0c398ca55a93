// Package queues is the queue service: queues, their metadata, and messages that clients put, take for a
// while, look at, change and delete.
//
// A message that a client takes isn't gone. It's hidden for a time and then visible again, unless the
// client has deleted it. Nothing runs in the background: whether a message is visible, or has expired, is
// seen when the next request asks.
//
// https://learn.microsoft.com/rest/api/storageservices/queue-service-rest-api
package queues
