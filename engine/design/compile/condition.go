package compile

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Term is a term of a pattern with its values: of times in a unit, one in it.
type Term struct {
	*design.Term
	Values []table.Value
}

// condition is what the terms of a pattern say of one property.
type condition struct {
	property *design.Property
	terms    []Term
	fixed    bool          // the value is one of values
	values   []table.Value // without duplicates
	lo, hi   bound         // of times and integers: both ends included
	prefix   string        // of strings
	none     bool          // no value fulfills it
}

// bound is an end of a range.
type bound struct {
	value table.Value // no kind: no bound
	open  bool        // the value itself is outside
}

func (b bound) is() bool { return b.value.Kind() != 0 }

// Bind gives the terms of a pattern their values.
func Bind(p *design.Pattern, params []table.Value) (terms []Term) {
	for i := range p.Where {
		t := Term{Term: &p.Where[i]}
		for _, param := range t.Params {
			v := param.Value
			if !param.Fixed {
				v = table.Value{}
				if len(params) > 0 {
					v, params = params[0], params[1:]
				}
			}
			t.Values = append(t.Values, v)
		}
		terms = append(terms, t)
	}
	return terms
}

// Matches returns a function that says whether an entity fulfills the terms of a pattern.
func Matches(p *design.Pattern, params []table.Value) func(keys.Values) bool {
	terms := Bind(p, params)
	return func(values keys.Values) bool {
		return !slices.ContainsFunc(terms, func(t Term) bool { return !t.Holds(values(t.Property.Name)) })
	}
}

// Holds says whether a value fulfills the term.
func (t Term) Holds(v table.Value) bool {
	if v.Kind() != t.Property.Kind {
		return false
	}
	first := t.Values[0]
	c, ok := Compare(v, first)
	switch t.Op {
	case design.Equal:
		return ok && c == 0
	case design.NotEqual:
		return !ok || c != 0
	case design.Less:
		return ok && c < 0
	case design.LessOrEqual:
		return ok && c <= 0
	case design.Greater:
		return ok && c > 0
	case design.GreaterOrEqual:
		return ok && c >= 0
	case design.Between:
		high, both := Compare(v, t.Values[1])
		return ok && c >= 0 && both && high <= 0
	case design.InUnit:
		from := keys.Floor(first.Ticks(), t.Unit)
		return v.Ticks() >= from && v.Ticks() < keys.Next(from, t.Unit)
	case design.Prefix:
		return strings.HasPrefix(v.Text(), first.Text())
	case design.OneOf:
		return slices.ContainsFunc(t.Values, func(one table.Value) bool { return equals(v, one) })
	}
	return slices.Contains(design.ValuesOf(v.Text()), first.Text()) // Has
}

func equals(a, b table.Value) bool {
	c, ok := Compare(a, b)
	return ok && c == 0
}

// Compare orders two values of the same kind as the service does. ok is false if they have no order.
func Compare(a, b table.Value) (order int, ok bool) {
	if a.Kind() != b.Kind() || a.Kind() == 0 {
		return 0, false
	}
	switch a.Kind() {
	case table.String:
		return table.CompareText(a.Text(), b.Text()), true
	case table.Double:
		x, y := a.Float(), b.Float()
		if math.IsNaN(x) || math.IsNaN(y) {
			return 0, false
		}
		return cmp.Compare(x, y), true // 0 and -0 are equal
	case table.GUID, table.Binary:
		return strings.Compare(a.Text(), b.Text()), true
	default:
		return cmp.Compare(a.Int(), b.Int()), true
	}
}

// conditionsOf puts the terms together by property, in the order in which these are named first.
func conditionsOf(terms []Term) (all []*condition) {
	for _, t := range terms {
		c := find(all, t.Property)
		if c == nil {
			c = &condition{property: t.Property}
			all = append(all, c)
		}
		c.terms = append(c.terms, t)
	}
	for _, c := range all {
		for _, t := range c.terms {
			c.add(t)
		}
		c.reduce()
	}
	return all
}

func find(all []*condition, p *design.Property) *condition {
	for _, c := range all {
		if c.property == p || c.property.Name == p.Name {
			return c
		}
	}
	return nil
}

func (c *condition) add(t Term) {
	for _, v := range t.Values {
		if v.Kind() != c.property.Kind {
			return // what the service makes of it is for the service to say
		}
	}
	switch t.Op {
	case design.Equal, design.OneOf, design.Has:
		if !c.fixed {
			c.fixed, c.values = true, t.Values
		}
	case design.Less, design.LessOrEqual:
		c.below(t.Values[0], t.Op == design.Less)
	case design.Greater, design.GreaterOrEqual:
		c.above(t.Values[0], t.Op == design.Greater)
	case design.Between:
		c.above(t.Values[0], false)
		c.below(t.Values[1], false)
	case design.InUnit:
		from := keys.Floor(t.Values[0].Ticks(), t.Unit)
		c.above(table.DateTimeValue(from), false)
		c.below(table.DateTimeValue(keys.Next(from, t.Unit)-1), false)
	case design.Prefix:
		prefix := t.Values[0].Text()
		c.none = c.none || differ(prefix, c.prefix)
		if len(prefix) > len(c.prefix) {
			c.prefix = prefix
		}
	}
}

// discrete says whether every value has a next one.
func (c *condition) discrete() bool {
	k := c.property.Kind
	return k == table.DateTime || k == table.Int32 || k == table.Int64
}

func (c *condition) above(v table.Value, open bool) {
	if open && c.discrete() {
		if c.none = c.none || v.Int() == math.MaxInt64; c.none {
			return
		}
		v, open = table.BitsValue(v.Kind(), uint64(v.Int()+1)), false
	}
	if n, ok := Compare(v, c.lo.value); !c.lo.is() || ok && (n > 0 || n == 0 && open) {
		c.lo = bound{v, open}
	}
}

func (c *condition) below(v table.Value, open bool) {
	if open && c.discrete() {
		if c.none = c.none || v.Int() == math.MinInt64; c.none {
			return
		}
		v, open = table.BitsValue(v.Kind(), uint64(v.Int()-1)), false
	}
	if n, ok := Compare(v, c.hi.value); !c.hi.is() || ok && (n < 0 || n == 0 && open) {
		c.hi = bound{v, open}
	}
}

// reduce leaves the values that fulfill all terms, once each. A range of one value is that value.
func (c *condition) reduce() {
	if !c.fixed && c.discrete() && c.lo.is() && c.hi.is() && c.lo.value == c.hi.value {
		c.fixed, c.values = true, []table.Value{c.lo.value}
	}
	if !c.fixed {
		n, ok := Compare(c.lo.value, c.hi.value)
		c.none = c.none || ok && n > 0
		return
	}
	var kept []table.Value
	for _, v := range c.values {
		fails := func(t Term) bool { return !t.Holds(v) }
		same := func(k table.Value) bool { return equals(v, k) }
		if !slices.ContainsFunc(c.terms, fails) && !slices.ContainsFunc(kept, same) {
			kept = append(kept, v)
		}
	}
	c.values = kept
	c.none = c.none || len(kept) == 0
	for i, v := range kept {
		low, _ := Compare(v, c.lo.value)
		high, _ := Compare(v, c.hi.value)
		if i == 0 || low < 0 {
			c.lo = bound{value: v}
		}
		if i == 0 || high > 0 {
			c.hi = bound{value: v}
		}
	}
}

// single returns the only value that there can be.
func (c *condition) single() (v table.Value, ok bool) {
	if c != nil && c.fixed && len(c.values) == 1 {
		return c.values[0], true
	}
	return v, false
}
