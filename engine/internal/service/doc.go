// Package service is the contract between an account and its services. A Service turns a request into an
// Operation, which says what permission the sender needs, how to read the request, and what to do in the
// store. The account takes every Operation through the same stages, so a service never opens a
// transaction, checks a signature, or adds the headers that every answer has.
//
// The services are in the folders tables, queues, blobs and settings. Package resource has what queues
// and containers share.
package service
