// Package table is the vocabulary of Azure Table storage: entities, their properties and EDM
// values, keys, Timestamps, ETags, and the limits the service sets on them.
//
// In the story: every package above speaks in these types. A Value is small and comparable with ==;
// an Entity is what a client wrote plus the Timestamp the service gave it.
//
// It knows nothing of JSON, of HTTP or of how entities are stored, and it refuses nothing by
// itself: it says what a limit is, and the engine answers when one is passed.
package table
