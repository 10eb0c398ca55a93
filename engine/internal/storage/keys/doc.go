// Package keys turns the names of tables and entities into store keys and back, so that the byte
// order of store keys is the order in which the service returns entities.
//
// The plan makes a Range of store keys from a filter, a continuation token moves its start, and the store
// reads it.
//
// A store key is a letter for what it names, then its parts, each ended by a zero byte:
//
//	t table ⟨0⟩
//	e table ⟨0⟩ PartitionKey ⟨0⟩ RowKey ⟨0⟩
//
// The records of the other services have letters of their own: see Kind.
//
// No part contains a zero byte, so a part that ends sorts before one that goes on, and no key is a prefix
// of another. Within a part, the bytes sort like the UTF-16 code units by which the service compares
// strings.
//
// Other packages treat store keys as opaque. This one doesn't validate names and keys: it encodes any
// string, including characters that the service forbids.
package keys
