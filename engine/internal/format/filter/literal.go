package filter

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// Literal formats a value as a constant in a filter.
func Literal(v table.Value) string {
	switch v.Kind() {
	case table.Binary:
		return "X'" + hex(v.Text()) + "'"
	case table.Boolean:
		return strconv.FormatBool(v.Bool())
	case table.DateTime:
		return "datetime'" + v.Ticks().String() + "'"
	case table.Double:
		return formatDouble(v.Float())
	case table.GUID:
		return "guid'" + table.FormatGUID(v.Text()) + "'"
	case table.Int32:
		return strconv.FormatInt(v.Int(), 10)
	case table.Int64:
		return strconv.FormatInt(v.Int(), 10) + "L"
	case table.String:
		return Quote(v.Text())
	default:
		return "null"
	}
}

// Quote formats a string constant, in which quotes are doubled.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// formatDouble formats a number with a point or an exponent, which make it a Double.
func formatDouble(f float64) string {
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func hex(b string) string {
	const digits = "0123456789ABCDEF"
	var s strings.Builder
	for i := range len(b) {
		s.WriteByte(digits[b[i]>>4])
		s.WriteByte(digits[b[i]&15])
	}
	return s.String()
}

// parseQuoted reads a quoted constant. text is what is between the quotes, with doubled quotes already
// single. hint says what is wrong, or is "".
func parseQuoted(prefix, text string) (v table.Value, hint string) {
	switch prefix {
	case "":
		return table.StringValue(text), ""
	case "datetime":
		// Clients compare with .NET's earliest DateTime, which is before any that the service stores.
		at, ok := table.ParseTicks(text)
		if !ok || at < 0 || at > table.MaxTicks {
			return v, dateHint
		}
		return table.DateTimeValue(at), ""
	case "guid":
		id, ok := table.ParseGUID(text)
		if !ok {
			return v, "A Guid is written guid'a455c695-df98-5678-aaaa-81d3367e5a34'."
		}
		return table.GUIDValue(id), ""
	case "X", "x", "binary":
		b, ok := parseHex(text)
		if !ok {
			return v, "Binary is written in pairs of hexadecimal digits: X'0A1B'."
		}
		return table.BinaryValue(b), ""
	default:
		return v, prefixHint(prefix)
	}
}

func parseHex(s string) (b string, ok bool) {
	if len(s)%2 != 0 {
		return "", false
	}
	bytes := make([]byte, 0, len(s)/2)
	for i := 0; i < len(s); i += 2 {
		n, err := strconv.ParseUint(s[i:i+2], 16, 8)
		if err != nil {
			return "", false
		}
		bytes = append(bytes, byte(n))
	}
	return string(bytes), true
}

// parseNumber reads an Int32, an Int64 or a Double. An integer that doesn't fit Int32 is an Int64.
func parseNumber(s string) (v table.Value, hint string) {
	body, suffix := s, byte(0)
	if last := s[len(s)-1]; last > '9' {
		body, suffix = s[:len(s)-1], last|0x20
	}
	integer, ok := scanNumber(body)
	switch {
	case !ok:
		return v, numberHint(s)
	case suffix == 'd' || suffix == 0 && !integer:
		f, err := strconv.ParseFloat(body, 64)
		if err != nil {
			return v, "The number is beyond the range of Double."
		}
		return table.DoubleValue(f), ""
	case !integer || suffix != 'l' && suffix != 0:
		return v, numberHint(s)
	}
	n, err := strconv.ParseInt(body, 10, 64)
	if err != nil {
		return v, "The number is beyond the range of Int64: a Double is written " + body + ".0."
	}
	if suffix == 0 && n == int64(int32(n)) {
		return table.Int32Value(int32(n)), ""
	}
	return table.Int64Value(n), ""
}

// scanNumber checks -?digits[.digits][e[+-]digits]. integer is true if there is no fraction and no
// exponent.
func scanNumber(s string) (integer, ok bool) {
	rest, ok := digits(strings.TrimPrefix(s, "-"))
	if !ok || rest == "" {
		return true, ok
	}
	if rest[0] == '.' {
		if rest, ok = digits(rest[1:]); !ok || rest == "" {
			return false, ok
		}
	}
	if rest[0]|0x20 != 'e' {
		return false, false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	rest, ok = digits(rest)
	return false, ok && rest == ""
}

// digits removes one or more decimal digits from the front of s.
func digits(s string) (rest string, ok bool) {
	rest = strings.TrimLeft(s, "0123456789")
	return rest, len(rest) < len(s)
}
