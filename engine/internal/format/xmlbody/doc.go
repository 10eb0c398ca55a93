// Package xmlbody reads and writes the small XML documents of the storage services: access policies,
// service properties, messages, lists.
//
// In the story: the queue and blob services and the account's own settings speak XML where tables
// speak JSON. A document is read into a tree of elements, and written by appending.
//
// It refuses what those documents never have: document types, and nesting beyond a bound.
package xmlbody
