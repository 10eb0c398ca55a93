package matrix

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/table"
)

// below and above are the comparisons that bound a property from one side.
func below(t *design.Term) bool { return t.Op == design.Less || t.Op == design.LessOrEqual }
func above(t *design.Term) bool { return t.Op == design.Greater || t.Op == design.GreaterOrEqual }

// opposite is 1 if a term is the other end of a range: Geohash >= ? and Geohash < ?. It needs another value.
func opposite(before []design.Term, t *design.Term) int {
	for i := range before {
		b := &before[i]
		if b.Property == t.Property && (below(b) && above(t) || above(b) && below(t)) {
			return 1
		}
	}
	return 0
}

// inOrder gives the smaller of two parameters to the lower end of a range that has two terms.
func inOrder(p *design.Pattern, params []table.Value) {
	at := make([]int, len(p.Where)) // the last parameter of each term; -1: it's fixed
	next := 0
	for i := range p.Where {
		at[i] = -1
		for _, param := range p.Where[i].Params {
			if !param.Fixed {
				at[i] = next
				next++
			}
		}
	}
	for i := range p.Where {
		for j := range p.Where {
			low, high := &p.Where[i], &p.Where[j]
			if low.Property != high.Property || !above(low) || !below(high) || at[i] < 0 || at[j] < 0 {
				continue
			}
			a, b := &params[at[i]], &params[at[j]]
			if order, _ := compile.Compare(*a, *b); order > 0 {
				*a, *b = *b, *a
			}
		}
	}
}
