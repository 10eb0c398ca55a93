// Package load writes the rates of a design file as a load, in the language that package partition simulates.
// What a load can't say of a design is in notes beside it.
package load
