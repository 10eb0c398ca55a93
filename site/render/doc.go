// Package render turns pages into HTML: their Markdown, their live examples with the results from
// the build, and the templates around them.
//
// It is the second stage of the build: site/content loads the pages, this package writes them, and
// site/check checks the result. It doesn't run the engine; callers pass the results of a page's
// examples. It refuses raw HTML in Markdown, so that every page works under the strict content
// security policy.
package render
