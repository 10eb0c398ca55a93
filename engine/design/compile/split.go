package compile

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// splitValues makes a choice of each value of the properties in some templates. ok is false if these are too
// many.
func splitValues(choices []choice, templates []design.Template) (split []choice, ok bool) {
	for _, t := range templates {
		for _, p := range t.Parts {
			if p.Property == nil {
				continue
			}
			var next []choice
			for _, c := range choices {
				about := find(c.conditions, p.Property)
				if about == nil || len(about.values) < 2 {
					next = append(next, c)
					continue
				}
				for _, v := range about.values {
					one := *about
					one.values, one.lo, one.hi = []table.Value{v}, bound{value: v}, bound{value: v}
					next = append(next, c.with(&one))
				}
			}
			if choices = next; len(choices) > MaxRequests {
				return nil, false
			}
		}
	}
	return choices, true
}

// with returns the choice with another condition for its property.
func (c choice) with(one *condition) choice {
	c.conditions = slices.Clone(c.conditions)
	for i, old := range c.conditions {
		if old.property.Name == one.property.Name {
			c.conditions[i] = one
		}
	}
	return c
}

// splitTimes makes a choice of each bucket of the first cut time of a template, for conditions that have two
// ends.
func splitTimes(choices []choice, t design.Template) (split []choice, ok bool) {
	part := firstPart(t, design.Cut)
	if part == nil {
		return nil, false
	}
	for _, c := range choices {
		about := find(c.conditions, part.Property)
		if about == nil || about.fixed || !about.lo.is() || !about.hi.is() || about.none {
			return nil, false
		}
		last := about.hi.value.Ticks()
		for at := about.lo.value.Ticks(); at <= last; at = keys.Next(at, part.Unit) {
			one := *about
			one.lo.value = table.DateTimeValue(at)
			one.hi.value = table.DateTimeValue(min(last, keys.Next(at, part.Unit)-1))
			if split = append(split, c.with(&one)); len(split) > MaxRequests {
				return nil, false
			}
		}
	}
	return split, true
}

// splitHash makes a choice of each value of the first hash of a template whose property isn't fixed.
func splitHash(choices []choice, t design.Template) (split []choice, ok bool) {
	for _, p := range t.Parts {
		if p.Property == nil || p.Format != design.Hash {
			continue
		}
		if _, fixed := find(choices[0].conditions, p.Property).single(); fixed {
			continue
		}
		if p.Width*len(choices) > MaxRequests {
			return nil, false
		}
		for _, c := range choices {
			for n := range p.Width {
				c.shard = n
				split = append(split, c)
			}
		}
		return split, true
	}
	return nil, false
}

func firstPart(t design.Template, f design.Format) *design.Part {
	for i := range t.Parts {
		if p := &t.Parts[i]; p.Property != nil && p.Format == f {
			return p
		}
	}
	return nil
}
