// Package queue is the queue service of an account: queues, their metadata, and messages that are put,
// taken for a while, looked at, changed and deleted.
//
// In the story: the account gives Route each call to the queue service; what Route returns is applied
// in a transaction of the store.
//
// A message that is taken is not gone: it is hidden until its time comes and then lies there again,
// unless whoever took it has deleted it. Nothing runs in the background. Whether a message is visible,
// or has expired, is seen when somebody asks.
//
// https://learn.microsoft.com/rest/api/storageservices/queue-service-rest-api
package queue
