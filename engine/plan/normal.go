package plan

import (
	"slices"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// normal moves every not inward as far as that changes no result: through and, or and not, and into
// comparisons of a key with a string, because every entity has its keys and strings are ordered. A not
// before any other comparison stays: for an entity without P, both "P lt 1" and "P ge 1" are false. An and
// with false in it, and an or with true in it, become that constant.
func normal(e filter.Expr) filter.Expr {
	switch e := e.(type) {
	case *filter.And:
		return and(e.Span, each(e.Operands, normal))
	case *filter.Or:
		return or(e.Span, each(e.Operands, normal))
	case *filter.Not:
		return negation(e)
	default:
		return e
	}
}

func negation(e *filter.Not) filter.Expr {
	switch inner := e.Operand.(type) {
	case *filter.Not:
		return normal(inner.Operand)
	case *filter.And:
		return or(e.Span, each(inner.Operands, negated))
	case *filter.Or:
		return and(e.Span, each(inner.Operands, negated))
	case *filter.Constant:
		return &filter.Constant{Span: e.Span, Value: !inner.Value}
	case *filter.Compare:
		if comparesKey(inner) {
			flipped := *inner
			flipped.Span, flipped.Op = e.Span, inner.Op.Negated()
			return &flipped
		}
	}
	return e
}

func negated(e filter.Expr) filter.Expr {
	start, end := e.Place()
	return negation(&filter.Not{Span: filter.Span{Start: start, End: end}, Operand: e})
}

func and(at filter.Span, operands []filter.Expr) filter.Expr {
	if slices.ContainsFunc(operands, isConstant(false)) {
		return &filter.Constant{Span: at, Value: false}
	}
	if operands = slices.DeleteFunc(operands, isConstant(true)); len(operands) == 0 {
		return &filter.Constant{Span: at, Value: true}
	}
	return conjunction(operands)
}

func or(at filter.Span, operands []filter.Expr) filter.Expr {
	if slices.ContainsFunc(operands, isConstant(true)) {
		return &filter.Constant{Span: at, Value: true}
	}
	if operands = slices.DeleteFunc(operands, isConstant(false)); len(operands) == 0 {
		return &filter.Constant{Span: at, Value: false}
	}
	if len(operands) == 1 {
		return operands[0]
	}
	return &filter.Or{Span: at, Operands: operands}
}

func isConstant(value bool) func(filter.Expr) bool {
	return func(e filter.Expr) bool {
		c, ok := e.(*filter.Constant)
		return ok && c.Value == value
	}
}

func each(operands []filter.Expr, change func(filter.Expr) filter.Expr) []filter.Expr {
	changed := make([]filter.Expr, len(operands))
	for i, e := range operands {
		changed[i] = change(e)
	}
	return changed
}

// comparesKey reports whether c compares a key with a string. A key compared with anything else behaves
// like a property of the wrong type.
func comparesKey(c *filter.Compare) bool {
	return (c.Property == table.PartitionKey || c.Property == table.RowKey) && c.Value.Kind() == table.String
}

// bounding returns the condition as a comparison. ok is true if it bounds a key; NotEqual doesn't.
func bounding(condition filter.Expr) (c *filter.Compare, ok bool) {
	c, ok = condition.(*filter.Compare)
	return c, ok && comparesKey(c) && c.Op != filter.NotEqual
}
