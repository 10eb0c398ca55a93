package helper

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// callTimestamp returns a moment as seconds since 1970.
func callTimestamp(c *Context, args []string) (string, *problem.Problem) {
	at, bad := moment(c, args)
	return strconv.FormatInt(int64((at-table.UnixEpoch)/table.Second), 10), bad
}

// callDatetime returns a moment in the format that the first argument asks for.
func callDatetime(c *Context, args []string) (string, *problem.Problem) {
	at, bad := moment(c, args[1:])
	format := strings.Trim(args[0], `"`)
	switch {
	case args[0] == "iso8601":
		return iso8601(at), bad
	case args[0] == "rfc1123":
		return RFC1123(at), bad
	case format == "" || args[0] != `"`+format+`"`:
		return "", problem.New(
			"$datetime takes iso8601, rfc1123 or a format in quotes first"+problem.Found(args[0])+".", formatHint)
	case bad != nil:
		return "", bad
	default:
		return formatted(at, format)
	}
}

const formatHint = `Write "YYYY-MM-DD[T]HH:mm:ss" or parts of it, without spaces. Put other text in [ ].`

// formatted writes an instant with numbers for YYYY, MM, DD, HH, mm and ss, and copies what is in
// brackets. Every other letter is an error, because other tools give many of them a meaning.
func formatted(at table.Ticks, format string) (string, *problem.Problem) {
	const parts = "YYYY-MM-DDTHH:mm:ss"
	full, text := at.Full(), ""
	for format != "" {
		size := 1
		for size < len(format) && format[size] == format[0] {
			size++
		}
		switch {
		case format[0] == '[' && strings.Contains(format, "]"):
			size = strings.IndexByte(format, ']') + 1
			text += format[1 : size-1]
		case lex.IsLetter(format[0]) || format[0] == '[':
			from := strings.Index(parts, format[:size])
			if from < 0 || size != 4 && (size != 2 || from == 0) {
				return "", problem.New("A date format has no "+format[:size]+".", formatHint)
			}
			text += full[from : from+size]
		default:
			text += format[:size]
		}
		format = format[size:]
	}
	return text, nil
}

// iso8601 writes an instant, to the millisecond: 2006-01-02T15:04:05.000Z.
func iso8601(at table.Ticks) string { return at.Time().Format("2006-01-02T15:04:05.000Z") }

// RFC1123 writes an instant the way HTTP headers do: Mon, 02 Jan 2006 15:04:05 GMT.
func RFC1123(at table.Ticks) string { return at.Time().Format("Mon, 02 Jan 2006 15:04:05 GMT") }
