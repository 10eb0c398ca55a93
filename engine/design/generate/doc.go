// Package generate makes the entities that a design file describes: properties without keys, because each
// design makes its own keys of them.
//
// An entity is a function of the seed and its number. So any of them can be made without those before it, an
// application's next insert is simply the next number, and the same file gives the same bytes everywhere.
// That's also why powers are computed here: the standard library's differ by processor.
package generate
