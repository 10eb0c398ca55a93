package filter

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// symbolHints says how the operators of other languages are written here.
var symbolHints = map[string]string{
	"=":   "equality is written eq",
	"==":  "equality is written eq",
	"===": "equality is written eq",
	"!=":  "inequality is written ne",
	"!==": "inequality is written ne",
	"<>":  "inequality is written ne",
	"<":   "less than is written lt",
	"<=":  "less than or equal is written le",
	">":   "greater than is written gt",
	">=":  "greater than or equal is written ge",
	"&":   "conditions are joined by and",
	"&&":  "conditions are joined by and",
	"|":   "alternatives are joined by or",
	"||":  "alternatives are joined by or",
	"!":   "negation is written not",
}

// calculation is the hint for every kind of arithmetic.
const calculation = "the service does not calculate; compare with a constant"

// wordHint says what a misplaced word may have been meant as, or "".
func wordHint(text string) string {
	switch lower := strings.ToLower(text); {
	case lower != text && reserved(lower):
		return "operators are lower case: " + lower
	case lower == "like":
		return "there are no patterns; a beginning is found with " + prefixFilter("Name", "abc")
	default:
		return ""
	}
}

// caseHint says that true, false or null was meant, or "".
func caseHint(name string) string {
	switch lower := strings.ToLower(name); lower {
	case "true", "false", "null":
		return lower + " is written in lower case"
	default:
		return ""
	}
}

func prefixHint(prefix string) string {
	switch lower := strings.ToLower(prefix); lower {
	case "datetime", "guid", "binary":
		return "the type is written in lower case: " + lower + "'…'"
	case "datetimeoffset", "time", "date":
		return "a date is written datetime'2008-07-10T00:00:00Z'"
	default:
		return "put a space before the quote; " +
			"only datetime, guid, X and binary stand right before one"
	}
}

func numberHint(text string) string {
	if strings.LastIndexByte(text, '-') > 0 || strings.IndexByte(text, ':') > 0 {
		return "a date is written datetime'2008-07-10T00:00:00Z', a Guid guid'…', " +
			"and text stands in single quotes"
	}
	return "numbers are written 5 or 5L or 5.0 or 1.5e3, and text stands in single quotes"
}

// functionHint says what to do without the function. args are the tokens of its arguments.
func functionHint(name string, args []token) string {
	switch strings.ToLower(name) {
	case "startswith":
		if len(args) == 3 && args[0].kind == wordToken && args[2].value.Kind() == table.String {
			if hint := prefixFilter(args[0].text, args[2].value.Text()); hint != "" {
				return "the service has no functions; a beginning is found with " + hint
			}
		}
	case "tolower", "toupper":
		return "the service has no functions and minds case; " +
			"store a lower-case copy and compare with that"
	case "contains", "substringof", "endswith", "indexof":
		return "the service has no functions and cannot look inside text; " +
			"store what you look for as a key or a property"
	}
	return "the service has no functions; compare a property with a constant"
}

// prefixFilter returns the comparisons that hold for texts beginning with prefix, or "" when the
// last character has no simple successor.
func prefixFilter(property, prefix string) string {
	runes := []rune(prefix)
	if len(runes) == 0 || runes[len(runes)-1] >= 0xD7FF {
		return ""
	}
	runes[len(runes)-1]++
	return property + " ge " + quote(prefix) + " and " + property + " lt " + quote(string(runes))
}
