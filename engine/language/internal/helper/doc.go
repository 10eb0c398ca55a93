// Package helper computes what scripts write as {{$name arguments}}: GUIDs, random numbers, dates,
// padded numbers, inverted ticks, shards and shared access signatures.
//
// Package script calls a helper twice: when it parses a script, to find wrong arguments early, and when
// the script runs, for the value. A helper is a function of its arguments and of a Context, which brings
// the clock, the randomness and the key; nothing here reads the time of day or a random number of its
// own, so the same run gives the same text every time. Arguments arrive as plain text: looking up
// variables is the caller's part.
package helper
