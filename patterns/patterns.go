// Package patterns is the catalogue that puts the guides in order. Each guide has a folder beside it.
//
// In the story: a guide is a Markdown file whose http fences are examples that run. The site renders
// it, the command runs it headless, and the tests of this package run every example of every guide.
// What a guide is called stands in the guide itself; the catalogue adds only what a list of guides
// needs and a guide does not say.
package patterns

import "github.com/rowkey/rowkey/engine/plan"

// Entry is what the catalogue says about a guide.
type Entry struct {
	Slug    string    // the guide's folder
	Need    string    // what a reader who needs this guide would say: "Look up by a second key"
	Enables plan.Kind // the query a pattern makes possible; plan.None if it is no kind of query
	Gives   string    // what a pattern makes possible instead
	Writes  string    // entities a pattern writes beyond the one, at each change
	Atomic  string    // whether those writes happen together
}

// Catalogue lists the guides of each kind in the order in which to read them.
var Catalogue = []Entry{
	{
		Slug: "query-kinds",
		Need: "Know what a query will read before you design for it",
	},
	{
		Slug:    "intra-partition-secondary-index",
		Need:    "Look up an entity by a second key",
		Enables: plan.Point,
		Writes:  "one per index",
		Atomic:  "yes, in one transaction",
	},
	{
		Slug:   "log-tail",
		Need:   "Read the newest entities first",
		Gives:  "the newest first",
		Writes: "none",
		Atomic: "nothing to keep equal",
	},
}
