// Package odata reads and writes the JSON of Azure Table storage: entities and tables at the three
// metadata levels, error bodies, $select, continuation tokens, and the URLs that documents carry.
//
// In the story: after a request has been routed, its body is decoded here into keys and properties
// of package table; once it has been answered, the entities found are encoded here, byte for byte
// as the service lays them out. Everything is written by appending to a byte slice.
//
// Decoding refuses what the service's own reader refuses: text that is not JSON, values that do not
// fit their type, names that cannot be property names, a member given twice. Errors are
// *fault.Error, with a hint for people. Sizes and counts (252 properties, 64 KiB, 1 MiB, the length
// of keys) are not looked at: they depend on what is stored, and the engine knows that.
//
// Whoever else reads JSON (scripts, what a page shows, the bridge) does it with ParseJSON and Member,
// which hold for any text that a reader can type.
//
// https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
package odata
