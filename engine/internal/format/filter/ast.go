package filter

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// Expr is a parsed $filter or a part of one: *And, *Or, *Not, *Compare, *Boolean or *Constant.
type Expr interface {
	// String prints the expression as a filter that parses to the same expression.
	String() string
	// Place returns the byte offsets of the expression in its filter, end excluded.
	Place() (start, end int)
}

// Span is the place of an expression in its filter, in bytes.
type Span struct{ Start, End int }

// Place returns Start and End.
func (s Span) Place() (start, end int) { return s.Start, s.End }

// And is true if all its operands are, of which there are at least two.
type And struct {
	Span
	Operands []Expr
}

// Or is true if any of its operands is, of which there are at least two.
type Or struct {
	Span
	Operands []Expr
}

// Not is true if its operand is false.
type Not struct {
	Span
	Operand Expr
}

// Compare is true if the entity has the property and it compares to the constant as Op says. A constant
// written on the left has been moved to the right, and Op swapped.
type Compare struct {
	Span
	Property string
	Op       Operator
	Value    table.Value
}

// Boolean is the name of a property alone. It is true if the entity has the property and it's true.
type Boolean struct {
	Span
	Property string
}

// Constant is the word true or false alone. It's true of every entity or of none.
type Constant struct {
	Span
	Value bool
}

// Properties returns the properties that an expression names, in order; some more than once.
func Properties(e Expr) (names []string) {
	switch e := e.(type) {
	case *And:
		return propertiesOf(e.Operands)
	case *Or:
		return propertiesOf(e.Operands)
	case *Not:
		return Properties(e.Operand)
	case *Compare:
		return []string{e.Property}
	case *Boolean:
		return []string{e.Property}
	}
	return nil
}

func propertiesOf(operands []Expr) (names []string) {
	for _, e := range operands {
		names = append(names, Properties(e)...)
	}
	return names
}

// String joins the operands with "and".
func (e *And) String() string { return join(e.Operands, " and ") }

// String joins the operands with "or".
func (e *Or) String() string { return join(e.Operands, " or ") }

// String puts the operand in parentheses unless it is a word or another not.
func (e *Not) String() string {
	switch e.Operand.(type) {
	case *Boolean, *Constant, *Not:
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

// String returns true or false.
func (e *Constant) String() string { return strconv.FormatBool(e.Value) }

// join joins operands, with parentheses around those that would otherwise parse differently.
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

// Conjuncts appends the operands of e's top-level and, nested ones included, in the order written.
func Conjuncts(dst []Expr, e Expr) []Expr {
	and, ok := e.(*And)
	if !ok {
		return append(dst, e)
	}
	for _, operand := range and.Operands {
		dst = Conjuncts(dst, operand)
	}
	return dst
}
