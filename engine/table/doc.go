// Package table is the vocabulary of Azure Table storage: entities, their properties and EDM
// values, keys, Timestamps, ETags, and the limits the service sets on them.
//
// Most packages of the engine use these types. A Value is small and comparable with ==. An Entity is what
// a client wrote plus the Timestamp that the service gave it.
//
// The package knows nothing about JSON, HTTP or storage, and it refuses nothing: it defines the limits,
// and the engine enforces them.
package table
