package design

import (
	"strconv"
	"strings"
)

// Template makes a key of an entity's properties: "{Device}", "day-{At:yyyy-MM-dd}", "{At:inverted}_{Id:8}".
type Template struct {
	Text  string // as the file has it
	Line  int
	Parts []Part
}

// Find returns the first part that is a property and fulfills a condition, or nil.
func (t *Template) Find(is func(*Part) bool) *Part {
	for i := range t.Parts {
		if p := &t.Parts[i]; p.Property != nil && is(p) {
			return p
		}
	}
	return nil
}

// Part is a piece of a template: a literal, or a property in a format.
type Part struct {
	Literal  string
	Property *Property // nil for a literal
	Format   Format
	Width    int  // Padded, Inverted: digits of a number; Hash: how many values
	Unit     Unit // Cut: how far the time is cut
}

// Format is how a property becomes text in a key.
type Format uint8

// The formats of a property in a template.
const (
	// Plain is {Name}: a string as it is, a number in decimals, a time as in {At:iso}, a GUID in lower case.
	Plain Format = iota

	// Padded is {Number:8}: an integer of zero or more, with zeros in front so that text sorts as numbers do.
	Padded

	// ISO is {At:iso}: 2026-01-05T00:00:00.0000000Z.
	ISO

	// Inverted is {At:inverted}: 19 digits, the ticks left until the last time there is. The newest sorts first.
	// {Points:inverted 8} is 99999999 - Points, with zeros in front: the greatest sorts first.
	Inverted

	// Cut is {At:yyyy-MM-dd-HH-mm}: the time cut to a unit.
	Cut

	// Hash is {Device:hash 16}: a number from 00 to 15 that's the same for a value on every machine.
	Hash

	// Lower is {Email:lower}: a string in lower case.
	Lower
)

// String writes the part as a file has it.
func (p Part) String() string {
	if p.Property == nil {
		return strings.ReplaceAll(strings.ReplaceAll(p.Literal, "{", "{{"), "}", "}}")
	}
	format := ""
	switch p.Format {
	case Padded:
		format = strconv.Itoa(p.Width)
	case ISO:
		format = "iso"
	case Inverted:
		if format = "inverted"; p.Width > 0 {
			format += " " + strconv.Itoa(p.Width)
		}
	case Cut:
		format = p.Unit.Format()
	case Hash:
		format = "hash " + strconv.Itoa(p.Width)
	case Lower:
		format = "lower"
	default:
		return "{" + p.Property.Name + "}"
	}
	return "{" + p.Property.Name + ":" + format + "}"
}
