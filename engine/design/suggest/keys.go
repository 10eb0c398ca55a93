package suggest

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// keys are templates that answer a question without reading more than it wants.
type keys struct {
	partition, row string
	about          []string // the properties that the question knows, for the name of a copy
}

// keysFor makes keys of what a question knows. First comes what it knows with =, the property with the fewest
// values in the PartitionKey; then what it knows a range of, or wants in order; and last, if entities could
// still have the same key, a property that tells them apart.
func keysFor(p *design.Pattern) (k keys, ok bool) {
	var equal []*design.Property
	var span *design.Property
	unit := design.Day
	for _, t := range p.Where {
		switch {
		case t.Op == design.NotEqual:
		case t.Op == design.Equal || t.Op == design.OneOf:
			equal = append(equal, t.Property)
		case span == nil:
			span = t.Property
			if t.Op == design.InUnit {
				unit = t.Unit
			}
		}
	}
	if span == nil {
		span = property(p.Entity, p.Sort)
	}
	first := fewest(equal)
	switch {
	case first != nil:
		k.partition = template(p, first)
		k.about = append(k.about, first.Name)
	case span != nil && span.Kind == table.DateTime && cuts[unit] != "":
		k.partition = "{" + span.Name + ":" + cuts[unit] + "}"
		k.about = append(k.about, span.Name)
	default:
		return k, false
	}
	var row []string
	unique := first != nil && first.Values == 0
	add := func(of *design.Property) {
		row = append(row, template(p, of))
		unique = unique || of.Values == 0 && of.Kind != table.Boolean && of.Kind != table.Double
	}
	for _, each := range equal {
		if each != first {
			add(each)
			k.about = append(k.about, each.Name)
		}
	}
	if span != nil && span != first {
		if span.Kind == table.Double {
			return k, false // numbers with a point don't sort as text
		}
		add(span)
	}
	if !unique {
		id := identity(p.Entity)
		if id == nil {
			return k, false
		}
		row = append(row, template(p, id))
	}
	k.row = strings.Join(row, "_")
	return k, true
}

// cuts are the formats that a question's unit of time is cut by.
var cuts = map[design.Unit]string{
	design.Minute: "yyyy-MM-dd-HH-mm", design.Hour: "yyyy-MM-dd-HH", design.Day: "yyyy-MM-dd",
	design.Month: "yyyy-MM", design.Year: "yyyy",
}

// fewest is the property with the fewest values, of which one that's different for every entity has most.
func fewest(all []*design.Property) (least *design.Property) {
	for _, p := range all {
		if least == nil || least.Values == 0 || p.Values > 0 && p.Values < least.Values {
			least = p
		}
	}
	return least
}

// identity is a property that's different for every entity.
func identity(e *design.Entity) *design.Property {
	for _, p := range e.Properties {
		if p.Values == 0 && (p.Kind == table.GUID || p.Kind == table.String || p.Kind == table.Int32 ||
			p.Kind == table.Int64) {
			return p
		}
	}
	return nil
}

func property(e *design.Entity, name string) *design.Property {
	for _, p := range e.Properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// template writes a property so that it sorts as the question wants it.
func template(p *design.Pattern, of *design.Property) string {
	format := ""
	switch of.Kind {
	case table.DateTime:
		format = ":iso"
		if p.Newest && p.Sort == of.Name {
			format = ":inverted"
		}
	case table.Int32, table.Int64:
		const enough = 8
		format = ":" + strconv.Itoa(max(enough, len(strconv.FormatFloat(of.Max, 'f', 0, 64))))
	}
	return "{" + of.Name + format + "}"
}
