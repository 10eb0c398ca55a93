// Package endpoint is the local endpoint of rowkey serve: storage accounts on ports of this machine,
// for SDKs, editors and curl. Tables, queues and blobs each have a port of their own.
//
// rowkey serve starts it beside the site, on the ports where clients expect an emulator. It parses the
// setting that names the accounts, serves them through engine/hosts/httphost, shuts down gracefully,
// and keeps a log of the newest requests, which it streams to the page that shows them.
//
// It doesn't know the site, and leaves every answer to the engine. It refuses accounts with invalid
// names or keys.
package endpoint
