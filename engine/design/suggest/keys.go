package suggest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// keys are templates that answer a question without reading more than it wants.
type keys struct {
	partition, row string
	about          []string // the properties that the question knows, for the name of a copy
	table          string   // "" for that of the type
	beside         string   // the RowKey of a copy in the original's partition; "" if that doesn't answer it
}

// together makes keys for the types that a question is for: several are in the table of the first, in one
// partition, where the beginnings of the RowKeys tell them apart.
func together(f *design.File, p *design.Pattern) (all map[*design.Entity]keys, ok bool) {
	all = map[*design.Entity]keys{}
	for _, q := range p.Each() {
		k, ok := keysFor(f, q)
		if !ok {
			return nil, false
		}
		if p.Also != nil {
			k.table = f.Meant().Original(p.Entity).Table
			if name := strings.ToLower(q.Entity.Name); k.row == "" {
				k.row = name
			} else {
				k.row = name + "_" + k.row
			}
		}
		all[q.Entity] = k
	}
	return all, true
}

// keysFor makes keys of what a question knows. First comes what it knows with =: in the PartitionKey the
// properties that most questions know. Then comes what it knows a range of, or wants in order; and last, if
// entities could still have the same key, what tells them apart.
func keysFor(f *design.File, p *design.Pattern) (k keys, ok bool) {
	equal, span, unit := knows(p)
	first := partition(known(f, equal))
	switch {
	case first != nil:
		var all []string
		for _, each := range first {
			all = append(all, template(p, each))
			k.about = append(k.about, each.Name)
		}
		k.partition = strings.Join(all, "_")
	case span != nil && span.Kind == table.DateTime && unit != design.Second:
		k.partition = design.Part{Property: span, Format: design.Cut, Unit: unit}.String()
		k.about = append(k.about, span.Name)
	default:
		return k, false
	}
	used := slices.Clone(first)
	var row []string
	add := func(of *design.Property) {
		if !slices.Contains(used, of) {
			row, used = append(row, template(p, of)), append(used, of)
		}
	}
	for _, each := range equal {
		if !slices.Contains(first, each) {
			add(each)
			k.about = append(k.about, each.Name)
		}
	}
	if span != nil {
		if span.Kind == table.Double {
			return k, false // numbers with a point don't sort as text
		}
		add(span)
	}
	ids := identity(f.Meant(), p.Entity)
	for _, id := range ids {
		add(id)
	}
	k.row = strings.Join(row, "_")
	k.beside = beside(f.Meant().Original(p.Entity), p, append(slices.Clone(equal), span), ids)
	return k, ids != nil && !slices.ContainsFunc(used, free)
}

// moves reports whether an update changes what keys are made of: it would have to delete the entity and
// insert it again.
func moves(f *design.File, all map[*design.Entity]keys) bool {
	return slices.ContainsFunc(f.Patterns, func(p *design.Pattern) bool {
		k := all[p.Entity]
		return p.Verb == design.Update && slices.ContainsFunc(p.Select, func(name string) bool {
			return strings.Contains(k.partition+k.row, "{"+name+"}") ||
				strings.Contains(k.partition+k.row, "{"+name+":")
		})
	})
}

// beside makes a RowKey for a copy in the partition of the original, if the question knows that: one
// transaction writes both then.
func beside(at *design.Place, p *design.Pattern, asked, ids []*design.Property) string {
	var known []*design.Property
	for _, part := range at.PartitionKey.Parts {
		if of := part.Property; of != nil {
			equal := func(t design.Term) bool { return t.Op == design.Equal && t.Property == of }
			if !slices.ContainsFunc(p.Where, equal) || part.Format == design.Cut {
				return ""
			}
			known = append(known, of)
		}
	}
	text, row := "by", []string(nil)
	for _, of := range append(slices.Clone(asked), ids...) {
		if of == nil || slices.Contains(known, of) {
			continue
		}
		if slices.Contains(asked, of) {
			text += "-" + strings.ToLower(of.Name)
		}
		known, row = append(known, of), append(row, template(p, of))
	}
	if known == nil || row == nil || text == "by" {
		return ""
	}
	return text + "_" + strings.Join(row, "_")
}

// free reports whether a property is a text that people write: too long for a key, and with characters that
// keys can't have.
func free(p *design.Property) bool {
	return p.Kind == table.String && p.Source().Length > 0 && p.Source().Pattern == "" && p.Source().Names == nil
}

// knows returns what a question knows with =, and of what it knows a range, or wants the order. A range of
// times can be a unit of it; else that's a day.
func knows(p *design.Pattern) (equal []*design.Property, span *design.Property, unit design.Unit) {
	unit = design.Day
	for _, t := range p.Where {
		switch {
		case t.Op == design.NotEqual:
		case t.Op == design.Equal || t.Op == design.OneOf || t.Op == design.Has:
			equal = append(equal, t.Property)
		case span == nil:
			span = t.Property
			if t.Op == design.InUnit {
				unit = t.Unit
			}
		}
	}
	if span == nil {
		span = p.Entity.Property(p.Sort)
	}
	return equal, span, unit
}

// partition returns those of the properties that several entities share, or one if none is.
func partition(all []*design.Property) []*design.Property {
	shared := slices.DeleteFunc(slices.Clone(all), apart)
	if len(shared) == 0 && len(all) > 0 {
		return all[:1]
	}
	return shared
}

// known leaves the properties that most questions of the file know with =. Keys that begin with them can
// serve these, too.
func known(f *design.File, all []*design.Property) (best []*design.Property) {
	most := 0
	for _, of := range all {
		n := 0
		for _, p := range f.Patterns {
			knows := func(t design.Term) bool { return t.Property == of && t.Op == design.Equal }
			if p.Verb == design.Read && slices.ContainsFunc(p.Where, knows) {
				n++
			}
		}
		if n > most || best == nil {
			most, best = n, nil
		}
		if n == most {
			best = append(best, of)
		}
	}
	return best
}

// apart reports whether a property alone tells entities apart. A time doesn't: two can be of the same one.
func apart(p *design.Property) bool {
	if p.Values > 0 || p.Per != nil {
		return false
	}
	return p.Kind == table.GUID || p.Kind == table.String ||
		(p.Kind == table.Int32 || p.Kind == table.Int64) && p.Max == p.Min
}

// identity returns properties that together are different for every entity: those that the file says are
// unique; or a GUID, or one that has a value of its own and is in the keys; or all of the keys, by which the
// entities are told apart now. A number that isn't in the keys may well be the same in two entities.
func identity(d *design.Design, e *design.Entity) (all []*design.Property) {
	for _, p := range e.Properties {
		if p.Unique != nil {
			return p.Unique
		}
		if p.Per != nil {
			return []*design.Property{p.Per, p}
		}
	}
	place := d.Original(e)
	for _, part := range place.Parts() {
		switch of := part.Property; {
		case of == nil || slices.Contains(all, of):
		case apart(of) && part.Format != design.Hash && part.Format != design.Lower:
			return []*design.Property{of}
		default:
			all = append(all, of)
		}
	}
	for _, p := range e.Properties {
		if p.Kind == table.GUID && apart(p) {
			return []*design.Property{p}
		}
	}
	return all
}

// template writes a property so that it sorts as the question wants it.
func template(p *design.Pattern, of *design.Property) string {
	part := design.Part{Property: of}
	switch of.Kind {
	case table.DateTime:
		part.Format = design.ISO
	case table.Int32, table.Int64:
		const enough = 8
		part.Format = design.Padded
		part.Width = max(enough, len(strconv.FormatFloat(of.Max, 'f', 0, 64)))
	}
	if part.Format != design.Plain && p.Newest && p.Sort == of.Name {
		part.Format = design.Inverted
	}
	return part.String()
}
