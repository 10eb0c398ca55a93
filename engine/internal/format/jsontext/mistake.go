package jsontext

import (
	"strconv"
	"strings"
)

const aValue = "a value: text in double quotes, a number, true, false or null"

// Mistake says where a text stops being valid JSON, and what was expected there. The text needs to be one
// that Valid refuses, and not for its nesting.
func Mistake(text string) string {
	at, expected := blanks(text, 0), aValue
	if end, ok := element(text, at); ok {
		at, expected = blanks(text, end), "the end"
	} else {
		at, expected = mistake(text, at)
	}
	line := strings.Count(text[:at], "\n") + 1
	column := len([]rune(text[strings.LastIndexByte(text[:at], '\n')+1:at])) + 1
	return "expected " + expected + " in its line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}

// mistake returns the place of the mistake in the value at a byte, and what was expected there.
func mistake(text string, at int) (place int, expected string) {
	closing := byte('}')
	switch {
	case is(text, at, '['):
		closing = ']'
	case !is(text, at, '{'):
		return at, aValue
	}
	for {
		at = blanks(text, at+1)
		if closing == '}' {
			if !is(text, at, '"') {
				return at, "a name in double quotes"
			}
			end, ok := quoted(text, at)
			if !ok {
				return at, aValue
			}
			if at = blanks(text, end); !is(text, at, ':') {
				return at, "a colon"
			}
			at = blanks(text, at+1)
		}
		end, ok := element(text, at)
		if !ok {
			return mistake(text, at)
		}
		if at = blanks(text, end); !is(text, at, ',') {
			return at, "a comma or " + string(closing)
		}
	}
}

// element is value for one that nothing follows directly which would make another word of it.
func element(text string, at int) (end int, ok bool) {
	end, ok = value(text, at, MaxNesting)
	return end, ok && (strings.IndexByte(`}]"`, text[end-1]) >= 0 || end == len(text) ||
		strings.IndexByte(" \t\r\n,:{}[]\"", text[end]) >= 0)
}
