package infer

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// countedDigits are the digits of a time that is counted backwards.
const countedDigits = 19

// timeAt returns a time that all texts begin with, as a property of its own: a date, a time as
// text, or one that's counted backwards.
func timeAt(left []string, properties []property) (design.Part, []int, *property) {
	lengths, values := make([]int, len(left)), make([]table.Value, len(left))
	for i, text := range left {
		at, length := instant(text)
		if length == 0 || length != lengths[0] && i > 0 {
			return design.Part{}, nil, nil
		}
		lengths[i], values[i] = length, table.DateTimeValue(at)
	}
	more := newProperty(unused("At", properties), table.DateTime, values)
	part := design.Part{Property: more.Property, Format: design.ISO}
	part.Unit = unitOf(left[0][:lengths[0]])
	switch {
	case span(left[0], isDigit) == countedDigits:
		part.Format = design.Inverted
	case part.Unit != design.NoUnit:
		part.Format = design.Cut
	}
	return part, lengths, &more
}

// unitOf returns the unit to which a time is cut that is as long as a text, or NoUnit.
func unitOf(text string) design.Unit {
	return design.UnitOf(func(u design.Unit) bool { return u.Length() == len(text) })
}

// instant reads the time that a text begins with. length is how much of the text it is, or 0 for
// none.
func instant(text string) (at table.Ticks, length int) {
	if span(text, isDigit) == countedDigits {
		n, err := strconv.ParseInt(text[:countedDigits], 10, 64)
		at = table.MaxTicks - table.Ticks(n)
		// Other numbers of so many digits would be times long ago, or far from now.
		if err == nil && at > table.UnixEpoch && at < table.Date(2097, 1, 1) {
			return at, countedDigits
		}
		return 0, 0
	}
	length = dated(text)
	if length == 0 {
		return 0, 0
	}
	full := []byte("0000-01-01T00:00:00")
	copy(full, text[:min(length, len(full))])
	full[10] = 'T'
	full[13], full[16] = ':', ':'
	fraction := strings.TrimSuffix(text[min(length, len(full)):length], "Z")
	at, ok := table.ParseTicks(string(full) + fraction + "Z")
	if !ok {
		return 0, 0
	}
	return at, length
}

// dated returns how much of a text is a date, or a date with a time as far as it goes. No letter or
// digit may follow it.
func dated(text string) (length int) {
	const form = "0000-00-00T00:00:00"
	at := 0
	end := func() {
		if at == len(text) || !isLetter(rune(text[at])) && !isDigit(rune(text[at])) {
			length = at
		}
	}
	for ; at < len(form); at++ {
		if at >= len("0000-00") && (at-1)%3 == 0 {
			end()
		}
		if at == len(text) || !fits(text[at], form[at]) {
			return length
		}
	}
	end()
	if at < len(text) && text[at] == '.' {
		if n := span(text[at+1:], isDigit); n > 0 && n <= 7 {
			at += 1 + n
			end()
		}
	}
	if at < len(text) && text[at] == 'Z' {
		at++
		end()
	}
	return length
}

// fits reports whether a character can be in the place of one in a time. Keys write hyphens for T
// and colons.
func fits(c, form byte) bool {
	if form == '0' {
		return isDigit(rune(c))
	}
	return c == form || c == '-' && form != '-'
}
