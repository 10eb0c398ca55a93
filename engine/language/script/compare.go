package script

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// operand is the value of an expectation: JSON if it parses as JSON, else plain text.
type operand struct {
	raw  string       // as it is written
	text string       // without the quotes of a JSON string
	json gjson.Result // does not exist for plain text
}

func parseOperand(raw string) operand {
	o := operand{raw: raw, text: raw}
	if doc, ok := odata.ParseJSON([]byte(raw)); ok {
		o.json = doc
		if doc.Type == gjson.String {
			o.text = doc.Str
		}
	}
	return o
}

// seen is what an expectation's subject turned out to be.
type seen struct {
	text   string
	json   gjson.Result // of a value in a JSON body; does not exist otherwise
	absent bool         // there is nothing to compare
	words  string       // how to show it; "" to show text
}

// show is what was seen, in short, as people would write it behind the operator.
func (s seen) show(o operand) string {
	switch {
	case s.words != "":
		return s.words
	case s.json.Exists() && (s.json.Type != gjson.String || o.json.Exists()):
		return short(s.json.Raw)
	case s.text == "":
		return `""`
	default:
		return short(s.text)
	}
}

// holds reports whether what was seen stands to the operand as op says. Nothing seen satisfies only
// !exists and !=.
func (s seen) holds(op string, o operand) bool {
	switch op {
	case "exists":
		return !s.absent
	case "!exists":
		return s.absent
	case "!=":
		return s.absent || !s.equals(o)
	}
	if s.absent {
		return false
	}
	switch op {
	case "==":
		return s.equals(o)
	case "contains":
		return s.contains(o)
	case "matches":
		return glob(o.text, s.text)
	}
	order, ok := s.compare(o)
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

// equals compares numbers as numbers, JSON as JSON and text as text. A JSON string that holds a
// number equals that number, since JSON has no other way to write an Edm.Int64.
func (s seen) equals(o operand) bool {
	if o.json.Type == gjson.Number {
		if order, ok := compareNumbers(s.text, o.raw); ok {
			return order == 0
		}
	}
	if s.json.Exists() && o.json.Exists() {
		return sameJSON(s.json, o.json)
	}
	return s.text == o.text
}

// contains looks for a text in a text, or for an element in an array.
func (s seen) contains(o operand) bool {
	if !s.json.IsArray() {
		return strings.Contains(s.text, o.text)
	}
	for _, element := range s.json.Array() {
		if (seen{text: element.String(), json: element}).equals(o) {
			return true
		}
	}
	return false
}

// compare orders numbers as numbers, and text as the service orders keys. A number does not compare
// with what is none.
func (s seen) compare(o operand) (order int, ok bool) {
	if o.json.Type == gjson.Number {
		return compareNumbers(s.text, o.raw)
	}
	return table.CompareText(s.text, o.text), true
}
