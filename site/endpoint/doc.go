// Package endpoint is the table endpoint of rowkey serve: storage accounts on a port of this machine,
// for SDKs, editors and curl.
//
// In the story: it stands beside the site, and clients look for it where emulators are. account.go
// has the accounts and who may use them, endpoint.go serves them through engine/httphost and ends
// that gracefully, and log.go keeps the newest requests for the page that shows them as they happen.
//
// It knows nothing of the site, and decides nothing about tables.
package endpoint
