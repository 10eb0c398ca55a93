package filter

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
)

// Kind is the reason why a filter is refused.
type Kind uint8

const (
	// Syntax is a syntax error.
	Syntax Kind = iota
	// Null is a property tested for equality with null, which no property ever is.
	Null
	// NullOrder is null with one of the operators lt, le, gt and ge.
	NullOrder
	// Unsupported is OData that the service doesn't support: functions, arithmetic, comparisons of two
	// properties or two constants.
	Unsupported
	// TooDeep is more than MaxDepth nested parentheses and nots.
	TooDeep
	// TooMany is more than MaxComparisons comparisons.
	TooMany
)

// MaxDepth is how deep parentheses and nots can nest, and MaxComparisons how many comparisons a filter can
// have. The service documents 15, and has been seen to take more; each costs time for each entity read.
const (
	MaxDepth       = 100
	MaxComparisons = 500
)

// Error says why a filter is refused.
type Error struct {
	Kind       Kind
	Start, End int    // the byte offsets of what is wrong
	Message    string // the service's
	Hint       string // what to write instead
}

// Error returns the message and the hint.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " " + e.Hint
}

// syntaxError is a syntax error. Its message has the end of what is wrong, in UTF-16 code units.
func syntaxError(source string, at Span, hint string) *Error {
	n := strconv.Itoa(table.Length(source[:at.End]))
	return &Error{
		Kind: Syntax, Start: at.Start, End: at.End, Hint: hint,
		Message: "Syntax error at position " + n + " in '" + source + "'.",
	}
}

func unsupported(at Span, hint string) *Error {
	return &Error{
		Kind: Unsupported, Start: at.Start, End: at.End, Hint: hint,
		Message: fault.NotImplemented.Message,
	}
}

func tooDeep(at Span) *Error {
	return &Error{
		Kind: TooDeep, Start: at.Start, End: at.End,
		Message: fault.InvalidInput.Message,
		Hint:    "Parentheses and nots can be nested at most " + strconv.Itoa(MaxDepth) + " deep.",
	}
}

func tooMany(at Span) *Error {
	return &Error{
		Kind: TooMany, Start: at.Start, End: at.End,
		Message: fault.InvalidInput.Message,
		Hint: "A filter can have at most " + strconv.Itoa(MaxComparisons) +
			" comparisons here; the documented limit is 15.",
	}
}

// nullError is the error for a comparison of the property with null.
func nullError(at Span, property string, op Operator) *Error {
	e := &Error{Kind: Null, Start: at.Start, End: at.End, Message: fault.InvalidInput.Message}
	present := property + " eq '' or " + property + " ne ''"
	switch op {
	case Equal:
		e.Hint = "A property is never null, only absent. Entities without it: not (" + present + ")."
	case NotEqual:
		e.Hint = "A property is never null, only absent. Entities with it: " + present + "."
	default:
		e.Kind = NullOrder
		e.Message = "The operator '" + operators[op].name +
			"' is not supported for the 'null' literal; only equality checks are supported."
		e.Hint = "A property is never null, and nothing is less or greater than null."
	}
	return e
}
