// Package design is a table design as data: what an application stores, what it asks, and the keys that it
// could choose.
//
// Its packages are a chain. read makes a File of a design file, with errors that name a line. generate makes
// entities that look as the file describes them. compile makes requests of a question under a choice of keys,
// and says why. matrix runs every question against every choice and measures. lint says what a reviewer would
// say. report writes all of it as text, Markdown and JSON. infer goes the other way: it describes tables, and
// the requests that were sent to them, as a design file.
//
// This package has the types that they share, and what a key template can do. It reads no files and runs
// nothing.
package design
