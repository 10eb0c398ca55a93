package odata

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/table"
)

// needsType reports whether v needs a type annotation, because its JSON doesn't imply the type.
func needsType(v table.Value) bool {
	switch v.Kind() {
	case table.Int64, table.DateTime, table.GUID, table.Binary:
		return true
	case table.Double:
		return math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)
	default:
		return false
	}
}

// appendValue appends a value in its JSON form, or null for the zero Value.
func appendValue(dst []byte, v table.Value) []byte {
	switch v.Kind() {
	case table.String:
		return AppendString(dst, v.Text())
	case table.Boolean:
		return strconv.AppendBool(dst, v.Bool())
	case table.Int32:
		return strconv.AppendInt(dst, v.Int(), 10)
	case table.Int64:
		return append(strconv.AppendInt(append(dst, '"'), v.Int(), 10), '"')
	case table.Double:
		return appendDouble(dst, v.Float())
	case table.DateTime:
		return appendTime(dst, v.Ticks())
	case table.GUID:
		return AppendString(dst, table.FormatGUID(v.Text()))
	case table.Binary:
		return append(base64.StdEncoding.AppendEncode(append(dst, '"'), []byte(v.Text())), '"')
	default:
		return append(dst, "null"...)
	}
}

// appendDouble appends a double as the service formats it: 5.0, 16.1, 1E+20, 0.33333333333333331. It has
// up to fifteen digits, or seventeen if fifteen wouldn't parse as f again, and never looks like an integer.
func appendDouble(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(dst, `"-Infinity"`...)
	}
	text := strconv.FormatFloat(f, 'G', 15, 64)
	if back, err := strconv.ParseFloat(text, 64); err != nil || back != f {
		text = strconv.FormatFloat(f, 'G', 17, 64)
	}
	dst = append(dst, text...)
	if !strings.ContainsAny(text, ".E") {
		dst = append(dst, ".0"...)
	}
	return dst
}

// appendName appends a member's name and colon, after a comma unless it's the first member.
func appendName(dst []byte, name string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(AppendString(dst, name), ':')
}

// appendText appends a member whose value is a string.
func appendText(dst []byte, name, text string) []byte {
	return AppendString(appendName(dst, name), text)
}

// AppendString appends s as a JSON string in quotes. Like the service, it escapes everything that isn't
// ASCII. Bytes that aren't UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	return append(appendEscaped(append(dst, '"'), s), '"')
}

// appendEscaped appends what goes between the quotes. It copies everything between two escapes at once.
func appendEscaped(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		r, width := utf8.DecodeRuneInString(s[i:])
		dst = appendEscape(append(dst, s[start:i]...), r)
		i += width
		start = i
	}
	return append(dst, s[start:]...)
}

func appendEscape(dst []byte, r rune) []byte {
	letter := byte(0)
	switch r {
	case '"', '\\':
		letter = byte(r)
	case '\n':
		letter = 'n'
	case '\r':
		letter = 'r'
	case '\t':
		letter = 't'
	case '\b':
		letter = 'b'
	case '\f':
		letter = 'f'
	}
	if letter != 0 {
		return append(dst, '\\', letter)
	}
	if r > 0xFFFF {
		var high rune
		high, r = utf16.EncodeRune(r)
		dst = appendUnit(dst, high)
	}
	return appendUnit(dst, r)
}

// appendTime appends an instant in quotes.
func appendTime(dst []byte, t table.Ticks) []byte {
	return append(t.Append(append(dst, '"')), '"')
}

// appendUnit appends the escape of a UTF-16 code unit.
func appendUnit(dst []byte, unit rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u',
		digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}

// Text returns a value as text, which ParseText reads. It's what a JSON string has inside its quotes.
func Text(v table.Value) string {
	if v.Kind() == table.String {
		return v.Text()
	}
	return strings.Trim(string(appendValue(nil, v)), `"`)
}
