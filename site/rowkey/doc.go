// Command rowkey builds and serves the site and runs scripts.
//
//	rowkey build [-out dist] [-dev] [-url https://…]
//	rowkey serve [-addr 127.0.0.1:8080] [-tables 127.0.0.1:10002] [-data FOLDER] [-accounts LIST] [-cors LIST]
//	rowkey run FILE… [--json] [--target URL [--account NAME --key KEY]]
//
// In the story: it is where the stages of site/ meet the engine. build.go puts the stages in order,
// examples.go runs the examples whose results stand in the pages, serve.go answers from memory what
// build would have written and puts the accounts of site/endpoint beside it, developer.go builds that
// anew when a file changes, and remote.go sends scripts to other services. It decides nothing about
// tables, pages or scripts itself.
package main
