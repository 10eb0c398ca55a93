package odata

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
)

const (
	typeSuffix  = "@odata.type"
	odataPrefix = "odata."
)

// document is a JSON object split into members.
type document struct {
	members []member       // in the order sent, including annotations
	places  map[string]int // index in members by name; nil up to few members
	typed   bool           // some member is a type annotation
}

// few is the number of members up to which a linear search is as fast as making a map.
const few = 24

type member struct {
	name  string
	value jsontext.Value
}

// String formats the member for a hint.
func (m member) String() string { return "Property " + cut(m.name) + ": " + cut(m.value.Raw) }

// annotation reports whether the member is about another member or about the document.
func (m member) annotation() bool {
	_, annotation, annotated := strings.Cut(m.name, "@")
	return annotated && strings.HasPrefix(annotation, odataPrefix) || strings.HasPrefix(m.name, odataPrefix)
}

// read splits a body into members. It's a fault if the body isn't a JSON object or has a member twice.
func read(body []byte) (document, error) {
	text := string(body)
	switch {
	case !utf8.Valid(body):
		return document{}, malformed("The body is not UTF-8.")
	case tooDeep(body):
		return document{}, malformed("The body is nested too deeply.")
	case !jsontext.Valid(text):
		return document{}, malformed("The body is not JSON: " + mistake(body) + ".")
	case bytes.TrimLeft(body, " \t\r\n")[0] != '{':
		return document{}, malformed("The body isn't a JSON object.")
	case !paired(body):
		return document{}, malformed("The body has one half of a surrogate pair.")
	}
	doc := document{members: make([]member, 0, min(few, bytes.Count(body, []byte{':'})))}
	var duplicate *fault.Error
	jsontext.Parse(text).ForEach(func(key, v jsontext.Value) bool {
		if _, found := doc.find(key.Str); found {
			duplicate = fault.Refused(fault.DuplicatePropertiesSpecified, "").WithHint(`"` + cut(key.Str) +
				`" is given twice.`)
			return false
		}
		doc.add(member{key.Str, v})
		return true
	})
	if duplicate != nil {
		return document{}, duplicate
	}
	return doc, nil
}

func (d *document) add(m member) {
	d.members = append(d.members, m)
	d.typed = d.typed || strings.HasSuffix(m.name, typeSuffix)
	switch {
	case d.places != nil:
		d.places[m.name] = len(d.members) - 1
	case len(d.members) > few:
		d.places = make(map[string]int, 2*few)
		for i, m := range d.members {
			d.places[m.name] = i
		}
	}
}

// find returns the value of the member called name.
func (d *document) find(name string) (v jsontext.Value, ok bool) {
	if d.places != nil {
		at, ok := d.places[name]
		if ok {
			v = d.members[at].value
		}
		return v, ok
	}
	for i := range d.members {
		if d.members[i].name == name {
			return d.members[i].value, true
		}
	}
	return jsontext.Value{}, false
}

// typeOf returns the value of X@odata.type for a member X. It can come before or after X.
func (d *document) typeOf(name string) (v jsontext.Value, ok bool) {
	if !d.typed {
		return jsontext.Value{}, false
	}
	return d.find(name + typeSuffix)
}

// paired reports whether every escaped surrogate in valid JSON is part of a pair. One half alone isn't a
// character and can't be written in UTF-8.
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
	n, _ := strconv.ParseUint(string(digits[:4]), 16, 16) // jsontext.Valid has checked them
	return rune(n)
}
