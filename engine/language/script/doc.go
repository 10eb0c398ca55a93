// Package script reads .http scripts: text in, a tree of examples and requests out, or errors with line,
// column and a way to fix them.
//
// The language is a strict subset of the .http format that REST Client, JetBrains and httpyac open; what
// is only ours is written in comments. docs/script.md is its reference. A script is parsed in these steps:
//
//	text → fences (fence) → requests (parse, directive, request, template)
//	     → references resolved (link) and requests put in order (order)
//
// The tree is in the middle of the example language. Below it, lex, problem, helper, answer and expect
// each know one piece of a line. Above it, runner sends the requests, and report writes how that went. A
// request's templates are opaque outside: expand.go gives them their values, because otherwise their
// expressions and variables would have to be exported only for the runner.
//
// Everything that can be known from the text is an Error, and a script with errors is never run. The
// package sends nothing and opens no file.
package script
