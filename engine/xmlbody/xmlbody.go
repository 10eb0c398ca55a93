package xmlbody

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// Element is one element: its name without a prefix, the text directly in it, and the elements in it.
type Element struct {
	Name     string
	Text     string
	Children []Element
}

const maxDepth = 20

var errSyntax = errors.New("the body is not a well-formed XML document")

// Parse reads a document. It may begin with a byte order mark.
func Parse(body []byte) (Element, error) {
	body = bytes.TrimPrefix(body, []byte("\uFEFF"))
	d := xml.NewDecoder(bytes.NewReader(body))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errSyntax }
	var root Element
	open := []*Element{&root}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Element{}, errSyntax
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return Element{}, errSyntax
			}
			top.Children = append(top.Children, Element{Name: t.Name.Local})
			open = append(open, &top.Children[len(top.Children)-1])
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.Text += string(t)
		case xml.Directive:
			return Element{}, errSyntax
		}
	}
	if len(root.Children) != 1 || strings.TrimSpace(root.Text) != "" {
		return Element{}, errSyntax
	}
	return root.Children[0], nil
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

// Head is what a document begins with.
const Head = `<?xml version="1.0" encoding="utf-8"?>`

// Append appends an element that holds text.
func Append(dst []byte, name, text string) []byte {
	if text == "" {
		return append(append(append(dst, '<'), name...), " />"...)
	}
	dst = append(append(append(dst, '<'), name...), '>')
	dst = AppendText(dst, text)
	return append(append(append(dst, "</"...), name...), '>')
}

// AppendText appends text, escaped where XML wants it.
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
