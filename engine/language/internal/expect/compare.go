package expect

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Value is the value of an expectation: JSON if it parses as JSON, otherwise a plain string.
type Value struct {
	raw  string         // as written
	text string         // without the quotes of a JSON string
	json jsontext.Value // doesn't exist for a plain string
}

// ParseValue parses a value, which never fails.
func ParseValue(raw string) Value {
	v := Value{raw: raw, text: raw}
	if doc, ok := odata.ParseJSON([]byte(raw)); ok {
		v.json = doc
		if doc.Type == jsontext.String {
			v.text = doc.Str
		}
	}
	return v
}

// actual is what the subject of an expectation turned out to be.
type actual struct {
	text   string
	json   jsontext.Value // of a value in a JSON body; otherwise it doesn't exist
	absent bool           // there is nothing to compare
	words  string         // how to show it; "" to show text
}

// show returns the value in short, the way a script would write it after the operator.
func (a actual) show(v Value) string {
	switch {
	case a.words != "":
		return a.words
	case a.json.Exists() && (a.json.Type != jsontext.String || v.json.Exists()):
		return problem.Short(a.json.Raw)
	case a.text == "":
		return `""`
	default:
		return problem.Short(a.text)
	}
}

// satisfies reports whether the value and v compare as op says. A value that is absent satisfies only
// !exists and !=.
func (a actual) satisfies(op string, v Value) bool {
	switch op {
	case "exists":
		return !a.absent
	case "!exists":
		return a.absent
	case "!=":
		return a.absent || !a.equals(v)
	}
	if a.absent {
		return false
	}
	switch op {
	case "==":
		return a.equals(v)
	case "contains":
		return a.contains(v)
	case "matches":
		return glob(v.text, a.text)
	}
	order, ok := a.compare(v)
	switch op {
	case "<":
		return ok && order < 0
	case "<=":
		return ok && order <= 0
	case ">":
		return ok && order > 0
	default:
		return ok && order >= 0
	}
}

// equals compares numbers as numbers, JSON as JSON and strings as strings. A JSON string with a number in it
// equals that number, because the service sends an Edm.Int64 as a string.
func (a actual) equals(v Value) bool {
	if v.json.Type == jsontext.Number {
		if order, ok := compareNumbers(a.text, v.raw); ok {
			return order == 0
		}
	}
	if a.json.Exists() && v.json.Exists() {
		return sameJSON(a.json, v.json)
	}
	return a.text == v.text
}

// contains looks for a substring, or for an element of an array.
func (a actual) contains(v Value) bool {
	if !a.json.IsArray() {
		return strings.Contains(a.text, v.text)
	}
	for _, element := range a.json.Array() {
		if (actual{text: element.String(), json: element}).equals(v) {
			return true
		}
	}
	return false
}

// compare orders numbers as numbers, and strings the way the service orders keys. ok is false if v is a
// number and a isn't.
func (a actual) compare(v Value) (order int, ok bool) {
	if v.json.Type == jsontext.Number {
		return compareNumbers(a.text, v.raw)
	}
	return table.CompareText(a.text, v.text), true
}
