// Package watched adds up the requests of a program by their shapes, says what they'd read of more data, and
// compares that with a baseline: a file of what each shape may read, which is reviewed like code.
//
// Requests come from an endpoint as it answers them, or from a capture: Read takes HTTP archives and the
// service's logs. A Report is what was seen until then, as text, Markdown, JSON or a page of its own, and
// Files makes tests and a design file of it.
package watched
