// Package patterns contains the guides, each in a folder named by its slug.
//
// A guide is a Markdown file whose http fences are examples that run. The site renders it, rowkey run runs
// its examples on the command line, and the tests of this package run those of every guide, in the engine
// and on the endpoint.
//
// The tests refuse guides with requests that expect nothing, and Go that doesn't compile. They run the
// JavaScript in Node, and the Python with the play.py beside the guide, which says what is printed then. And
// they take the programs with an invariant through faults.
// docs/writing-guides.md describes the format.
package patterns

import "embed"

// Guides has the guides' files: SLUG/guide.md.
//
//go:embed */guide.md
var Guides embed.FS
