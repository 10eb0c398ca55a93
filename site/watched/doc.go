// Package watched adds up the requests of a program by their shapes, says what they'd read of more data, and
// compares that with a baseline: a file of what each shape may read, which is reviewed like code.
package watched
