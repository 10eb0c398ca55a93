package odata

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/table"
)

// needsType reports whether JSON alone does not tell the type of v.
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

// appendValue appends a value in its JSON form; null when it has no kind.
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
		return AppendString(dst, v.Ticks().String())
	case table.GUID:
		return AppendString(dst, table.FormatGUID(v.Text()))
	case table.Binary:
		return append(base64.StdEncoding.AppendEncode(append(dst, '"'), []byte(v.Text())), '"')
	default:
		return append(dst, "null"...)
	}
}

// appendDouble appends the shortest text that reads back as f, in the service's form: 5.0, 16.1,
// 1.23456789012346E+24, 1E-07. The form never looks like an integer, so a reader without the type
// still takes it for a double.
func appendDouble(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(dst, `"-Infinity"`...)
	}
	// Fifteen digits before the point, and four zeros after it, are as much as the service writes out.
	size := math.Abs(f)
	if size >= 1e15 || size > 0 && size < 1e-4 {
		return strconv.AppendFloat(dst, f, 'E', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	for _, c := range dst[start:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, ".0"...)
}

// appendName appends a member's name and colon, and the comma between it and the member before it.
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

// AppendString appends s as a JSON string in quotes. Only what JSON demands is escaped; bytes that
// are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, width := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += width
			continue
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= ' ':
			dst = append(dst, c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\r':
			dst = append(dst, `\r`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
		i++
	}
	return append(dst, '"')
}
