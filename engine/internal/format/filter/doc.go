// Package filter reads $filter: it parses the option into a tree, prints the tree, and compiles it to a
// predicate over entities.
//
// The engine parses the option, the plan takes the bounds of the keys from the tree, and the predicate of
// the rest is tested on each entity read.
//
// Parsing is as strict as the service: everything is case-sensitive, spaces separate tokens, and a
// comparison is between a property and a constant. A filter that it refuses gets an *Error with the
// service's own message, the position, and a hint on how to write it instead.
//
// It knows nothing about store keys, plans or storage: a predicate asks a Row only for the properties that
// the filter names.
//
// https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
package filter
