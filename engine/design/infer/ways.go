package infer

import (
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// mostWays is how many lists of conditions a filter can have. One with more isn't a question that
// somebody asks.
const mostWays = 16

// way is a list of comparisons that are all true.
type way []*filter.Compare

// waysOf returns the ways in which an expression is true.
func waysOf(e filter.Expr) (all []way, ok bool) {
	switch e := e.(type) {
	case *filter.Compare:
		return []way{{e}}, true
	case *filter.Boolean:
		return []way{{{Property: e.Property, Value: table.BooleanValue(true)}}}, true
	case *filter.Constant:
		if !e.Value {
			return nil, true
		}
		return []way{{}}, true
	case *filter.Not:
		return waysOf(negated(e.Operand))
	case *filter.Or:
		for _, operand := range e.Operands {
			more, ok := waysOf(operand)
			if all = append(all, more...); !ok || len(all) > mostWays {
				return nil, false
			}
		}
		return all, true
	case *filter.And:
		all = []way{{}}
		for _, operand := range e.Operands {
			more, ok := waysOf(operand)
			if all = product(all, more); !ok || len(all) > mostWays {
				return nil, false
			}
		}
		return all, true
	}
	return nil, false
}

func product(a, b []way) (all []way) {
	for _, first := range a {
		for _, second := range b {
			all = append(all, append(first[:len(first):len(first)], second...))
		}
	}
	return all
}

// negated returns the expression that is true where e is false, among entities that have its
// properties.
func negated(e filter.Expr) filter.Expr {
	switch e := e.(type) {
	case *filter.Compare:
		return &filter.Compare{Property: e.Property, Op: e.Op.Negated(), Value: e.Value}
	case *filter.Boolean:
		return &filter.Compare{Property: e.Property, Value: table.BooleanValue(false)}
	case *filter.Constant:
		return &filter.Constant{Value: !e.Value}
	case *filter.Not:
		return e.Operand
	case *filter.And:
		return &filter.Or{Operands: eachNegated(e.Operands)}
	case *filter.Or:
		return &filter.And{Operands: eachNegated(e.Operands)}
	}
	return e
}

func eachNegated(all []filter.Expr) []filter.Expr {
	negations := make([]filter.Expr, len(all))
	for i, e := range all {
		negations[i] = negated(e)
	}
	return negations
}
