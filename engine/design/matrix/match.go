package matrix

import (
	"slices"
	"sort"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// valued is a term with its values.
type valued struct {
	*design.Term
	values []table.Value
}

// valuesOf gives the terms of a pattern their values.
func valuesOf(p *design.Pattern, params []table.Value) (all []valued) {
	for i := range p.Where {
		t := valued{Term: &p.Where[i]}
		for _, param := range t.Params {
			if v := param.Value; param.Fixed {
				t.values = append(t.values, v)
			} else if len(params) > 0 {
				t.values, params = append(t.values, params[0]), params[1:]
			}
		}
		all = append(all, t)
	}
	return all
}

// matching returns the entities of a type that a pattern is about, in their order and without its limit. One
// of them can be known: that from which the values come.
func (r *run) matching(p *design.Pattern, params []table.Value, known int) []int32 {
	d := r.data[p.Entity.Name]
	found, settled := d.near(p, params, known)
	if settled {
		return found
	}
	var ids []int32
	fits, i := compile.Matches(p, params), 0
	values := d.reader(&i)
	for _, id := range found {
		if i = int(id); fits(values) {
			ids = append(ids, id)
		}
	}
	return ids
}

// near returns the fewest entities among which those that match are, and whether all of them do.
func (d *data) near(p *design.Pattern, params []table.Value, known int) (found []int32, settled bool) {
	terms := valuesOf(p, params)
	least := d.count
	use := func(n int, ids func() []int32) {
		if n < least || found == nil && n == least {
			least, found, settled = n, ids(), len(terms) == 1
		}
	}
	for _, t := range terms {
		c := d.column(t.Property.Name)
		switch {
		case t.Op != design.Equal && t.Op != design.OneOf && t.Op != design.Has:
			if from, to, ok := c.between(p, t); ok {
				use(to-from, func() []int32 { return sequence(from, to) })
			}
		case c.own() && known >= 0 && known < d.count && len(t.values) == 1 && c.values[known] == t.values[0]:
			use(1, func() []int32 { return []int32{int32(known)} })
		default:
			g := c.grouped()
			var ids []int32
			for i, v := range t.values {
				if n, ok := g.number[v]; ok && !slices.Contains(t.values[:i], v) {
					ids = append(ids, g.all[n]...)
				}
			}
			use(len(ids), func() []int32 { slices.Sort(ids); return ids })
		}
	}
	if found == nil && least == d.count {
		return sequence(0, d.count), len(terms) == 0
	}
	return found, settled
}

// between returns the entities that fulfill a term on a time that comes in order.
func (c *column) between(p *design.Pattern, t valued) (from, to int, ok bool) {
	if !c.inOrder() || t.Op == design.NotEqual || len(t.values) == 0 {
		return 0, 0, false
	}
	alone := *p
	alone.Where = []design.Term{*t.Term}
	alone.Where[0].Params = nil
	for _, v := range t.values {
		alone.Where[0].Params = append(alone.Where[0].Params, design.Param{Fixed: true, Value: v})
	}
	fits := compile.Matches(&alone, nil)
	holds := func(i int) bool { return fits(func(string) table.Value { return c.values[i] }) }
	low := t.values[0]
	if t.Op == design.InUnit {
		low = table.DateTimeValue(keys.Floor(low.Ticks(), t.Unit))
	}
	n := len(c.values)
	if t.Op != design.Less && t.Op != design.LessOrEqual {
		from = sort.Search(n, func(i int) bool { return c.values[i].Ticks() >= low.Ticks() })
		if t.Op == design.Greater && from < n && c.values[from] == low {
			from++
		}
	}
	to = from + sort.Search(n-from, func(i int) bool { return !holds(from + i) })
	return from, to, true
}

// wanted returns how many entities a pattern is about: what a question asks for, or a write has to write,
// without copies.
func (r *run) wanted(p *design.Pattern, in compile.Input, known int) float64 {
	if p.Verb == design.Insert {
		return float64(max(1, p.Batch) + p.Beside())
	}
	sum := 0.
	for i, q := range p.Each() {
		at := known
		if i > 0 {
			at = -1
		}
		sum += float64(len(r.matching(q, in.Params, at)))
	}
	if p.Limit > 0 {
		sum = min(sum, float64(p.Limit))
	}
	if sum > 0 {
		sum += float64(p.Beside())
	}
	return sum
}
