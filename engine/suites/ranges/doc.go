// Package ranges simulates an account that is too large for one object of the Worker: a table is split by key
// range over objects, and a map says which object has which range. docs/decisions/0016 has the design.
//
// The package has tests only. Time is virtual and everything follows from a seed.
package ranges
