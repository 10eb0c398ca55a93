// Package control breaks on request what an account does, so that the programs that use it can be tested:
// answers that get lost, a busy server, time-outs, throttling, short pages, and a clock that is set.
//
// A Control stands between a host and its accounts. Control.Do answers a request in place of the account's
// Do:
//
//	subject.go   what the request asks for
//	rule.go      which rule of fault.go is for it, by what it asks for and by how many there were
//	throttle.go  whether there is too much load
//	fault.go     what is done to it, instead of, before or after carrying it out
//	seen.go      the log of requests
//
// The account asks the Control as well: what time it is (clock.go), and how many entries a page has
// (pages.go).
//
// Control.Handle is the interface through which all of this is set: a method, a path and JSON, JSON back.
// It's the same in every host; read.go reads what is sent. A flag of a command line has the same words, in
// one line.
//
// The package knows no time and doesn't wait; its host does both. Everything that looks like chance comes
// from seeds.
package control
