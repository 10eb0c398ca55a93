// Command rowkey builds and serves the site, serves accounts, and runs and measures files. rowkey help, which
// is help.txt, lists its commands.
//
// It connects the stages of site/ with the engine. build runs the stages in order, and the examples whose
// results the pages show. serve answers from memory with the files that build would write, rebuilds
// them when a source changes, and serves the accounts of site/endpoint beside them. run also sends
// scripts to other services. How tables, pages and scripts behave is up to the packages that it uses.
//
// It refuses to overwrite a folder that build hasn't written.
package main
