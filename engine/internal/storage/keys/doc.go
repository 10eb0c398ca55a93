// Package keys turns the names of tables and entities into store keys and back, so that the byte
// order of store keys is the order in which the service returns entities.
//
// In the story: plan makes a Range of store keys from a filter, a continuation token moves its
// beginning, and store reads it.
//
// A store key is a letter for what it names, then its parts, each ended by a zero byte:
//
//	t table ⟨0⟩
//	e table ⟨0⟩ PartitionKey ⟨0⟩ RowKey ⟨0⟩
//
// No part contains a zero byte, and none is smaller, so a part that ends comes before one that goes
// on, and no key is the beginning of another. Within a part, bytes follow the order of UTF-16 code
// units, in which the service compares text.
//
// No other package builds or splits a store key. This one does not judge names and keys: any text
// is encodable, the characters the service forbids included.
package keys
