// Package view turns what an example did into a tree of elements: the plan in words, the entities as
// a table, the partition lanes as a picture, the expectations and the raw HTTP.
//
// In the story: a script has run and its steps stand there, each with a response and a trace. The
// site generator prints the tree as HTML when it builds a page; the page builds the same tree from
// JSON when a reader runs the example again. Both come from Result, so a baked result and a live one
// cannot differ.
//
// Everything that comes from a reader (keys, values, filters, bodies) is text, never markup. The tree
// has no ids, styles, links or scripts, and only the tags and attributes a page knows how to build.
// A picture never says anything that the words beside it do not.
//
// The package decides nothing about a request: it counts nothing, plans nothing and judges nothing
// that the script and the trace have not.
package view
