package jsontext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escapes has each character that can follow a backslash, and after it the character that they mean.
const escapes = "\"\"\\\\//b\bf\fn\nr\rt\t"

// unescape returns the content of a valid JSON string, given without its quotes. Half a surrogate pair
// becomes U+FFFD.
func unescape(text string) string {
	at := strings.IndexByte(text, '\\')
	if at < 0 {
		return text
	}
	content := make([]byte, 0, len(text))
	for at >= 0 {
		content = append(content, text[:at]...)
		if text = text[at+1:]; text[0] != 'u' {
			content = append(content, escapes[strings.IndexByte(escapes, text[0])+1])
			text = text[1:]
		} else {
			var r rune
			r, text = character(text[1:])
			content = utf8.AppendRune(content, r)
		}
		at = backslash(text)
	}
	return string(append(content, text...))
}

// backslash returns where the first one is, or -1. Where there are escapes, they are close together, and
// strings.IndexByte takes longer to begin than to search.
func backslash(text string) int {
	for i := range len(text) {
		if text[i] == '\\' {
			return i
		}
	}
	return -1
}

// character reads the digits of an escaped code unit. If it's half a pair, it reads the other half too.
func character(text string) (r rune, rest string) {
	r, _ = codeUnit(text)
	text = text[4:]
	if utf16.IsSurrogate(r) {
		if second, found := strings.CutPrefix(text, `\u`); found {
			low, _ := codeUnit(second)
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, second[4:]
			}
		}
	}
	return r, text
}
