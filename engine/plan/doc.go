// Package plan decides where in a table the entities that a filter wants can be.
//
// In the story: between parsing a query and scanning the store. Build takes from the filter's
// conjunction every comparison of PartitionKey and RowKey with a string, makes of them the tightest
// range of store keys, and leaves the rest of the filter to be tested on each entity read. The Plan
// then says in words what will be read, and what would make it less.
//
// It goes as far as the service does and no further: an or is tested on every entity of the range
// around it, even when each of its alternatives would be a point query. That is the lesson of many
// a slow query, so the plan does not hide it; it says which queries to send instead.
//
// It knows nothing of stores or of requests, and reads nothing.
//
// https://learn.microsoft.com/azure/storage/tables/table-storage-design-for-query
package plan
