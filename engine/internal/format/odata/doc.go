// Package odata reads and writes the documents of Azure Table storage: the JSON of entities and tables at
// the three metadata levels, $select, continuation tokens, the keys in paths, the URLs in documents, error
// bodies in JSON and XML, and the XML of $metadata.
//
// After a request is routed, this package decodes its body into keys and properties of package table.
// Before the request is answered, it encodes the entities, byte for byte as the service does, always by
// appending to a byte slice.
//
// Decoding refuses what the service's own reader refuses: malformed JSON, values that don't fit their
// type, invalid property names, a member given twice. Errors are *fault.Error with a hint. It doesn't check
// sizes and counts (252 properties, 64 KiB, 1 MiB, the length of keys), because they depend on what is
// stored, which the engine knows.
//
// Scripts, pages and the bridge read other JSON with ParseJSON and Member, which are safe for any input.
//
// https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
package odata
