// Package sandbox runs scripts in storage accounts that exist only for that run.
//
// Pages, the site build and the headless programs all run their examples here, so that the same script gives
// the same bytes everywhere: each account starts empty, its clock starts at a fixed time and advances by a
// fixed step with each request, and its identifiers come from a seed.
//
// An .http file runs from top to bottom in one account. In Markdown each example has its own account, in
// which the requests that it refers to run first, so that examples can be read and run in any order. A
// program that sends requests one by one, such as a client library in a page, opens an account and keeps
// it for as long as it needs. An account stores a limited number of bytes; beyond that, a script gets an
// error.
//
// Accounts are made outside, because queues, blobs and signatures would make every page heavier. Tables is
// the engine alone, and package full adds the rest. A script about tables gives the same bytes in both. For
// any other script, Tables returns ErrTablesOnly.
package sandbox
