package read

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// Form returns what a form shows of a design file, which needn't be complete. If the text isn't of names and
// values, there's nothing to show but errors.
func Form(name, text string) (*protocol.Form, []*Error) {
	f, missing, errors := Begun(name, text)
	d, ok := documentOf(text)
	if !ok {
		return nil, errors
	}
	form := &protocol.Form{Text: text, Missing: missing}
	for _, v := range verbs {
		form.Verbs = append(form.Verbs, protocol.FormChoice{Value: v.name, Says: v.says})
	}
	for _, m := range d.root.get("entities").all() {
		form.Entities = append(form.Entities, d.entity(m))
	}
	for _, m := range d.root.get("patterns").all() {
		form.Patterns = append(form.Patterns, d.pattern(f, m))
	}
	return form, errors
}

// all returns the members of a node, which can be nil.
func (n *node) all() []member {
	if n == nil {
		return nil
	}
	return n.members
}

// says is the text of a scalar, or the source of a list; "" of no node.
func (d *document) says(n *node) string {
	switch {
	case n == nil:
		return ""
	case n.kind == scalar:
		return n.text
	case n.from.line == n.to.line:
		return d.lines[n.from.line][n.from.at:n.to.at]
	}
	return "…"
}

func (d *document) entity(m member) protocol.FormEntity {
	e := protocol.FormEntity{Name: m.name, Line: m.line, Count: d.says(m.value.get("count"))}
	types := slices.Clip(d.types(m.name))
	for _, p := range m.value.get("properties").all() {
		shown := protocol.FormProperty{Name: p.name, Line: p.line, Type: d.says(p.value.get("type")),
			Values: strings.Trim(d.says(p.value.get("values")), "[]"), Types: types}
		if p.value.kind == scalar {
			shown.Type = p.value.text
		} else if of := p.value.get("of"); of != nil {
			shown.Type = d.says(of)
		}
		if shown.Refers = strings.Contains(shown.Type, "."); !slices.Contains(shown.Types, shown.Type) {
			shown.Types = append(shown.Types, shown.Type)
		}
		e.Properties = append(e.Properties, shown)
	}
	return e
}

// types are what a property of a type can be: a kind, or one of another type's properties that could tell its
// entities apart.
func (d *document) types(of string) (all []string) {
	for _, k := range kinds {
		all = append(all, kindName(k))
	}
	for _, m := range d.root.get("entities").all() {
		for _, p := range m.value.get("properties").all() {
			kind := p.value.text
			if t := p.value.get("type"); t != nil {
				kind = t.text
			}
			if m.name != of && p.value.get("values") == nil && (kind == "string" || kind == "guid") {
				all = append(all, m.name+"."+p.name)
			}
		}
	}
	return all
}

func (d *document) pattern(f *design.File, m member) protocol.FormPattern {
	p := protocol.FormPattern{Name: m.name, Line: m.line, Where: d.says(m.value.get("where")),
		Sort: d.says(m.value.get("sort")), Limit: d.says(m.value.get("limit")), Rate: d.says(m.value.get("rate"))}
	for _, v := range verbs {
		if of := m.value.get(v.name); of != nil {
			p.Does, p.Entity = v.name, d.says(of)
			p.Fields = append([]string{"rate"}, v.fields...)
		}
	}
	for _, e := range d.root.get("entities").all() {
		p.Entities = append(p.Entities, e.name)
	}
	if !slices.Contains(p.Entities, p.Entity) {
		p.Entities = append(p.Entities, p.Entity)
	}
	for _, e := range f.Entities {
		if e.Name != p.Entity {
			continue
		}
		for _, of := range e.Properties {
			p.Conditions = append(p.Conditions, saidOf(of)...)
			p.Sorts = append(p.Sorts, orders(of)...)
		}
	}
	return p
}

// saidOf is what a question can say of a property.
func saidOf(p *design.Property) []protocol.FormChoice {
	is := func(says, value string) protocol.FormChoice {
		return protocol.FormChoice{Says: p.Name + " " + says, Value: p.Name + " " + value}
	}
	all := []protocol.FormChoice{is("is …", "= ?")}
	switch {
	case p.Several > 0:
		return []protocol.FormChoice{is("has …", "has ?")}
	case p.Kind == table.DateTime:
		return append(all, is("is in the day …", "in day ?"), is("is in the last 7 days", "in last 7d"),
			is("is after …", "> ?"), is("is between … and …", "between ? and ?"))
	case p.Kind == table.String:
		return append(all, is("begins with …", "starts ?"))
	case numeric(p.Kind):
		return append(all, is("is greater than …", "> ?"), is("is between … and …", "between ? and ?"))
	}
	return all
}

// orders are the two ways in which a question can sort by a property.
func orders(p *design.Property) []protocol.FormChoice {
	first, last := "A to Z", "Z to A"
	switch {
	case p.Kind == table.DateTime:
		first, last = "oldest first", "newest first"
	case numeric(p.Kind):
		first, last = "smallest first", "greatest first"
	case p.Kind != table.String:
		return nil
	}
	return []protocol.FormChoice{{Value: p.Name + " desc", Says: p.Name + ", " + last},
		{Value: p.Name, Says: p.Name + ", " + first}}
}
