package design

import "github.com/rowkey/rowkey/engine/table"

// Span is a length of time that a file can name.
type Span struct {
	Name  string
	Ticks table.Ticks
}

// Spans are all of these, the longest first.
var Spans = [...]Span{
	{"d", 86400 * table.Second}, {"h", 3600 * table.Second}, {"m", 60 * table.Second}, {"s", table.Second},
	{"ms", table.Millisecond},
}

// Rates are the spans that a rate can be in.
var Rates = Spans[:4]

// SpanOf returns the longest span that a time isn't shorter than, or else the shortest of all.
func SpanOf(t table.Ticks) (s Span) {
	for _, s = range Spans {
		if t >= s.Ticks {
			break
		}
	}
	return s
}

// Unit is a part of a date: how far a time is cut.
type Unit uint8

// The units of time.
const (
	NoUnit Unit = iota
	Second
	Minute
	Hour
	Day
	Month
	Year
)

// units are the names of the units, and how much of 2026-01-05T00:00:00Z each keeps.
var units = [...]struct {
	name   string
	length int
}{
	Second: {"second", 19}, Minute: {"minute", 16}, Hour: {"hour", 13}, Day: {"day", 10},
	Month: {"month", 7}, Year: {"year", 4},
}

// String returns the name of the unit: day.
func (u Unit) String() string { return units[u].name }

// Length returns how much of 2026-01-05T00:00:00Z the unit keeps.
func (u Unit) Length() int { return units[u].length }

// Format returns the format that cuts a time to the unit: yyyy-MM-dd.
func (u Unit) Format() string { return "yyyy-MM-dd-HH-mm-ss"[:u.Length()] }

// UnitOf returns the unit for which is is true, or NoUnit.
func UnitOf(is func(Unit) bool) Unit {
	for u := Second; u <= Year; u++ {
		if is(u) {
			return u
		}
	}
	return NoUnit
}
