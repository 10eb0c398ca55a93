// Package engine is Azure Table storage in memory: Do takes a request and returns what the service
// would answer, and a trace of what it did.
//
// A request lives through these stages, one file each:
//
//	route        route.go        method, path and headers → an operation and what it is about
//	authorize    authorize.go    may this caller do it?
//	parse        tables.go, entities.go, query.go, transaction.go (each operation's parse)
//	plan, scan   the same files  (each operation's apply, inside one store transaction)
//	encode       respond.go      result or fault → the bytes of the answer
//
// Operations return values and errors; respond.go alone writes bodies, faults.go alone turns the
// errors of inner packages into the service's. An entity group transaction runs the same operations,
// all within one store transaction.
//
// The engine follows the service's documentation and recorded answers. What it does not offer
// (access policies, service properties, shared access signatures) it answers with the service's own
// error, NotImplemented, never with a guess. It reads no clock and draws no random number of its
// own: both come in through Options, so that the same requests give the same bytes everywhere.
package engine
