// Package xmlbody reads and writes the small XML documents of the storage services: access policies,
// service properties, messages, lists.
//
// Queues, blobs and the account's settings use XML where tables use JSON. Parse reads a document into a
// tree of elements; documents are written by appending.
//
// It refuses what those documents never have: document types, and more than a few levels of nesting.
package xmlbody
