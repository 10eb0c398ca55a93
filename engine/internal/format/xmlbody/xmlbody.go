package xmlbody

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"unicode/utf8"
)

// Element is one element: its name without a prefix, the text directly in it, and its child elements.
type Element struct {
	Name     string
	Text     string
	Children []Element
}

const (
	maxDepth = 20
	maxSize  = 8 << 20 // the largest that a service accepts is a list of 50,000 blocks

	// Elements and attributes can be tiny, and what is remembered of them isn't.
	maxElements = 60_000
	maxMarkup   = 256 << 10 // bytes between < and >, which messages in CDATA count as
)

var errSyntax = errors.New("the body is not a well-formed XML document")

// node is an element that isn't closed yet.
type node struct {
	name     string
	text     []byte
	children []Element
}

// Parse reads a document. It can begin with a byte order mark.
func Parse(body []byte) (Element, error) {
	if len(body) > maxSize || longMarkup(body) {
		return Element{}, errSyntax
	}
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(body, []byte("\uFEFF"))))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errSyntax }
	elements := 0
	open := []node{{}} // the innermost last; the first is the parent of the root
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Element{}, errSyntax
		}
		top := &open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if elements++; len(open) > maxDepth || elements > maxElements {
				return Element{}, errSyntax
			}
			open = append(open, node{name: t.Name.Local})
		case xml.EndElement:
			e := Element{Name: top.name, Text: string(top.text), Children: top.children}
			open = open[:len(open)-1]
			around := &open[len(open)-1]
			around.children = append(around.children, e)
		case xml.CharData:
			top.text = append(top.text, t...)
		case xml.Directive:
			return Element{}, errSyntax
		}
	}
	if len(open[0].children) != 1 || len(bytes.TrimSpace(open[0].text)) > 0 {
		return Element{}, errSyntax
	}
	return open[0].children[0], nil
}

// longMarkup reports whether a tag, or anything else in angle brackets, is longer than one needs to be.
func longMarkup(body []byte) bool {
	for {
		from := bytes.IndexByte(body, '<')
		if from < 0 {
			return false
		}
		body = body[from:]
		to := bytes.IndexByte(body, '>')
		if to < 0 {
			to = len(body) - 1
		}
		if to > maxMarkup {
			return true
		}
		body = body[to+1:]
	}
}

// Child returns the first child called name.
func (e Element) Child(name string) (child Element, ok bool) {
	for _, c := range e.Children {
		if c.Name == name {
			return c, true
		}
	}
	return Element{}, false
}

// Valid reports whether XML can express text. Some characters aren't allowed even when escaped.
// https://www.w3.org/TR/xml/#charsets
func Valid(text string) bool {
	for _, r := range text {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return false
		}
	}
	return utf8.ValidString(text)
}

// Head is the first line of a document.
const Head = `<?xml version="1.0" encoding="utf-8"?>`

// Append appends an element with text in it.
func Append(dst []byte, name, text string) []byte {
	if text == "" {
		return append(append(append(dst, '<'), name...), " />"...)
	}
	dst = append(append(append(dst, '<'), name...), '>')
	dst = AppendText(dst, text)
	return append(append(append(dst, "</"...), name...), '>')
}

// AppendText appends text with special characters escaped.
func AppendText(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; c {
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '&':
			dst = append(dst, "&amp;"...)
		case '"':
			dst = append(dst, "&quot;"...)
		case '\r':
			dst = append(dst, "&#xD;"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
