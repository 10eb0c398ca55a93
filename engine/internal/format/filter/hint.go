package filter

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// symbolHint says how an operator of another language is written here, or "".
func symbolHint(symbol string) string {
	for _, h := range &symbolHints {
		if h.symbol == symbol {
			return h.hint
		}
	}
	return ""
}

var symbolHints = [...]struct{ symbol, hint string }{
	{"=", "Equality is written eq."},
	{"==", "Equality is written eq."},
	{"===", "Equality is written eq."},
	{"!=", "Inequality is written ne."},
	{"!==", "Inequality is written ne."},
	{"<>", "Inequality is written ne."},
	{"<", "Less than is written lt."},
	{"<=", "Less than or equal is written le."},
	{">", "Greater than is written gt."},
	{">=", "Greater than or equal is written ge."},
	{"&", "Conditions are joined by and."},
	{"&&", "Conditions are joined by and."},
	{"|", "Alternatives are joined by or."},
	{"||", "Alternatives are joined by or."},
	{"!", "Negation is written not."},
}

// calculation is the hint for every kind of arithmetic.
const calculation = "The service doesn't calculate: compare with a constant."

const dateHint = "A date is written datetime'2008-07-10T00:00:00Z'."

// wordHint says what a misplaced word was probably meant to be, or "".
func wordHint(text string) string {
	switch lower := strings.ToLower(text); {
	case lower != text && reserved(lower):
		return "Operators are lower case: " + lower + "."
	case lower == "like":
		return "There are no patterns: to find a prefix, write " + prefixFilter("Name", "abc") + "."
	default:
		return ""
	}
}

// caseHint says that null was meant, or "".
func caseHint(name string) string {
	if strings.EqualFold(name, "null") {
		return "Write null in lower case."
	}
	return ""
}

func prefixHint(prefix string) string {
	switch lower := strings.ToLower(prefix); lower {
	case "datetime", "guid", "binary":
		return "The type is written in lower case: " + lower + "'…'."
	case "datetimeoffset", "time", "date":
		return dateHint
	default:
		return "Put a space before the quote: " +
			"only datetime, guid, X and binary go directly before it."
	}
}

func numberHint(text string) string {
	if strings.LastIndexByte(text, '-') > 0 || strings.IndexByte(text, ':') > 0 {
		return "A date is written datetime'2008-07-10T00:00:00Z', a Guid guid'…', " +
			"and strings are in single quotes."
	}
	return "Numbers are written 5 or 5L or 5.0 or 1.5e3, and strings are in single quotes."
}

// functionHint says what to do instead of calling a function. args are the tokens of its arguments.
func functionHint(name string, args []token) string {
	switch strings.ToLower(name) {
	case "startswith":
		if len(args) == 3 && args[0].kind == wordToken && args[2].value.Kind() == table.String {
			if hint := prefixFilter(args[0].text, args[2].value.Text()); hint != "" {
				return "The service has no functions: to find a prefix, write " + hint + "."
			}
		}
	case "tolower", "toupper":
		return "The service has no functions, and comparisons are case-sensitive: " +
			"store a lower-case copy and compare with that."
	case "contains", "substringof", "endswith", "indexof":
		return "The service has no functions and can't search inside strings: " +
			"store what you look for as a key or a property."
	}
	return "The service has no functions: compare a property with a constant."
}

// prefixFilter returns the comparisons that are true for strings with the prefix, or "" if the last
// character has no simple successor.
func prefixFilter(property, prefix string) string {
	runes := []rune(prefix)
	if len(runes) == 0 || runes[len(runes)-1] >= 0xD7FF {
		return ""
	}
	runes[len(runes)-1]++
	return property + " ge " + Quote(prefix) + " and " + property + " lt " + Quote(string(runes))
}
