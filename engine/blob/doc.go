// Package blob is the blob service of an account as far as the patterns need it: containers, block blobs
// that are put whole, append blobs that grow, reading in ranges, lists by prefix and delimiter, and
// conditions on ETags and dates.
//
// In the story: the account gives Route each call to the blob service; what Route returns is applied in
// a transaction of the store. The properties of a blob and its content are records of their own, and
// each block that is appended is another, so that appending does not copy what is there.
//
// Everything else answers NotImplemented: lists of blocks, pages, leases, snapshots, versions, copies,
// tiers.
//
// https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api
package blob
