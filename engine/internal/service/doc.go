// Package service is the contract between an account and its services. A Service says what a request
// wants, as an Operation: what the sender needs to be allowed, how to read the request, and what to do
// with the store. The account takes every Operation through the same stages, so a service never opens a
// transaction, checks a signature, or writes a body.
//
// tables, queues, blobs and settings, in folders of their own, are the services there are. Package
// resource has what queues and containers share.
package service
