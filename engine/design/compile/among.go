package compile

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
)

// among says for a copy of some entities only whether all that the question is about are in it. What its when
// says and its keys don't, the question needn't ask for any more.
func (r *reader) among() {
	if of := r.place.Each(); of != nil {
		_, known := find(r.conditions, of).single()
		r.partial = !known
	}
	if r.place.When == nil || r.partial {
		return
	}
	r.part = 1
	left := slices.Clone(r.conditions)
	for _, c := range conditionsOf(Bind(&design.Pattern{Where: r.place.When}, nil)) {
		asked := find(r.conditions, c.property)
		if asked == nil || !asked.fixed || len(asked.values) == 0 {
			r.partial = true
			return
		}
		for _, v := range asked.values {
			for _, t := range c.terms {
				r.partial = r.partial || !t.Holds(v)
			}
		}
		if r.place.Part(c.property.Name) == nil && c.fixed && len(c.values) == len(asked.values) {
			r.part *= share(c, float64(r.pattern.Entity.Count))
			left = slices.DeleteFunc(left, func(l *condition) bool { return l == asked })
		}
	}
	r.conditions = left
}

// count returns how many entities there are in the place.
func (r *reader) count() float64 {
	n := float64(r.pattern.Entity.Count)
	if r.part > 0 {
		n *= r.part
	}
	return n
}
