package odata

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
)

const (
	typeSuffix  = "@odata.type"
	odataPrefix = "odata."
)

// document is a JSON object cut into members.
type document struct {
	members []member                // in the order sent, without annotations and odata.… members
	types   map[string]gjson.Result // X → what X@odata.type says, wherever it stands; nil for none
}

type member struct {
	name  string
	value gjson.Result
}

// String words the member for a hint.
func (m member) String() string { return "Property " + cut(m.name) + ": " + cut(m.value.Raw) }

// read cuts a body into members, or returns the fault of a body that is not a JSON object or gives
// a member twice.
func read(body []byte) (document, error) {
	switch {
	case !utf8.Valid(body):
		return document{}, malformed("The body is not UTF-8.")
	case tooDeep(body):
		return document{}, malformed("The body is nested too deeply.")
	case !gjson.ValidBytes(body):
		return document{}, malformed("The body is not JSON: " + mistake(body) + ".")
	case bytes.TrimLeft(body, " \t\r\n")[0] != '{':
		return document{}, malformed("The body is not a JSON object.")
	case !paired(body):
		return document{}, malformed("The body has one half of a surrogate pair.")
	}
	doc := document{members: make([]member, 0, 16)}
	seen := make(map[string]bool, 16)
	var twice *fault.Error
	gjson.ParseBytes(body).ForEach(func(key, value gjson.Result) bool {
		if seen[key.Str] {
			twice = refuse(fault.DuplicatePropertiesSpecified, "", `"`+cut(key.Str)+`" is given twice.`)
			return false
		}
		seen[key.Str] = true
		doc.add(key.Str, value)
		return true
	})
	if twice != nil {
		return document{}, twice
	}
	return doc, nil
}

func (d *document) add(name string, value gjson.Result) {
	if strings.HasPrefix(name, odataPrefix) {
		return
	}
	property, annotation, annotated := strings.Cut(name, "@")
	switch {
	case annotated && "@"+annotation == typeSuffix:
		if d.types == nil {
			d.types = map[string]gjson.Result{}
		}
		d.types[property] = value
	case annotated && strings.HasPrefix(annotation, odataPrefix):
		// Another annotation: it says nothing about the value.
	default:
		d.members = append(d.members, member{name, value})
	}
}

// paired reports whether every escaped surrogate in valid JSON stands in a pair. One half alone is
// no character, and UTF-8 cannot hold it.
func paired(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		if text[i] != 'u' {
			continue
		}
		unit := codeUnit(text[i+1:])
		i += 4
		if !utf16.IsSurrogate(unit) {
			continue
		}
		if !bytes.HasPrefix(text[i+1:], []byte(`\u`)) {
			return false
		}
		if utf16.DecodeRune(unit, codeUnit(text[i+3:])) == utf8.RuneError {
			return false
		}
		i += 6
	}
	return true
}

// codeUnit reads four hexadecimal digits.
func codeUnit(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits[:4]), 16, 16) // gjson.Valid has looked at them
	return rune(n)
}
