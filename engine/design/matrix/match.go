package matrix

import (
	"slices"
	"sort"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

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
	terms := compile.Bind(p, params)
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
			if from, to, ok := c.between(t); ok {
				use(to-from, func() []int32 { return sequence(from, to) })
			}
		case c.own() && known >= 0 && known < d.count && len(t.Values) == 1 && c.values[known] == t.Values[0]:
			use(1, func() []int32 { return []int32{int32(known)} })
		default:
			g, n := c.grouped(), 0
			var groups [][]int32
			for i, v := range t.Values {
				if k, ok := g.number[v]; ok && !slices.Contains(t.Values[:i], v) {
					groups, n = append(groups, g.all[k]), n+len(g.all[k])
				}
			}
			use(n, func() []int32 {
				if len(groups) == 1 {
					return groups[0]
				}
				ids := slices.Concat(groups...)
				slices.Sort(ids)
				return ids
			})
		}
	}
	if found == nil && least == d.count {
		return sequence(0, d.count), len(terms) == 0
	}
	return found, settled
}

// between returns the entities that fulfill a term on a time that comes in order.
func (c *column) between(t compile.Term) (from, to int, ok bool) {
	if !c.inOrder() || t.Op == design.NotEqual {
		return 0, 0, false
	}
	low := t.Values[0]
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
	to = from + sort.Search(n-from, func(i int) bool { return !t.Holds(c.values[from+i]) })
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
