// Command rowkey builds and serves the site, runs scripts and mints tokens.
//
//	rowkey build [-out dist] [-dev] [-url https://…]
//	rowkey serve [-addr 127.0.0.1:8080] [-tables 127.0.0.1:10002] [-queues …:10001] [-blobs …:10000]
//	             [-data FOLDER] [-accounts LIST] [-unsigned] [-cors LIST]
//	rowkey run FILE… [--json] [--target URL [--account NAME --key KEY]]
//	rowkey sas table|queue|container NAME | blob CONTAINER/NAME | account
//
// In the story: it is where the stages of site/ meet the engine. build.go puts the stages in order,
// examples.go runs the examples whose results stand in the pages, serve.go answers from memory what
// build would have written and puts the accounts of site/endpoint beside it, developer.go builds that
// anew when a file changes, remote.go sends scripts to other services, and sas.go mints tokens. It
// decides nothing about tables, pages or scripts itself.
package main
