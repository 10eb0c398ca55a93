// Package service holds what the queue and the blob service have in common: a request on its way, an
// operation, a reply, and faults in the form of those two services.
//
// In the story: the account finds out who asks and what time it is, makes a Call of the request and
// gives it to a service's Route, which says what the request wants. The account then holds the
// sender's grant against what that needs and applies it, inside one transaction of the store that
// tables, queues and blobs share.
//
// It knows neither queues nor blobs.
package service
