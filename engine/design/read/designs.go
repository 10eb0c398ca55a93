package read

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

func (r *reader) designs(n *node) {
	if !r.mapping(n, "designs") {
		return
	}
	for _, m := range n.members {
		d := &design.Design{Name: m.name, Line: m.line}
		r.file.Designs = append(r.file.Designs, d)
		if !r.mapping(m.value, "a design") {
			continue
		}
		for _, of := range m.value.members {
			e := r.entity(&node{place: of.place, text: of.name})
			if e != nil && r.mapping(of.value, of.name) {
				r.places(d, e, of)
			}
		}
		for _, p := range r.file.Patterns {
			for _, e := range p.Entities() {
				if e != nil && d.Original(e) == nil && m.value.get(e.Name) == nil {
					r.fail(m.place, m.name+" has no keys for "+e.Name+", which "+p.Name+" needs",
						"Add "+e.Name+`: {PartitionKey: "{…}", RowKey: "{…}"}.`)
					return
				}
			}
		}
	}
}

// places reads where a type is stored: the original, then its copies.
func (r *reader) places(d *design.Design, e *design.Entity, m member) {
	r.only(m.value, "a type's keys", "table", "PartitionKey", "RowKey", "copies")
	original := r.keys(e, m)
	if of := original.Each(); of != nil {
		r.fail(m.place, e.Name+" has several "+of.Name, "Only a copy can have them in its keys, with a row for "+
			"each.")
	}
	original.Table = e.Name + "s"
	r.table(original, m.value)
	d.Places = append(d.Places, original)
	copies := m.value.get("copies")
	if copies == nil {
		return
	}
	r.mappings(copies, "copies", "a copy", func(of member) {
		r.only(of.value, "a copy", "table", "PartitionKey", "RowKey", "only", "when")
		c := r.keys(e, of)
		c.Copy, c.Table = of.name, original.Table
		r.each(c, of)
		r.table(c, of.value)
		if only := of.value.get("only"); only != nil {
			c.Only = r.projection(e, only)
		}
		if when := of.value.get("when"); when != nil {
			r.when(c, when)
		}
		d.Places = append(d.Places, c)
	})
}

// when reads which entities have a copy: Status = 'ready'.
func (r *reader) when(c *design.Place, n *node) {
	text, ok := r.text(n, "when")
	if !ok {
		return
	}
	p := &design.Pattern{Name: c.Copy, Entity: c.Entity}
	r.where(p, p, n.place, text)
	for _, t := range p.Where {
		for _, param := range t.Params {
			if !param.Fixed || param.Now {
				r.fail(n.place, "when needs values that are fixed",
					"Write when: \"Status = 'ready'\". Whether an entity has a copy is decided when it's written.")
				return
			}
		}
	}
	c.When, c.WhenText = p.Where, text
}

// projection returns the properties that a copy has besides its keys. It can have none.
func (r *reader) projection(e *design.Entity, n *node) []string {
	only := []string{}
	if n.kind == list && len(n.items) == 0 {
		return only
	}
	for _, name := range r.names(n, "only") {
		if p := r.propertyOf(e, name); p != nil {
			only = append(only, p.Name)
		}
	}
	return only
}

// keys reads the two templates.
func (r *reader) keys(e *design.Entity, m member) *design.Place {
	p := &design.Place{Entity: e, Line: m.line}
	p.PartitionKey = r.key(e, m, table.PartitionKey)
	p.RowKey = r.key(e, m, table.RowKey)
	return p
}

func (r *reader) key(e *design.Entity, m member, name string) design.Template {
	n := m.value.get(name)
	if n == nil {
		r.fail(m.place, m.name+" has no "+name, "Write "+name+`: "{Property}".`)
		return design.Template{}
	}
	if n.kind != scalar || n.empty() {
		r.fail(n.place, name+" needs to be a template in quotes, found "+n.what(), `Write "{Property}".`)
		return design.Template{}
	}
	return r.template(e, n)
}

func (r *reader) table(p *design.Place, n *node) {
	if name := n.get("table"); name != nil {
		p.Table, _ = r.text(name, "table")
		if len(p.Table) < table.MinTableName || len(p.Table) > table.MaxTableName || !table.ValidName(p.Table) {
			r.fail(name.place, quote(p.Table)+" can't name a table", "Use a letter, then 2 to 62 letters and digits.")
		}
	} else if len(p.Table) > table.MaxTableName || len(p.Table) < table.MinTableName {
		r.fail(n.place, quote(p.Table)+", made of the type's name, can't name a table",
			"Give it a name of 3 to 63 letters: table: Things.")
	}
}
