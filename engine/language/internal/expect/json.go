package expect

import (
	"cmp"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
)

// sameJSON reports whether two values are equal. The order of an object's members doesn't matter.
func sameJSON(a, b jsontext.Value) bool {
	switch {
	case a.IsArray() && b.IsArray():
		x, y := a.Array(), b.Array()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !sameJSON(x[i], y[i]) {
				return false
			}
		}
		return true
	case a.IsObject() && b.IsObject():
		x, y := a.Map(), b.Map()
		if len(x) != len(y) {
			return false
		}
		for name, value := range x {
			if other, ok := y[name]; !ok || !sameJSON(value, other) {
				return false
			}
		}
		return true
	case a.Type == jsontext.Number && b.Type == jsontext.Number:
		order, ok := compareNumbers(a.Raw, b.Raw)
		return ok && order == 0
	case a.Type == jsontext.String && b.Type == jsontext.String:
		return a.Str == b.Str
	default:
		return a.Type == b.Type
	}
}

// compareNumbers compares two JSON numbers, integers exactly. ok is false if one isn't a number.
func compareNumbers(a, b string) (order int, ok bool) {
	if !isNumber(a) || !isNumber(b) {
		return 0, false
	}
	i, errI := strconv.ParseInt(a, 10, 64)
	j, errJ := strconv.ParseInt(b, 10, 64)
	if errI == nil && errJ == nil {
		return cmp.Compare(i, j), true
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return cmp.Compare(x, y), true
}

// isNumber reports whether text is a number as JSON writes it: 007 isn't.
func isNumber(text string) bool {
	return text != "" && (text[0] == '-' || lex.IsDigit(text[0])) && lex.IsDigit(text[len(text)-1]) &&
		jsontext.Valid(text)
}
