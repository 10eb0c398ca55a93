package read

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// with reads what a write inserts beside an entity: {Line: 3}.
func (r *reader) with(p *design.Pattern, n *node) {
	if !r.mapping(n, "with") {
		return
	}
	for _, m := range n.members {
		w := &design.With{Entity: r.entity(&node{place: m.place, text: m.name})}
		if w.Count, _ = r.whole(m.value, m.name); w.Entity == nil || w.Count == 0 {
			if m.value.text == "0" {
				r.fail(m.value.place, "with 0 of "+m.name+" writes nothing", "Leave it out, or write how many: "+
					"{"+m.name+": 3}.")
			}
			continue
		}
		if w.Entity == p.Entity {
			r.fail(m.place, m.name+" is what's written already", "Use batch for several of one type.")
			continue
		}
		for _, of := range w.Entity.Properties {
			for _, theirs := range p.Entity.Properties {
				if of.Source() == theirs.Source() {
					w.Refers = append(w.Refers, design.Reference{Property: of, Of: theirs})
				}
			}
		}
		if w.Refers == nil {
			r.fail(m.place, m.name+" doesn't refer to "+p.Entity.Name, "Give it a property with the values of "+
				"one there: "+
				p.Entity.Name+": {of: "+p.Entity.Name+".Id}.")
		}
		p.With = append(p.With, w)
	}
	if p.Beside() >= table.MaxTransaction {
		r.fail(n.place, "a transaction has at most 100 operations", "Write fewer, or make a pattern of its own "+
			"for them.")
	}
}

func numeric(k table.Kind) bool { return k == table.Int32 || k == table.Int64 || k == table.Double }

// per reads the property whose values each have a sequence of numbers of their own.
func (r *reader) per(e *design.Entity, p *design.Property, n *node) {
	of := r.propertyOf(e, n)
	switch {
	case of == nil:
	case of.Values == 0:
		r.fail(n.place, of.Name+" has no number of values", "Say how many, or what it refers to: {of: Stream.Id}.")
	case p.Values > 0 || p.Max > p.Min:
		r.fail(n.place, p.Name+" has values of its own", "Leave out values and max: it counts from 1 on, or "+
			"from its min.")
	default:
		p.Per = of
	}
}

// each checks the keys of a copy with a row for each value of a property. One key has to say which value it
// is: the others could begin with it.
func (r *reader) each(c *design.Place, m member) {
	of := c.Each()
	if of == nil {
		return
	}
	n := 0
	for _, t := range []*design.Template{&c.PartitionKey, &c.RowKey} {
		for i, part := range t.Parts {
			if part.Property == nil || part.Property.Several == 0 {
				continue
			}
			n++
			if part.Format != design.Plain || i < len(t.Parts)-1 && !tellsApart(of, t.Parts[i+1]) {
				r.fail(m.place, of.Name+" can't be told in the key", "Write {"+of.Name+"} at the end of a key, or "+
					"before "+
					"a separator that no value has.")
			}
		}
	}
	if n > 1 {
		r.fail(m.place, m.name+" has several values twice in its keys", "A copy has a row for each value of "+
			"one property.")
	}
}

// tellsApart says whether no value begins with another one and what follows that in a key.
func tellsApart(of *design.Property, next design.Part) bool {
	if of.Names == nil {
		return of.Even
	}
	for i, a := range of.Names {
		for _, b := range of.Names[i+1:] {
			a, b := a+next.Literal, b+next.Literal
			if strings.HasPrefix(a, b) || strings.HasPrefix(b, a) {
				return false
			}
		}
	}
	return true
}
