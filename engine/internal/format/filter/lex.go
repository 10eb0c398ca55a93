package filter

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken     tokenKind = iota // the end of the filter
	wordToken                     // a property, an operator or a function
	constant                      // a literal, in token.value
	nullToken                     // null
	opening                       // (
	closing                       // )
	comma                         // ,
	minus                         // a - that isn't the sign of a number
	pathToken                     // names joined by /
	unknownToken                  // anything else, explained in token.hint
)

type token struct {
	kind  tokenKind
	span  Span
	text  string
	value table.Value
	hint  string
}

const (
	spaces  = " \t\r\n"
	symbols = "=<>!&|"
)

// scan reads the token that begins at or after byte at. Spaces separate tokens; parentheses, commas and
// the symbols of other languages are tokens without spaces too.
func scan(source string, at int) token {
	for at < len(source) && strings.IndexByte(spaces, source[at]) >= 0 {
		at++
	}
	if at == len(source) {
		return token{kind: endToken, span: Span{at, at}}
	}
	switch c := source[at]; {
	case c == '(':
		return token{kind: opening, span: Span{at, at + 1}, text: "("}
	case c == ')':
		return token{kind: closing, span: Span{at, at + 1}, text: ")"}
	case c == ',':
		return token{kind: comma, span: Span{at, at + 1}, text: ","}
	case strings.IndexByte(symbols, c) >= 0:
		end := at + 1
		for end < len(source) && strings.IndexByte(symbols, source[end]) >= 0 {
			end++
		}
		text := source[at:end]
		return token{kind: unknownToken, span: Span{at, end}, text: text, hint: symbolHint(text)}
	}
	end, closed := run(source, at)
	t := classify(source[at:end], closed)
	t.span = Span{at, end}
	return t
}

// run finds the end of the token that begins at byte at. Quotes can contain anything; a doubled quote
// doesn't end them.
func run(source string, at int) (end int, closed bool) {
	var open byte
	for end = at; end < len(source); end++ {
		switch c := source[end]; {
		case open != 0:
			if c != open {
				continue
			}
			if c == '\'' && end+1 < len(source) && source[end+1] == '\'' {
				end++
				continue
			}
			open = 0
		case c == '\'' || c == '"':
			open = c
		case strings.IndexByte(spaces+symbols+"(),", c) >= 0:
			return end, true
		}
	}
	return end, open == 0
}

// classify makes a token from its text.
func classify(text string, closed bool) token {
	t := token{kind: unknownToken, text: text}
	quoteAt := strings.IndexByte(text, '\'')
	switch {
	case strings.IndexAny(text, `'"`) != quoteAt: // a double quote comes first
		t.hint = "Strings stand in single quotes: " + Quote(strings.Trim(text, `"`)) + "."
	case !closed:
		t.hint = "The string isn't closed: end it with ', and double every ' inside it."
	case quoteAt >= 0:
		return classifyQuoted(text, quoteAt)
	case strings.EqualFold(text, "true"), strings.EqualFold(text, "false"): // C# and Python write True
		t.kind, t.value = constant, table.BooleanValue(len(text) == len("true"))
	case text == "null":
		t.kind = nullToken
	case startsNumber(text):
		if t.value, t.hint = parseNumber(text); t.hint == "" {
			t.kind = constant
		}
	case text[0] == '-':
		t.kind = minus
	case table.ValidPropertyName(text):
		t.kind = wordToken
	case isPath(text):
		t.kind = pathToken
	default:
		t.hint = "Text stands in single quotes: " + Quote(strings.Trim(text, "‘’“”")) + "."
	}
	return t
}

// classifyQuoted makes a token from a text whose first quote is at byte quoteAt.
func classifyQuoted(text string, quoteAt int) token {
	t := token{kind: unknownToken, text: text}
	body := text[quoteAt+1:]
	end := closingQuote(body)
	if end != len(body)-1 {
		t.hint = "Put a space after " + text[:quoteAt+1+end+1] + "."
		return t
	}
	body = strings.ReplaceAll(body[:end], "''", "'")
	if t.value, t.hint = parseQuoted(text[:quoteAt], body); t.hint == "" {
		t.kind = constant
	}
	return t
}

// closingQuote returns the index of the first quote in s that isn't doubled. There must be one.
func closingQuote(s string) int {
	for i := 0; ; i++ {
		if s[i] == '\'' {
			if i+1 == len(s) || s[i+1] != '\'' {
				return i
			}
			i++
		}
	}
}

// startsNumber reports whether text looks like a number: it begins with a digit, or with a sign and a
// digit.
func startsNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// isPath reports whether text is names joined by slashes, OData's syntax for a member of a member.
func isPath(text string) bool {
	for name := range strings.SplitSeq(text, "/") {
		if !table.ValidPropertyName(name) {
			return false
		}
	}
	return true
}
