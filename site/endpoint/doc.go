// Package endpoint is the table endpoint of rowkey serve: storage accounts on a port of this machine,
// for SDKs, editors and curl.
//
// In the story: it stands beside the site, and clients look for it where emulators are. account.go
// has the accounts and who may use them, store.go what they keep, endpoint.go serves them through
// engine/httphost and ends that gracefully, log.go keeps the newest requests, and stream.go sends
// them to the page that shows them as they happen.
//
// It knows nothing of the site, and decides nothing about tables.
package endpoint
