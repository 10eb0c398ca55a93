// Package engine is Azure Table storage in memory: Do takes a request and returns what the service
// would answer, and a trace of what it did.
//
// A request lives through these stages:
//
//	route        route.go      method and headers → an operation; address.go: the URL → what it is
//	                           about; negotiate.go: versions and formats
//	authorize    authorize.go  may this caller do it?
//	parse, plan  tables.go, entities.go, query.go, transaction.go: each operation's parse reads what
//	                           was sent, and a query's filter becomes a plan
//	scan         the same      each operation's apply reads and writes, in one store transaction
//	encode       respond.go    result or fault → the bytes of the answer
//
// Operations return values and errors; respond.go alone writes bodies, faults.go alone turns the
// errors of inner packages into the service's. An entity group transaction runs the same operations,
// all within one store transaction.
//
// The engine follows the service's documentation and recorded answers; docs/fidelity.md has what is
// known to differ. Parts of the service that it leaves out (access policies, service properties,
// $metadata) it answers with the service's own error, NotImplemented, never with a guess. Signatures
// of any kind are for Options.Authorize to judge. It reads no clock and draws no random number of
// its own: both come in through Options, so that the same requests give the same bytes everywhere.
package engine
