// Package patterns holds the guides, each in a folder named by its slug.
//
// In the story: a guide is a Markdown file whose http fences are examples that run. The site renders
// it, the command runs it headless, and the tests of this package run every example of every guide.
// httpyac.config.cjs lets httpyac, a client in editors and on the command line, run them too.
// What the lists of guides say of one stands in its front matter; docs/writing-guides.md has the rest.
package patterns
