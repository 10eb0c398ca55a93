// Package render turns pages into HTML: Markdown by goldmark, live examples with the results the
// engine gave at build time, and the templates round them.
//
// In the story: site/content says which pages there are, this package writes each, site/check reads
// what came out. It runs no engine itself; the results of a page's examples are handed to it. Raw
// HTML in Markdown is refused, not passed through, so that every page holds to the strict policy.
package render
