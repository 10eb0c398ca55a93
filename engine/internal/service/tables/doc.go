// Package tables is the table service: tables, entities, queries and entity group transactions.
//
// A request goes through these files, in this order:
//
//	service.go      what the account registers
//	route.go        the request → one of the operations; operation.go has their fields
//	target.go       the path → what it names
//	format.go       the headers → versions and formats; params.go: the options in the URL
//	tables.go, tablequery.go, entities.go, update.go, query.go, transaction.go
//	                the operations: what each parses, and then does in the store's transaction
//	confine.go      the part of a table that a shared access signature reaches
//	limits.go       how large entities can be
//	answer.go       a result → a reply; refuse.go: a fault → a reply; part.go: both for the parts of an
//	                entity group transaction
//
// The package follows the service's documentation and recorded answers; docs/fidelity.md lists known
// differences. Requests with comp (access policies, service properties, statistics) are package
// settings'. In an account without that package they're answered with NotImplemented.
package tables
