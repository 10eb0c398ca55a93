package model_test

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// The types that a property can have.
const (
	edmBinary   = "Edm.Binary"
	edmBoolean  = "Edm.Boolean"
	edmDateTime = "Edm.DateTime"
	edmDouble   = "Edm.Double"
	edmGUID     = "Edm.Guid"
	edmInt32    = "Edm.Int32"
	edmInt64    = "Edm.Int64"
	edmString   = "Edm.String"
)

// value is a property's value. The zero value is null.
type value struct {
	kind string
	n    int64     // Boolean (0 or 1), Int32, Int64
	f    float64   // Double
	s    string    // String; Binary: the bytes; Guid: its digits; Double: as the service formats it
	at   time.Time // DateTime
}

// wire returns a value as the service writes it in JSON, and whether it has quotes.
func (v value) wire() (text string, quoted bool) {
	switch v.kind {
	case "":
		return "null", false
	case edmBoolean:
		return strconv.FormatBool(v.n == 1), false
	case edmInt32:
		return strconv.FormatInt(v.n, 10), false
	case edmInt64:
		return strconv.FormatInt(v.n, 10), true
	case edmDouble:
		return v.s, !v.finite()
	case edmDateTime:
		return written(v.at), true
	case edmBinary:
		return base64.StdEncoding.EncodeToString([]byte(v.s)), true
	default:
		return v.s, true
	}
}

// finite reports whether a Double is a finite number, which JSON writes without quotes.
func (v value) finite() bool { return v.f-v.f == 0 }

// annotated reports whether an answer includes the type, because the JSON doesn't imply it.
func (v value) annotated() bool {
	switch v.kind {
	case edmInt64, edmDateTime, edmGUID, edmBinary:
		return true
	case edmDouble:
		return !v.finite()
	default:
		return false
	}
}

// size returns the bytes that a value is billed for, without its name.
func (v value) size() int {
	switch v.kind {
	case edmString:
		return 4 + 2*len(units(v.s))
	case edmBinary:
		return 4 + len(v.s)
	default:
		return map[string]int{
			edmBoolean: 1, edmInt32: 4, edmInt64: 8, edmDouble: 8, edmDateTime: 8, edmGUID: 16,
		}[v.kind]
	}
}

// literal formats a value as a constant in a filter. NaN and the infinities have none.
func (v value) literal() string {
	switch v.kind {
	case edmString:
		return "'" + strings.ReplaceAll(v.s, "'", "''") + "'"
	case edmInt64:
		return strconv.FormatInt(v.n, 10) + "L"
	case edmDateTime:
		return "datetime'" + written(v.at) + "'"
	case edmGUID:
		return "guid'" + v.s + "'"
	case edmBinary:
		return "X'" + hex.EncodeToString([]byte(v.s)) + "'"
	default:
		text, _ := v.wire()
		return text
	}
}

// written formats a time as the service does: up to seven digits of a second, without trailing zeros.
func written(at time.Time) string { return at.Format("2006-01-02T15:04:05.9999999Z") }

// units returns the UTF-16 code units by which the service orders and measures strings.
func units(s string) []uint16 { return utf16.Encode([]rune(s)) }

// compare compares a property's value to a constant: -1, 0 or 1. comparable is false for NaN.
//
// A number is widened to the type of the property. In every other pair of different types the property is
// less.
func compare(v, c value) (order int, comparable bool) {
	rank := map[string]int{edmInt32: 1, edmInt64: 2, edmDouble: 3}
	switch {
	case v.kind == edmDouble && rank[c.kind] > 0:
		other := c.f
		if c.kind != edmDouble {
			other = float64(c.n)
		}
		return cmp.Compare(v.f, other), v.f == v.f
	case rank[v.kind] > 0 && rank[c.kind] > 0 && rank[c.kind] <= rank[v.kind]:
		return cmp.Compare(v.n, c.n), true
	case v.kind != c.kind:
		return -1, true
	case v.kind == edmString:
		return slices.Compare(units(v.s), units(c.s)), true
	case v.kind == edmDateTime:
		return v.at.Compare(c.at), true
	case v.kind == edmBoolean:
		return cmp.Compare(v.n, c.n), true
	default: // Guid by its digits, Binary by its bytes
		return cmp.Compare(v.s, c.s), true
	}
}
