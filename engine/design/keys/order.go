package keys

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// Order says what a format does to the order of the values.
type Order uint8

// The orders of formats.
const (
	Destroyed Order = iota // the texts of a range of values are anywhere
	Kept                   // a greater value has a greater text
	Reversed               // a greater value has a smaller text
	Cut                    // kept, but values of the same unit of time have the same text
)

// Nature is what can be said of the texts that a part of a template makes.
type Nature struct {
	Order     Order
	Injective bool // different values have different texts
	Decodable bool // no text is the beginning of another, so what follows can't be mistaken for it
}

// NatureOf returns the nature of a part. A literal has one text.
//
// Numbers in decimals lose their order, because "10" is before "9", unless all have equally many digits. A
// GUID has an order of its own in the service, which isn't that of its text.
func NatureOf(p design.Part) Nature {
	if p.Property == nil {
		return Nature{Kept, true, true}
	}
	switch p.Format {
	case design.Padded, design.ISO:
		return Nature{Kept, true, true}
	case design.Inverted:
		return Nature{Reversed, true, true}
	case design.Cut:
		return Nature{Cut, false, true}
	case design.Hash:
		return Nature{Destroyed, false, true}
	case design.Lower:
		return Nature{Destroyed, false, false}
	}
	switch p.Property.Kind {
	case table.DateTime:
		return Nature{Kept, true, true}
	case table.String:
		return Nature{Kept, true, false}
	case table.Boolean, table.GUID:
		return Nature{Destroyed, true, true}
	default:
		if p.Property.Even {
			return Nature{Kept, true, true}
		}
		return Nature{Destroyed, true, false}
	}
}

// After returns the text before which are all texts that begin with prefix, and no other that isn't before
// prefix. ok is false if there is none, because prefix is empty or can't be exceeded.
func After(prefix string) (text string, ok bool) {
	all := []rune(prefix)
	for n := len(all) - 1; n >= 0; n-- {
		switch r := all[n]; {
		case r == 0xFFFF:
			continue
		case r == 0xD7FF:
			all[n] = 0x10000 // the first surrogates are next
		case r == 0x10FFFF:
			all[n] = 0xE000 // and after the last is this
		default:
			all[n] = r + 1
		}
		return string(all[:n+1]), true
	}
	return "", false
}
