// Package sandbox runs scripts in storage accounts that live only for that run.
//
// In the story: the meeting point of script, engine and view. A page's examples, the site build and
// the headless runners all come here, so that the same script gives the same bytes everywhere: each
// account starts empty, its clock starts at a fixed time and advances by a fixed step at each
// request, and its identifiers are drawn from a seed.
//
// An .http file runs from top to bottom in one account. In Markdown every example has an account of
// its own, in which what it refers to has run before it, so that examples can be read and run in any
// order. A program that sends its requests one by one, such as a client library in a page, opens an
// account and keeps it for as long as it likes. An account holds a bounded number of bytes; a script
// that wants more is told so.
//
// What an account is made of comes from outside, since queues, blobs and signatures would weigh on
// every page: Tables is the engine alone, and package full has the rest. Scripts that are about
// tables give the same bytes in both; of any other, Tables says that it takes a full account.
package sandbox
