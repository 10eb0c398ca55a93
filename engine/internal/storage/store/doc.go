// Package store keeps tables and entities in order, in memory, behind View, Update and Scan.
//
// In the story: the last stage before encoding. plan says which run of keys to read; Scan walks it;
// a Row answers a filter's questions without being decoded. Everything that one request writes is
// written in one Update, which either commits whole or leaves nothing, also when its callback panics.
// A Journal is told of it and has the last word.
//
// It holds buntdb, an ordered in-memory store, and is the only package that knows it. It knows
// nothing of HTTP, OData, filters or faults, and it does not check what it is given to keep: limits
// and conditions are the engine's, apart from the bound on the bytes of a whole store.
package store
