package odata

import (
	"bytes"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
)

// Mistake says where a text stops being valid JSON, and what was expected there. The text needs to be one
// that jsontext.Valid refuses and tooDeep doesn't.
func Mistake(text []byte) string {
	r := jsonReader{text: text}
	r.value()
	r.next()
	r.expect("the end")
	before := r.text[:r.at]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
	return "expected " + r.expected + " in its line " + strconv.Itoa(line) +
		", column " + strconv.Itoa(column)
}

// jsonReader reads JSON up to the first mistake. Brackets must not nest too deep.
type jsonReader struct {
	text     []byte
	at       int
	expected string // what is missing at the mistake; "" before it
}

// expect records the mistake, which ends the reading.
func (r *jsonReader) expect(what string) {
	if r.expected == "" {
		r.expected = what
	}
}

// next returns the next byte that isn't whitespace, or 0 at the end.
func (r *jsonReader) next() byte {
	for ; r.at < len(r.text); r.at++ {
		if c := r.text[r.at]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c
		}
	}
	return 0
}

func (r *jsonReader) value() {
	switch r.next() {
	case '{':
		r.list('}', r.member)
	case '[':
		r.list(']', r.value)
	default:
		r.token()
	}
}

// list reads a bracket, items with commas between them, and the closing bracket.
func (r *jsonReader) list(closing byte, item func()) {
	r.at++
	if r.next() == closing {
		r.at++
		return
	}
	for r.expected == "" {
		item()
		switch c := r.next(); {
		case r.expected != "":
		case c == closing:
			r.at++
			return
		case c == ',':
			r.at++
		default:
			r.expect("a comma or " + string(closing))
		}
	}
}

func (r *jsonReader) member() {
	if r.next() != '"' {
		r.expect("a name in double quotes")
		return
	}
	r.token()
	if r.expected != "" {
		return
	}
	if r.next() != ':' {
		r.expect("a colon")
		return
	}
	r.at++
	r.value()
}

// token reads a string, a number or a word.
func (r *jsonReader) token() {
	end := r.at
	if end < len(r.text) && r.text[end] == '"' {
		for end++; end < len(r.text) && r.text[end] != '"' && r.text[end] != '\n'; end++ {
			if r.text[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(r.text))
	} else {
		for end < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:{}[]\""), r.text[end]) < 0 {
			end++
		}
	}
	if !jsontext.Valid(string(r.text[r.at:end])) {
		r.expect("a value: text in double quotes, a number, true, false or null")
		return
	}
	r.at = end
}
