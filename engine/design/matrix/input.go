package matrix

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// input chooses parameters from the data: those of one entity, and where a term has several, of others.
func (r *run) input(p *design.Pattern, try int) (in compile.Input) {
	g, n := r.data[p.Entity.Name].maker, size(p.Entity, r.scale)
	const far = 2654435761 // spreads the choices
	at := int((r.file.Seed%far + uint64(try)*far) % uint64(n))
	chosen := keys.Of(g.Properties(at))
	for i, t := range p.Where {
		var values []table.Value
		for k, param := range t.Params {
			k += opposite(p.Where[:i], &t)
			v := chosen(t.Property.Name)
			if k > 0 {
				v = keys.Of(g.Properties((at + k*(n/10+1)) % n))(t.Property.Name)
			}
			if t.Op == design.Prefix {
				text := []rune(v.Text())
				v = table.StringValue(string(text[:(len(text)+1)/2]))
			}
			if !param.Fixed {
				values = append(values, v)
			}
		}
		if t.Op == design.Between {
			slices.SortFunc(values, func(a, b table.Value) int { order, _ := compile.Compare(a, b); return order })
		}
		in.Params = append(in.Params, values...)
	}
	inOrder(p, in.Params)
	switch p.Verb {
	case design.Insert:
		each := max(1, p.Batch)
		in.Entity = g.Properties(n + try*each)
		for k := 1; k < each; k++ {
			in.More = append(in.More, g.Properties(n+try*each+k))
		}
	case design.Update:
		in.Entity = g.Properties(at)
		for _, changed := range g.Properties(n + try) {
			asked := func(t design.Term) bool { return t.Property.Name == changed.Name }
			if slices.Contains(p.Select, changed.Name) || p.Select == nil && !r.inKeys(p, changed.Name) &&
				!slices.ContainsFunc(p.Where, asked) {
				in.Changed = append(in.Changed, changed)
			}
		}
	case design.Delete:
		in.Entity = g.Properties(at)
	}
	return in
}

// inKeys says whether a property is in a key of the pattern's type.
func (r *run) inKeys(p *design.Pattern, name string) bool {
	for _, place := range r.design.Places {
		if place.Entity.Name != p.Entity.Name {
			continue
		}
		for _, part := range slices.Concat(place.PartitionKey.Parts, place.RowKey.Parts) {
			if part.Property != nil && part.Property.Name == name {
				return true
			}
		}
	}
	return false
}
