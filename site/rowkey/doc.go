// Command rowkey builds and serves the site, runs scripts and mints tokens.
//
//	rowkey build [-out dist] [-dev] [-url https://…]
//	rowkey serve [-addr 127.0.0.1:8080] [-tables 127.0.0.1:10002] [-queues …:10001] [-blobs …:10000]
//	             [-data FOLDER] [-accounts LIST] [-unsigned] [-cors LIST]
//	rowkey run FILE… [--json] [--target URL [--account NAME --key KEY]]
//	rowkey sas table|queue|container NAME | blob CONTAINER/NAME | account
//
// It connects the stages of site/ with the engine. build runs the stages in order, and the examples whose
// results the pages show. serve answers from memory with the files that build would write, rebuilds
// them when a source changes, and serves the accounts of site/endpoint beside them. run also sends
// scripts to other services. How tables, pages and scripts behave is up to the packages that it uses.
//
// It refuses to overwrite a folder that build hasn't written.
package main
