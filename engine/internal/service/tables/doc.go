// Package tables is the table service: tables, entities, queries and entity group transactions.
//
// A request is read in the order of these files:
//
//	service.go      what the account registers
//	route.go        method and headers → an operation; operation.go has the list of them
//	target.go       the path → what it names
//	format.go       headers → the versions and formats the client speaks; params.go: the options
//	tables.go, entities.go, update.go, query.go, transaction.go
//	                each operation: what it parses, and what it then does within a transaction
//	confine.go      the part of a table that a shared access signature reaches
//	limits.go       how large entities can be
//	answer.go       a result → a reply; refuse.go: a fault → a reply; part.go: both within a transaction
//
// It follows the service's documentation and recorded answers; docs/fidelity.md has what's known to
// differ. What comp asks for (access policies, service properties, statistics) is package settings'; an
// account that doesn't register it answers with the service's own error, NotImplemented.
package tables
