package lint

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// timeFirst: a PartitionKey that begins with the time puts all new entities at the end of the table. With a
// few a second that doesn't matter.
func timeFirst(l *linter, d *design.Design, p *design.Place) {
	const rare = 100 // a server takes that beside others
	first := firstProperty(&p.PartitionKey)
	rate := l.inserts(p.Entity)
	if first == nil || first.Property.Kind != table.DateTime || first.Property.Values > 0 ||
		first.Format == design.Hash || rate < rare {
		return
	}
	at := "at the end of the table"
	if first.Format == design.Inverted {
		at = "at the start of the table"
	}
	until := ", however many servers there are."
	if n := len(p.PartitionKey.Parts); p.PartitionKey.Parts[n-1].Property != first.Property {
		until = " until it gives some of their PartitionKeys away, and again with each later time."
	}
	l.add(design.Finding{
		Code: "time-first", Line: p.PartitionKey.Line, Guide: "prepend-append", Severity: 70,
		Says: "The PartitionKey begins with the time, so all new entities are written " + at + ": " +
			design.Number(rate) + " a second on one server" + until,
	}, d, rate > table.PartitionTarget)
}

// firstProperty returns the first part that isn't a literal, or nil.
func firstProperty(t *design.Template) *design.Part {
	return t.Find(func(*design.Part) bool { return true })
}

// unpadded: numbers without zeros in front sort as text, so 10 comes before 9.
func unpadded(l *linter, d *design.Design, p *design.Place) {
	for _, t := range []*design.Template{&p.PartitionKey, &p.RowKey} {
		for i := range t.Parts {
			part := &t.Parts[i]
			if part.Property == nil || part.Format != design.Plain || part.Property.Even ||
				part.Property.Kind != table.Int32 && part.Property.Kind != table.Int64 {
				continue
			}
			pattern := l.ordered(part.Property)
			if t == &p.PartitionKey && pattern == nil {
				continue // it's only compared for equality
			}
			f := design.Finding{
				Code: "unpadded-number", Line: t.Line, Guide: "sorting-and-keys", Severity: 60,
				Says: part.Property.Name + " is in a key without padding, and keys sort as text: 10 comes before 9. " +
					"Write {" + part.Property.Name + ":10}, with as many digits as it can ever have.",
			}
			if pattern != nil {
				f.Pattern = pattern.Name
				if pattern.Newest {
					f.Says += " With {" + part.Property.Name + ":inverted 10} the greatest comes first."
				}
			}
			l.add(f, d, pattern != nil)
		}
	}
}

// ordered returns a pattern that needs a property's order, or nil.
func (l *linter) ordered(property *design.Property) *design.Pattern {
	for _, p := range l.file.Patterns {
		if p.Sort == property.Name && slices.Contains(p.Entity.Properties, property) {
			return p
		}
		for i := range p.Where {
			switch t := &p.Where[i]; t.Op {
			case design.Less, design.LessOrEqual, design.Greater, design.GreaterOrEqual, design.Between:
				if t.Property == property {
					return p
				}
			}
		}
	}
	return nil
}

// separateCopy: a copy in another partition can't be written in the same transaction as the original.
func separateCopy(l *linter, d *design.Design, p *design.Place) {
	original := d.Original(p.Entity)
	if p == original || p.Table == original.Table && p.PartitionKey.Text == original.PartitionKey.Text {
		return
	}
	written := 0.0
	for _, pattern := range l.file.Patterns {
		if pattern.Entity == p.Entity && pattern.Verb != design.Read && writes(pattern, p) {
			written += pattern.Rate
		}
	}
	if written == 0 {
		return
	}
	l.add(design.Finding{
		Code: "separate-copy", Line: p.Line, Guide: "eventually-consistent-transactions", Severity: 30,
		Says: "The copy " + p.Copy +
			" is in another partition than the original, so no transaction covers both. A " +
			"client that stops between the two leaves them different, which can happen to " + often(written) +
			". Write the copy in a way that can be repeated.",
	}, d, false)
}

// emptyCopy: no entity that the file describes has the value that a copy is for.
func emptyCopy(l *linter, d *design.Design, p *design.Place) {
	for i := range p.When {
		t := &p.When[i]
		of := t.Property
		if of.Kind != table.String || t.Op != design.Equal && t.Op != design.OneOf || of.Pattern != "" {
			continue
		}
		if slices.ContainsFunc(t.Params, func(v design.Param) bool {
			made := of.Names == nil && strings.HasPrefix(v.Value.Text(), of.Name+"-")
			return made || slices.Contains(of.Names, v.Value.Text())
		}) {
			continue
		}
		l.add(design.Finding{
			Code: "matches-nothing", Line: p.Line, Guide: "query-kinds", Severity: 75,
			Says: "No " + p.Entity.Name + " of the data is in the copy " + p.Copy + ". " + listed(t),
		}, d, false)
	}
}

// writes says whether a write also changes a copy: an update doesn't if the copy has nothing of what it sets.
func writes(pattern *design.Pattern, copied *design.Place) bool {
	return pattern.Verb != design.Update || pattern.Select == nil ||
		slices.ContainsFunc(pattern.Select, copied.Stores)
}

// often says how many writes there are in a unit of time.
func often(rate float64) string {
	const minute, hour, day = 60, 3600, 86400
	unit := "a day"
	switch {
	case rate >= 1:
		unit = "a second"
	case rate*minute >= 1:
		rate, unit = rate*minute, "a minute"
	case rate*hour >= 1:
		rate, unit = rate*hour, "an hour"
	default:
		rate *= day
	}
	if n := design.Number(rate); n != "1" {
		return "each of " + n + " writes " + unit
	}
	return "one write " + unit
}

// nearLimit: an entity of nearly a megabyte will exceed it one day.
func nearLimit(l *linter, e *design.Entity) {
	const near = 0.8
	bytes := sizeOf(e)
	switch {
	case float64(bytes) > near*table.MaxEntitySize:
		l.add(design.Finding{
			Code: "near-limit", Line: e.Line, Guide: "large-entities", Severity: 90,
			Says: "A " + e.Name + " has about " + design.Number(float64(bytes)) +
				" bytes, and the service stores at " +
				"most 1,048,576: strings count two bytes a character. Put the large part into chunks or a blob.",
		}, nil, bytes > table.MaxEntitySize)
	case float64(len(e.Properties)) > near*table.MaxProperties:
		l.add(design.Finding{
			Code: "near-limit", Line: e.Line, Guide: "wide-entities", Severity: 90,
			Says: "A " + e.Name + " has " + design.Number(float64(len(e.Properties))) +
				" properties, and the service " +
				"stores at most 252.",
		}, nil, len(e.Properties) > table.MaxProperties)
	}
}

// sizeOf estimates what an entity is billed for: names and values, and 100 bytes for keys and the rest.
func sizeOf(e *design.Entity) int {
	const rest, short = 100, 12
	bytes := rest
	for _, p := range e.Properties {
		bytes += 8 + 2*len(p.Name)
		switch p.Kind {
		case table.String:
			bytes += 4 + 2*max(p.Length, short)
		case table.Binary:
			bytes += 4 + p.Length
		default:
			bytes += 8
		}
	}
	return bytes
}
