package filter

import (
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// Expr is a parsed $filter or a part of one: *And, *Or, *Not, *Compare or *Boolean.
type Expr interface {
	// String prints the expression as a filter that parses to the same expression.
	String() string
	// Place returns the bytes start <= i < end of the filter that the expression was read from.
	Place() (start, end int)
}

// Span is where an expression stands in its filter, in bytes.
type Span struct{ Start, End int }

// Place returns Start and End.
func (s Span) Place() (start, end int) { return s.Start, s.End }

// And holds when all its operands, two or more, hold.
type And struct {
	Span
	Operands []Expr
}

// Or holds when one of its operands, two or more, holds.
type Or struct {
	Span
	Operands []Expr
}

// Not holds when its operand does not.
type Not struct {
	Span
	Operand Expr
}

// Compare holds when the property is there and stands to the constant as Op says. A constant
// written on the left has been moved to the right and Op turned with it.
type Compare struct {
	Span
	Property string
	Op       Operator
	Value    table.Value
}

// Boolean is a property's name alone. It holds when the property is there and is true.
type Boolean struct {
	Span
	Property string
}

// String joins the operands with "and".
func (e *And) String() string { return join(e.Operands, " and ") }

// String joins the operands with "or".
func (e *Or) String() string { return join(e.Operands, " or ") }

// String puts the operand in parentheses unless it is a name or another not.
func (e *Not) String() string {
	switch e.Operand.(type) {
	case *Boolean, *Not:
		return "not " + e.Operand.String()
	default:
		return "not (" + e.Operand.String() + ")"
	}
}

// String writes the property first.
func (e *Compare) String() string {
	return e.Property + " " + e.Op.String() + " " + Literal(e.Value)
}

// String returns the property's name.
func (e *Boolean) String() string { return e.Property }

// join puts those operands in parentheses that would otherwise be read as part of the whole.
func join(operands []Expr, word string) string {
	texts := make([]string, len(operands))
	for i, e := range operands {
		texts[i] = e.String()
		_, isAnd := e.(*And)
		_, isOr := e.(*Or)
		if isOr || isAnd && word == " and " {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, word)
}
