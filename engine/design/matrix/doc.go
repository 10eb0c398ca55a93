// Package matrix counts what every pattern of a design file costs under every design, without sending
// anything: it makes the entities that the file describes, sorts their keys, and follows the requests that
// package compile makes of the patterns through these. A test compares that with the engine.
//
// A pattern is counted with up to Options.Choices choices of values, the same for every design. Each entity
// is asked for as often as any other, so the entities are sorted by how many share the values of the
// question, and of each stretch there's one, with its weight. The figures are the means. A design has one
// plan for a pattern: the way that costs least with some of these choices together.
//
// Up to Options.Most entities are counted. Beyond that the figures are computed: those at the largest counted
// size, times how much the estimates of the plans grow.
//
// A Bench keeps what it has counted under a text of everything that the figures depend on: the pattern
// without its name and rate, and the types and keys of the part of the design that it concerns. It also keeps
// values of properties and keys, unless they take much memory. So while a reader types, only what has changed
// is made and counted again: of a type, the property; of a design, the tables that share types.
package matrix
