// Package plan decides which part of a table a query needs to read.
//
// Planning comes after a query is parsed and before the store is scanned. Build finds every comparison of
// PartitionKey and RowKey with a string in the filter's conjunction, makes the tightest range of store
// keys from them, and leaves the rest of the filter to be tested on each entity read. The Plan says in
// words what will be read, and what would make it less.
//
// It optimizes as much as the service does and no more: an or is tested on every entity in the range, even
// if each of its alternatives would be a point query. That's why many real queries are slow, so the plan
// doesn't hide it: it says which queries to send instead.
//
// It knows nothing about stores or requests, and reads nothing.
//
// https://learn.microsoft.com/azure/storage/tables/table-storage-design-for-query
package plan
