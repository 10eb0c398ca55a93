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
	types   int            // how many members are type annotations
}

// mostMembers is more than a body can need: 252 properties, three more of the system, and a type for each.
const mostMembers = 1000

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

// read splits a body into members. It's a fault if the body isn't a JSON object or has a member twice. The
// members are in room if they are few, so that they can be on the stack of the caller.
func read(body []byte, room *[few]member) (document, error) {
	doc := document{members: room[:0]}
	var err error // of the first member that can't be in a document that is JSON otherwise
	text := string(body)
	c := jsontext.Members(text)
	for c.Next() {
		name := c.Name.Str
		if err == nil {
			err = doc.refuses(name)
		}
		if err == nil {
			doc.members = append(doc.members, member{name, c.Value})
			doc.count(name)
		}
	}
	if !c.Valid() || !utf8.Valid(body) || !paired(body) {
		return document{}, unreadable(body, text)
	}
	return doc, err
}

// unreadable says why a body isn't a JSON object.
func unreadable(body []byte, text string) error {
	switch {
	case !utf8.Valid(body):
		return malformed("The body is not UTF-8.")
	case !jsontext.Valid(text) && tooDeep(body):
		return malformed("The body is nested too deeply.")
	case !jsontext.Valid(text):
		return malformed("The body is not JSON: " + jsontext.Mistake(text) + ".")
	case bytes.TrimLeft(body, " \t\r\n")[0] != '{':
		return malformed("The body isn't a JSON object.")
	default:
		return malformed("The body has one half of a surrogate pair.")
	}
}

// refuses returns the fault of one more member.
func (d *document) refuses(name string) error {
	if len(d.members) == mostMembers {
		return fault.New(fault.TooManyProperties)
	}
	if _, found := d.find(name); found {
		return fault.Refused(fault.DuplicatePropertiesSpecified, "").WithHint(`"` + cut(name) +
			`" is given twice.`)
	}
	return nil
}

// count counts the newest member, which has a name.
func (d *document) count(name string) {
	if strings.HasSuffix(name, typeSuffix) {
		d.types++
	}
	switch {
	case d.places != nil:
		d.places[name] = len(d.members) - 1
	case len(d.members) > few:
		d.places = make(map[string]int, 2*few)
		for i := range d.members {
			d.places[d.members[i].name] = i
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
	if d.types == 0 {
		return jsontext.Value{}, false
	}
	return d.find(name + typeSuffix)
}

// paired reports whether every escaped surrogate in valid JSON is part of a pair. One half alone isn't a
// character and can't be written in UTF-8.
func paired(text []byte) bool {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			return true
		}
		if text = text[at+1:]; text[0] != 'u' {
			text = text[1:]
			continue
		}
		unit := codeUnit(text[1:])
		if text = text[5:]; !utf16.IsSurrogate(unit) {
			continue
		}
		if !bytes.HasPrefix(text, []byte(`\u`)) || utf16.DecodeRune(unit, codeUnit(text[2:])) == utf8.RuneError {
			return false
		}
		text = text[6:]
	}
}

// codeUnit reads four hexadecimal digits.
func codeUnit(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits[:4]), 16, 16) // jsontext.Valid has checked them
	return rune(n)
}
