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

// waysOf returns the ways in which an expression is true, or false, among entities that have its
// properties. ok is false if they're too many.
func waysOf(e filter.Expr, holds bool) (all []way, ok bool) {
	switch e := e.(type) {
	case *filter.Compare:
		c := *e
		if !holds {
			c.Op = c.Op.Negated()
		}
		return []way{{&c}}, true
	case *filter.Boolean:
		return []way{{{Property: e.Property, Value: table.BooleanValue(holds)}}}, true
	case *filter.Constant:
		if e.Value != holds {
			return nil, true
		}
		return []way{{}}, true
	case *filter.Not:
		return waysOf(e.Operand, !holds)
	case *filter.Or:
		return ofAll(e.Operands, holds, holds)
	case *filter.And:
		return ofAll(e.Operands, holds, !holds)
	}
	return nil, false
}

// ofAll returns the ways in which operands hold or don't: any of them, or all together.
func ofAll(operands []filter.Expr, holds, enough bool) (all []way, ok bool) {
	for i, operand := range operands {
		more, ok := waysOf(operand, holds)
		if enough || i == 0 {
			all = append(all, more...)
		} else {
			all = product(all, more)
		}
		if !ok || len(all) > mostWays {
			return nil, false
		}
	}
	return all, true
}

func product(a, b []way) (all []way) {
	for _, first := range a {
		for _, second := range b {
			all = append(all, append(first[:len(first):len(first)], second...))
		}
	}
	return all
}
