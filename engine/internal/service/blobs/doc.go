// Package blobs is the part of the blob service that the patterns need: containers, block blobs put in one
// request or by blocks, append blobs, reads of ranges, lists by prefix and delimiter, conditions on ETags
// and dates, access tiers, tags, snapshots, leases, copies within the server, batches, and public access.
//
// A blob's properties are one record. Its content is in others, which never change and which answers and
// lists of blocks refer to, so a large blob is in memory once (content.go).
//
// Everything else is answered with NotImplemented: page blobs, versions.
//
// https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api
package blobs
