// Package blobs is the blob service as far as the patterns need it: containers, block blobs that are put
// whole, append blobs that grow, reading in ranges, lists by prefix and delimiter, and conditions on
// ETags and dates.
//
// The properties of a blob and its content are records of their own, and each block that's appended is
// another, so appending doesn't copy what's there.
//
// Everything else answers NotImplemented: lists of blocks, pages, leases, snapshots, versions, copies,
// tiers.
//
// https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api
package blobs
