package read

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

type verb struct {
	name   string
	says   string
	verb   design.Verb
	fields []string
}

// verbs are what begins a pattern, what that is in words, and the names that it can have besides rate.
var verbs = []verb{
	{"of", "reads", design.Read, []string{"where", "sort", "limit", "count", "select"}},
	{"insert", "inserts", design.Insert, []string{"batch", "same", "with"}},
	{"update", "updates", design.Update, []string{"where", "set", "add", "limit", "with"}},
	{"delete", "deletes", design.Delete, []string{"where", "limit", "with"}},
}

func (r *reader) patterns(n *node) { r.mappings(n, "patterns", "a pattern", r.pattern) }

func (r *reader) pattern(m member) {
	p := &design.Pattern{Name: m.name, Line: m.line}
	r.file.Patterns = append(r.file.Patterns, p)
	var fields []string
	for _, v := range verbs {
		of := m.value.get(v.name)
		switch {
		case of == nil:
		case p.Entity != nil:
			r.fail(of.place, m.name+" does two things",
				"Make a pattern of each: one has of, insert, update or delete.")
			return
		default:
			p.Verb, fields = v.verb, append([]string{v.name, "rate"}, v.fields...)
			if !r.types(p, of) {
				return
			}
		}
	}
	if p.Entity == nil {
		r.fail(m.place, m.name+" doesn't say what it does",
			"Write of: Type for a question, or insert:, update: or delete: with a type. An upsert is an insert.")
		return
	}
	before := len(r.errors)
	for _, old := range m.value.members {
		if instead := outdated(old); instead != "" {
			r.fail(old.place, "a pattern has no "+old.name+" any more", instead)
		}
	}
	if len(r.errors) > before {
		return
	}
	r.only(m.value, "a pattern with "+fields[0], fields...)
	for i, q := range p.Each() {
		if i > 0 && len(r.errors) > before {
			break // the same would be wrong again
		}
		for _, f := range m.value.members {
			if slices.Contains(fields[1:], f.name) {
				r.clause(q, p, f)
			}
		}
	}
	if len(r.errors) == before {
		r.alike(p, m)
	}
	if p.With != nil && p.Batch > 1 {
		r.fail(m.place, m.name+" has batch and with", "Keep one: with says what's written beside one entity.")
	}
	if (p.Verb == design.Update || p.Verb == design.Delete) && len(p.Where) == 0 && m.value.get("where") == nil {
		r.fail(m.place, m.name+" has no where", `Say which entity: where: "Id = ?".`)
	}
}

// outdated says what to write instead of what older files have.
func outdated(f member) string {
	switch f.name {
	case "newest":
		return "Write sort: " + f.value.text + " desc."
	case "oldest":
		return "Write sort: " + f.value.text + "."
	case "filter":
		return "Take it out. The keys and the where make the $filter; try one of your own in the playground."
	}
	return ""
}

// types reads the type of a pattern, or the types of a question.
func (r *reader) types(p *design.Pattern, n *node) bool {
	all := []*node{n}
	if p.Verb == design.Read && n.kind == list {
		all = r.names(n, "of")
	}
	for _, one := range all {
		e := r.entity(one)
		switch {
		case e == nil:
			return false
		case p.Entity == nil:
			p.Entity = e
		case p.IsOf(e):
			r.fail(one.place, e.Name+" is there twice", "Name each type once.")
			return false
		default:
			p.Also = append(p.Also, &design.Pattern{Name: p.Name, Line: p.Line, Entity: e})
		}
	}
	return p.Entity != nil
}

// alike checks what a question says of several types. Of a type without any of the properties that it selects
// it wants the keys.
func (r *reader) alike(p *design.Pattern, m member) {
	if p.Also == nil {
		return
	}
	for _, q := range p.Each() {
		other := func(name string) {
			a, b := p.Entity.Property(name), q.Entity.Property(name)
			if name != "" && a.Kind != b.Kind {
				r.fail(m.place, name+" is "+kindName(a.Kind)+" in "+p.Entity.Name+" and "+kindName(b.Kind)+" in "+
					q.Entity.Name, "A question for several types needs properties that are alike in them.")
			}
		}
		for i := range q.Where {
			if of := q.Where[i].Property; of.Name == p.Where[i].Property.Name {
				other(of.Name)
			}
		}
		if other(q.Sort); q.Select == nil && m.value.get("select") != nil {
			q.Select = []string{table.RowKey}
		}
	}
}

// clause reads one of the names of a pattern, which is all or one of the types that a question is for.
func (r *reader) clause(p, all *design.Pattern, f member) {
	switch f.name {
	case "where":
		if text, ok := r.text(f.value, "where"); ok {
			r.where(p, all, f.value.place, text)
		}
	case "sort":
		of := *f.value
		of.text, p.Newest = strings.CutSuffix(of.text, " desc")
		of.text = strings.TrimRight(of.text, " ")
		if found := r.propertyOf(p.Entity, &of); found != nil {
			p.Sort = found.Name
		}
	case "limit":
		if p.Limit, _ = r.whole(f.value, "limit"); p.Limit == 0 && f.value.text == "0" {
			r.fail(f.value.place, "limit 0 wants nothing", "Leave it out if all are wanted.")
		}
	case "count":
		if p.Count = f.value.text == "true"; !p.Count && f.value.text != "false" {
			r.fail(f.value.place, "count needs to be true or false, found "+f.value.what(), "Write count: true.")
		}
	case "select", "set", "same", "add":
		for _, name := range r.names(f.value, f.name) {
			elsewhere := func(q *design.Pattern) bool { return q.Entity.Property(name.text) != nil }
			if p.Entity.Property(name.text) == nil && slices.ContainsFunc(all.Each(), elsewhere) {
				continue
			}
			found := r.propertyOf(p.Entity, name)
			switch {
			case found == nil:
			case f.name == "same":
				p.Same = append(p.Same, found.Name)
			case f.name == "add" && !numeric(found.Kind):
				r.fail(name.place, found.Name+" isn't a number", "Use set for what isn't made of its old value.")
			case f.name == "add":
				p.Add = append(p.Add, found.Name)
				fallthrough
			default:
				p.Select = append(p.Select, found.Name)
			}
		}
	case "batch":
		if p.Batch, _ = r.whole(f.value, "batch"); p.Batch > table.MaxTransaction {
			r.fail(f.value.place, "the service has no batch of more than 100", "Use batch: 100 and a lower rate.")
		}
	case "with":
		r.with(p, f.value)
	case "rate":
		p.Rate = r.rate(f.value)
	}
}

// entity returns the type that a node names, or nil.
func (r *reader) entity(n *node) *design.Entity {
	names := make([]string, len(r.file.Entities))
	for i, e := range r.file.Entities {
		if names[i] = e.Name; n.kind == scalar && e.Name == n.text {
			return e
		}
	}
	r.fail(n.place, "there's no type "+n.what(), "The types are "+strings.Join(names, ", ")+".")
	return nil
}

// propertyOf returns the property that a node names, or nil.
func (r *reader) propertyOf(e *design.Entity, n *node) *design.Property {
	if n.kind != scalar {
		r.fail(n.place, "expected a property, found "+n.what(), "Write one name.")
		return nil
	}
	return r.named(e, n.place, n.text)
}

// named returns a type's property, or nil.
func (r *reader) named(e *design.Entity, at place, name string) *design.Property {
	names := make([]string, len(e.Properties))
	for i, p := range e.Properties {
		names[i] = p.Name
	}
	if p := e.Property(name); p != nil {
		return p
	}
	r.fail(at, e.Name+" has no property "+quote(name), "Its properties are "+strings.Join(names, ", ")+".")
	return nil
}

// rate reads 50/s, 3/m, 10/h or 1/d.
func (r *reader) rate(n *node) float64 {
	for _, unit := range design.Rates {
		digits, ok := strings.CutSuffix(n.text, "/"+unit.Name)
		if f, number := number(strings.TrimRight(digits, " ")); n.kind == scalar && ok && number && f >= 0 &&
			f <= most {
			return f / float64(unit.Ticks/table.Second)
		}
	}
	r.fail(n.place, "rate needs to say how often in a time, found "+n.what(), "Write 50/s, or /m, /h or /d.")
	return 0
}
