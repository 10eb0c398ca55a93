// Package script is the example language: it reads .http scripts, runs them against anything that
// answers requests, holds the answers against the script's expectations, and reports.
//
// In the story: a script is what a reader writes. Parse turns its text into examples of requests,
// Run sends an example's requests to a Target (the engine, an emulator, a real account) and yields a
// Step for each, and a Report says how it went in text or in JSON. Pages, the command line and tests
// all show what comes out of here, so that it is the same everywhere.
//
//	text → fences (fence) → requests (parse, directive, request, expect, template)
//	     → linked and in order (link, order)
//	     → sent (run, transaction, send, env) → judged (judge, compare) → reported (report)
//
// The language is a strict subset of the .http format that REST Client, JetBrains and httpyac open;
// what is ours alone stands in comments. docs/script.md is its reference.
//
// A script that is wrong is never run: everything that can be known from its text is an Error with a
// line, a column and a way to put it right. The package knows nothing of the engine, of files, of
// sockets or of the time of day; clock and sleep come from the Target, randomness from a seed.
//
// It is larger than the packages beside it because parsing and running share one tree of requests,
// templates and variables. Parting them would lay that tree open to everyone.
package script
