// Package store keeps one account's tables, entities and records in memory, in the order of their keys.
//
// It's the last stage before an answer is encoded. The plan says which range of keys to read, Scan reads
// it, and a Row answers a filter's questions without being decoded. A request writes everything in one
// Update, which either commits all of it or leaves nothing behind, even if its callback panics. A Journal
// sees every write of an Update and can still refuse it at the end.
//
// Only this package, and of it only tree.go, knows buntdb, which keeps the rows. It knows nothing about HTTP,
// OData, filters or faults. It enforces the limit on an account's total bytes; all other limits and
// conditions are the engine's job.
package store
