package matrix

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/table"
)

// open is how much of a text a question for what starts with it leaves out: the last digits of values that
// are made, but never more than half of it.
const open = 2

// input chooses parameters from the data: those of one entity, and where a term has several, of others.
func (r *run) input(p *design.Pattern, try int) (in compile.Input, err error) {
	d, err := r.dataOf(p.Entity)
	if err != nil {
		return in, err
	}
	n := d.count
	const far = 2654435761 // spreads the choices
	at := meant(p, d, int((r.file.Seed%far+uint64(try)*far)%uint64(n)))
	for i, t := range p.Where {
		var values []table.Value
		for k, param := range t.Params {
			k += opposite(p.Where[:i], &t)
			v := d.value((at+k*(n/10+1))%n, t.Property.Name)
			if t.Op == design.Prefix {
				text := []rune(v.Text())
				v = table.StringValue(string(text[:max(len(text)-open, (len(text)+1)/2)]))
			}
			if !param.Fixed {
				values = append(values, v)
			}
		}
		if t.Op == design.Between && len(values) > 1 {
			if order, _ := compile.Compare(values[0], values[1]); order > 0 {
				values[0], values[1] = values[1], values[0]
			}
		}
		in.Params = append(in.Params, values...)
	}
	inOrder(p, in.Params)
	switch p.Verb {
	case design.Insert:
		each := max(1, p.Batch)
		in.Entity = d.properties(nil, n+try*each)
		for k := 1; k < each; k++ {
			in.More = append(in.More, d.properties(nil, n+try*each+k))
		}
	case design.Update:
		in.Entity = d.properties(nil, at)
		for _, changed := range d.properties(nil, n+try) {
			if slices.Contains(p.Select, changed.Name) {
				changed.Value = another(d, changed, at)
				in.Changed = append(in.Changed, changed)
			} else if p.Select == nil && !r.inKeys(p, changed.Name) && !asks(p, changed.Name) {
				in.Changed = append(in.Changed, changed)
			}
		}
	case design.Delete:
		in.Entity = d.properties(nil, at)
	}
	return owned(in), nil
}

// meant returns the first entity from one on that fulfills a pattern's fixed terms, or that one if there's
// none.
func meant(p *design.Pattern, d *data, from int) int {
	fixed := *p
	fixed.Where = slices.DeleteFunc(slices.Clone(p.Where), func(t design.Term) bool {
		return slices.ContainsFunc(t.Params, func(param design.Param) bool { return !param.Fixed })
	})
	if len(fixed.Where) == 0 {
		return from
	}
	fits := compile.Matches(&fixed, nil)
	for k := range d.count {
		i := (from + k) % d.count
		if fits(func(name string) table.Value { return d.value(i, name) }) {
			return i
		}
	}
	return from
}

// another returns a value that an entity doesn't have, if one of the next has such a value: an update
// changes something.
func another(d *data, changed table.Property, at int) table.Value {
	const enough = 100
	for k := 0; k < enough && changed.Value == d.value(at, changed.Name); k++ {
		changed.Value = d.value((at+1+k)%d.count, changed.Name)
	}
	return changed.Value
}

// owned returns an input that shares no memory with the type's values, because a result keeps it, and a part
// of a long text keeps all of it.
func owned(in compile.Input) compile.Input {
	own := func(v *table.Value) {
		if v.Text() != "" {
			*v = table.TextValue(v.Kind(), strings.Clone(v.Text()))
		}
	}
	for i := range in.Params {
		own(&in.Params[i])
	}
	for _, all := range append([][]table.Property{in.Entity, in.Changed}, in.More...) {
		for i := range all {
			own(&all[i].Value)
		}
	}
	return in
}

// asks says whether a pattern has a term on a property.
func asks(p *design.Pattern, name string) bool {
	for i := range p.Where {
		if p.Where[i].Property.Name == name {
			return true
		}
	}
	return false
}

// inKeys says whether a property is in a key of the pattern's type.
func (r *run) inKeys(p *design.Pattern, name string) bool {
	for _, place := range r.design.Places {
		if place.Entity.Name != p.Entity.Name {
			continue
		}
		for _, t := range []*design.Template{&place.PartitionKey, &place.RowKey} {
			for i := range t.Parts {
				if property := t.Parts[i].Property; property != nil && property.Name == name {
					return true
				}
			}
		}
	}
	return false
}
