package compile

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TypeName is the property by which entities in a table are told apart if their keys don't do it.
const TypeName = "EntityType"

// apart is how the entities of a place are told from others in the table.
type apart struct {
	by    string   // PartitionKey or RowKey, by the literal at its beginning; TypeName; "": nothing is there
	names []string // the values of TypeName
}

// filter is what a $filter says of TypeName.
func (a apart) filter() string {
	return anyOf(a.names, func(name string) string { return TypeName + " eq " + filter.Quote(name) })
}

// apartOf says how the entities of a place are told from those of all places in the table but some.
func apartOf(d *design.Design, place *design.Place, but ...*design.Place) apart {
	shared, byRow, byPartition := false, true, true
	for _, other := range d.Places {
		if other == place || slices.Contains(but, other) || !wire.EqualFold(other.Table, place.Table) {
			continue
		}
		shared = true
		byRow = byRow && differ(literalOf(place.RowKey), literalOf(other.RowKey))
		byPartition = byPartition && differ(literalOf(place.PartitionKey), literalOf(other.PartitionKey))
	}
	name := place.Entity.Name
	if place.Copy != "" {
		name += "." + place.Copy
	}
	switch {
	case !shared:
		return apart{}
	case byRow:
		return apart{by: table.RowKey}
	case byPartition:
		return apart{by: table.PartitionKey}
	default:
		return apart{TypeName, []string{name}}
	}
}

// differ says whether neither text is the beginning of the other.
func differ(a, b string) bool { return !strings.HasPrefix(a, b) && !strings.HasPrefix(b, a) }

func literalOf(t design.Template) (text string) {
	for _, p := range t.Parts {
		if p.Property != nil {
			break
		}
		text += p.Literal
	}
	return text
}
