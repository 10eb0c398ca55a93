// Package endpoint is the local endpoint of rowkey serve: storage accounts at ports of this machine,
// for SDKs, editors and curl. Each service has a port of its own: tables, queues and blobs.
//
// In the story: it stands beside the site, and clients look for it where emulators are. account.go
// has the accounts and who may use them, store.go what they keep, ports.go where they are, endpoint.go
// serves them through engine/httphost and ends that gracefully, log.go keeps the newest requests, and
// stream.go sends them to the page that shows them as they happen.
//
// It knows nothing of the site, and decides nothing about tables, queues and blobs.
package endpoint
