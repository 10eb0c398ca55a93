package odata

import (
	"bytes"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
)

// ParseJSON reads a JSON document, which can have whitespace around it. ok is false if it isn't valid or
// nests deeper than a request body can.
func ParseJSON(body []byte) (doc jsontext.Value, ok bool) {
	text := string(body)
	if !jsontext.Valid(text) {
		return jsontext.Value{}, false
	}
	return jsontext.Parse(text), true
}

// tooDeep reports whether brackets nest deeper than jsontext.MaxNesting. The text needn't be valid JSON.
func tooDeep(text []byte) bool {
	if bytes.Count(text, []byte{'{'})+bytes.Count(text, []byte{'['}) <= jsontext.MaxNesting {
		return false
	}
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > jsontext.MaxNesting {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// Member follows the names of members from object to object. If one is missing, the result doesn't exist.
func Member(doc jsontext.Value, names ...string) jsontext.Value {
	for _, name := range names {
		var found jsontext.Value
		if doc.IsObject() {
			doc.ForEach(func(key, value jsontext.Value) bool {
				if key.String() == name {
					found = value
				}
				return !found.Exists()
			})
		}
		doc = found
	}
	return doc
}
