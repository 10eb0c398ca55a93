package view

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// AppendHTML appends the tree as HTML.
func (n Node) AppendHTML(dst []byte) []byte {
	if n.Tag == "" {
		return appendEscaped(dst, clean(n.Text), "")
	}
	dst = append(dst, '<')
	dst = append(dst, n.Tag...)
	for _, a := range n.Attrs {
		dst = append(dst, ' ')
		dst = append(dst, a.Name...)
		dst = append(dst, '=', '"')
		dst = appendEscaped(dst, clean(a.Value), `"`)
		dst = append(dst, '"')
	}
	if n.Tag == "path" {
		return append(dst, '/', '>')
	}
	dst = append(dst, '>')
	if n.Tag == "pre" {
		dst = append(dst, '\n') // because a parser drops the first line break of a pre
	}
	for _, c := range n.Children {
		dst = c.AppendHTML(dst)
	}
	dst = append(dst, '<', '/')
	dst = append(dst, n.Tag...)
	return append(dst, '>')
}

// AppendJSON appends the tree as JSON: a text is a string, an element is
// [tag, {attribute: value}, child, …].
func (n Node) AppendJSON(dst []byte) []byte {
	if n.Tag == "" {
		return odata.AppendString(dst, clean(n.Text))
	}
	dst = append(dst, '[')
	dst = odata.AppendString(dst, n.Tag)
	dst = append(dst, ',', '{')
	for i, a := range n.Attrs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(dst, a.Name)
		dst = append(dst, ':')
		dst = odata.AppendString(dst, clean(a.Value))
	}
	dst = append(dst, '}')
	for _, c := range n.Children {
		dst = append(dst, ',')
		dst = c.AppendJSON(dst)
	}
	return append(dst, ']')
}

// appendEscaped appends s as text or, with quotes, as the value of an attribute.
func appendEscaped(dst []byte, s, quotes string) []byte {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '&':
			dst = append(dst, "&amp;"...)
		case c == '<':
			dst = append(dst, "&lt;"...)
		case c == '>':
			dst = append(dst, "&gt;"...)
		case quotes != "" && c == quotes[0]:
			dst = append(dst, "&quot;"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// clean returns s as a text that an HTML parser doesn't change, so that a tree from the build and a live
// one have the same characters. CR LF becomes LF, other control characters become their pictures (␍), and
// whatever isn't a character becomes U+FFFD.
func clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, width := utf8.DecodeRuneInString(s[i:])
		if r != '\r' || !strings.HasPrefix(s[i+1:], "\n") {
			b.WriteRune(printable(r))
		}
		i += width
	}
	return b.String()
}

func isClean(s string) bool {
	for i := 0; i < len(s); {
		r, width := utf8.DecodeRuneInString(s[i:])
		if printable(r) != r || r == utf8.RuneError && width == 1 {
			return false
		}
		i += width
	}
	return true
}

func printable(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r < 0x20:
		return 0x2400 + r
	case r == 0x7F:
		return 0x2421
	case r > 0x7F && r < 0xA0, r >= 0xFDD0 && r <= 0xFDEF, r&0xFFFE == 0xFFFE:
		return utf8.RuneError
	}
	return r
}
