// Package filter reads $filter: it parses the text into a tree, prints the tree, and compiles it to
// a predicate over entities.
//
// In the story: the engine parses the option, plan takes from the tree what the keys can answer,
// and the predicate of what is left is tested on each entity read.
//
// Parsing is strict where the service is: everything is case-sensitive, tokens stand apart, a
// comparison is between a property and a constant. What it refuses comes back as an *Error with the
// service's own text, the place, and a hint that says in plain words how to write it instead.
//
// It knows nothing of store keys or plans, and nothing of how entities are stored: a predicate asks
// a Row for the properties it names and for no others.
//
// https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
package filter
