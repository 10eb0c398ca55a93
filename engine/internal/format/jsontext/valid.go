package jsontext

import "strings"

// MaxNesting limits how deep brackets can nest. Each is a call, and WebAssembly's stack is small.
const MaxNesting = 100

// Valid reports whether text is one JSON value, which can have whitespace around it, and whose brackets nest
// at most MaxNesting deep. It doesn't check that text is UTF-8.
func Valid(text string) bool {
	end, ok := value(text, blanks(text, 0), MaxNesting)
	return ok && blanks(text, end) == len(text)
}

// blanks returns the end of the whitespace at a byte.
func blanks(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
		at++
	}
	return at
}

// is reports whether a byte of text is c. It is false past the end.
func is(text string, at int, c byte) bool { return at < len(text) && text[at] == c }

// value returns the end of the value at a byte. ok is false if there is none, or if its brackets nest deeper
// than depth.
func value(text string, at, depth int) (end int, ok bool) {
	if at >= len(text) {
		return at, false
	}
	switch text[at] {
	case '{':
		return list(text, at, '}', depth-1)
	case '[':
		return list(text, at, ']', depth-1)
	case '"':
		return quoted(text, at)
	case 't':
		return word(text, at, "true")
	case 'f':
		return word(text, at, "false")
	case 'n':
		return word(text, at, "null")
	default:
		return number(text, at)
	}
}

// list reads an object or an array, from one bracket to the other.
func list(text string, at int, closing byte, depth int) (end int, ok bool) {
	if depth < 0 {
		return at, false
	}
	if at = blanks(text, at+1); is(text, at, closing) {
		return at + 1, true
	}
	for {
		if closing == '}' {
			if at, ok = name(text, at); !ok {
				return at, false
			}
		}
		if at, ok = value(text, at, depth); !ok {
			return at, false
		}
		if at = blanks(text, at); is(text, at, closing) {
			return at + 1, true
		}
		if !is(text, at, ',') {
			return at, false
		}
		at = blanks(text, at+1)
	}
}

// name reads the name of a member and its colon, up to the value.
func name(text string, at int) (end int, ok bool) {
	if !is(text, at, '"') {
		return at, false
	}
	if at, ok = quoted(text, at); !ok {
		return at, false
	}
	at = blanks(text, at)
	return blanks(text, at+1), is(text, at, ':')
}

// quoted reads a string.
func quoted(text string, at int) (end int, ok bool) {
	for at++; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			return at + 1, true
		case c < ' ':
			return at, false
		case c == '\\':
			if at++; at == len(text) {
				return at, false
			}
			switch text[at] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if _, ok := codeUnit(text[at+1:]); !ok {
					return at, false
				}
				at += 4
			default:
				return at, false
			}
		}
	}
	return at, false
}

// codeUnit reads four hexadecimal digits.
func codeUnit(text string) (unit rune, ok bool) {
	if len(text) < 4 {
		return 0, false
	}
	for i := range 4 {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			unit = unit<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			unit = unit<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return unit, true
}

func word(text string, at int, want string) (end int, ok bool) {
	return at + len(want), strings.HasPrefix(text[at:], want)
}

// number reads a number. It can't begin with a 0 that is followed by more digits.
func number(text string, at int) (end int, ok bool) {
	at += sign(text[at:])
	begin := at
	if at = digits(text, at); at == begin || text[begin] == '0' && at > begin+1 {
		return at, false
	}
	if is(text, at, '.') {
		begin = at + 1
		if at = digits(text, begin); at == begin {
			return at, false
		}
	}
	if is(text, at, 'e') || is(text, at, 'E') {
		if at++; is(text, at, '+') || is(text, at, '-') {
			at++
		}
		begin = at
		if at = digits(text, begin); at == begin {
			return at, false
		}
	}
	return at, true
}

// sign returns the number of bytes of a number's sign.
func sign(text string) int {
	if strings.HasPrefix(text, "-") {
		return 1
	}
	return 0
}

// digits returns the end of the digits at a byte.
func digits(text string, at int) int {
	for at < len(text) && '0' <= text[at] && text[at] <= '9' {
		at++
	}
	return at
}
