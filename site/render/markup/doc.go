// Package markup writes the HTML of pages: elements with their text escaped, lines of Markdown,
// code in colours.
package markup
