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

// term is a term with its values.
type term struct {
	*design.Term
	values []table.Value
}

// condition is what the terms of a pattern say of one property.
type condition struct {
	property *design.Property
	terms    []term
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

// bind gives the terms of a pattern their values.
func bind(p *design.Pattern, params []table.Value) (terms []term) {
	for i := range p.Where {
		t := term{Term: &p.Where[i]}
		for _, param := range t.Params {
			v := param.Value
			if !param.Fixed {
				v = table.Value{}
				if len(params) > 0 {
					v, params = params[0], params[1:]
				}
			}
			t.values = append(t.values, v)
		}
		terms = append(terms, t)
	}
	return terms
}

// Matches returns a function that says whether an entity fulfills the terms of a pattern.
func Matches(p *design.Pattern, params []table.Value) func(keys.Values) bool {
	terms := bind(p, params)
	return func(values keys.Values) bool {
		for _, t := range terms {
			if !t.holds(values(t.Property.Name)) {
				return false
			}
		}
		return true
	}
}

// holds says whether a value fulfills the term.
func (t term) holds(v table.Value) bool {
	if v.Kind() != t.Property.Kind {
		return false
	}
	switch t.Op {
	case design.NotEqual:
		c, ok := Compare(v, t.values[0])
		return !ok || c != 0
	case design.Between:
		return within(v, bound{value: t.values[0]}, bound{value: t.values[1]})
	case design.InUnit:
		from := keys.Floor(t.values[0].Ticks(), t.Unit)
		return v.Ticks() >= from && v.Ticks() < keys.Next(from, t.Unit)
	case design.Prefix:
		return strings.HasPrefix(v.Text(), t.values[0].Text())
	case design.OneOf:
		for _, one := range t.values {
			if c, ok := Compare(v, one); ok && c == 0 {
				return true
			}
		}
		return false
	case design.Has:
		return slices.Contains(design.ValuesOf(v.Text()), t.values[0].Text())
	}
	c, ok := Compare(v, t.values[0])
	switch t.Op {
	case design.Equal:
		return ok && c == 0
	case design.Less:
		return ok && c < 0
	case design.LessOrEqual:
		return ok && c <= 0
	case design.Greater:
		return ok && c > 0
	default:
		return ok && c >= 0
	}
}

func within(v table.Value, lo, hi bound) bool {
	if lo.is() {
		if c, ok := Compare(v, lo.value); !ok || c < 0 || c == 0 && lo.open {
			return false
		}
	}
	if hi.is() {
		if c, ok := Compare(v, hi.value); !ok || c > 0 || c == 0 && hi.open {
			return false
		}
	}
	return true
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
func conditionsOf(terms []term) (all []*condition) {
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

func (c *condition) add(t term) {
	for _, v := range t.values {
		if v.Kind() != c.property.Kind {
			return // what the service makes of it is for the service to say
		}
	}
	switch t.Op {
	case design.Equal, design.OneOf, design.Has:
		if !c.fixed {
			c.fixed, c.values = true, t.values
		}
	case design.Less, design.LessOrEqual:
		c.below(t.values[0], t.Op == design.Less)
	case design.Greater, design.GreaterOrEqual:
		c.above(t.values[0], t.Op == design.Greater)
	case design.Between:
		c.above(t.values[0], false)
		c.below(t.values[1], false)
	case design.InUnit:
		from := keys.Floor(t.values[0].Ticks(), t.Unit)
		c.above(table.DateTimeValue(from), false)
		c.below(table.DateTimeValue(keys.Next(from, t.Unit)-1), false)
	case design.Prefix:
		prefix := t.values[0].Text()
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
each:
	for _, v := range c.values {
		for _, t := range c.terms {
			if !t.holds(v) {
				continue each
			}
		}
		for _, k := range kept {
			if n, _ := Compare(v, k); n == 0 {
				continue each
			}
		}
		kept = append(kept, v)
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
