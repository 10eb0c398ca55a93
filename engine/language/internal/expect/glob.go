package expect

import (
	"strings"
	"unicode/utf8"
)

// glob reports whether all of text matches a pattern, in which * means any number of characters, ? means
// one, and \ makes the next character an ordinary one.
func glob(pattern, text string) bool {
	p, t := 0, 0
	star, back := -1, 0 // where to resume after the last *, in pattern and in text
	for t < len(text) {
		if p < len(pattern) && pattern[p] == '*' {
			p++
			star, back = p, t
			continue
		}
		if n, width, ok := globOne(pattern[p:], text[t:]); ok {
			p, t = p+n, t+width
			continue
		}
		if star < 0 {
			return false
		}
		_, width := utf8.DecodeRuneInString(text[back:])
		back += width
		p, t = star, back
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// globOne matches the first element of pattern, which isn't *, with the first character of text. It returns
// how many bytes of each it used.
func globOne(pattern, text string) (n, width int, ok bool) {
	_, width = utf8.DecodeRuneInString(text)
	switch {
	case pattern == "":
		return 0, 0, false
	case pattern[0] == '?':
		return 1, width, true
	case pattern[0] == '\\' && len(pattern) > 1:
		pattern, n = pattern[1:], 1
	}
	return n + width, width, strings.HasPrefix(pattern, text[:width])
}
