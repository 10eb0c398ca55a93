package design

import "slices"

// With is entities of another type that a write inserts, too: the lines of an order, the events of a stream.
type With struct {
	Entity *Entity
	Count  int
	Refers []Reference // at least one
}

// Reference is a property that has the value of one of the written entity.
type Reference struct{ Property, Of *Property }

// Of returns the property of the written entity whose value another has, or nil.
func (w *With) Of(name string) *Property {
	for _, r := range w.Refers {
		if r.Property.Name == name {
			return r.Of
		}
	}
	return nil
}

// Beside returns how many entities of other types a write inserts.
func (p *Pattern) Beside() (n int) {
	for _, w := range p.With {
		n += w.Count
	}
	return n
}

// Entities returns the types that a pattern reads or writes.
func (p *Pattern) Entities() (all []*Entity) {
	for _, q := range p.Each() {
		all = append(all, q.Entity)
	}
	for _, w := range p.With {
		all = append(all, w.Entity)
	}
	return all
}

// Together says whether what a pattern writes beside an entity is always in that one's partition, so that one
// transaction writes both.
func (w *With) Together(p *Pattern, d *Design) bool {
	a, b := d.Original(w.Entity), d.Original(p.Entity)
	return a.Table == b.Table && slices.EqualFunc(a.PartitionKey.Parts, b.PartitionKey.Parts,
		func(x, y Part) bool {
			if x.Property != nil {
				if x.Property = w.Of(x.Property.Name); x.Property == nil {
					return false
				}
			}
			return x == y
		})
}
