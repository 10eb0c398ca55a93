package compile

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Rows returns the rows of an entity in a place: none, one, or one for each value of a property.
func Rows(
	d *design.Design, place *design.Place, properties []table.Property,
) (rows []table.Entity, err error) {
	values := keys.Of(properties)
	if !In(place)(values) {
		return nil, nil
	}
	stored := FormOf(d, place).Append(nil, properties)
	for _, one := range keys.Rows(place, values) {
		k, err := Key(place, one)
		if err != nil {
			return nil, err
		}
		rows = append(rows, table.Entity{Key: k, Properties: stored})
	}
	return rows, nil
}

// Key returns the key of an entity in a place.
func Key(place *design.Place, values keys.Values) (k table.Key, err error) {
	if k.PartitionKey, err = keys.Render(place.PartitionKey, values); err != nil {
		return k, err
	}
	k.RowKey, err = keys.Render(place.RowKey, values)
	return k, err
}

// Form is what a place stores of its type's entities besides the key.
type Form struct {
	Names []string // of properties, in the order of the file
	Type  string   // the value of TypeName; "" for none
}

// FormOf returns the form of a place's entities.
func FormOf(d *design.Design, place *design.Place) (f Form) {
	for _, p := range place.Entity.Properties {
		if place.Stores(p.Name) && !table.IsSystemProperty(p.Name) {
			f.Names = append(f.Names, p.Name)
		}
	}
	if apart := apartOf(d, place); apart.by == TypeName {
		f.Type = apart.names[0]
	}
	return f
}

// Append appends those of an entity's properties that are stored.
func (f Form) Append(to, properties []table.Property) []table.Property {
	left := f.Names
	to = slices.Grow(to, len(f.Names)+1)
	for _, p := range properties {
		// Both are usually in the order of the file.
		if len(left) > 0 && left[0] == p.Name {
			left, to = left[1:], append(to, p)
		} else if slices.Contains(f.Names, p.Name) {
			to = append(to, p)
		}
	}
	if f.Type != "" {
		to = append(to, table.Property{Name: TypeName, Value: table.StringValue(f.Type)})
	}
	return to
}

// In returns what says whether an entity is in a place.
func In(place *design.Place) func(keys.Values) bool {
	if place.When == nil {
		return func(keys.Values) bool { return true }
	}
	return Matches(&design.Pattern{Where: place.When}, nil)
}

// at returns which of some rows has a key, or -1.
func at(rows []table.Entity, k table.Key) int {
	return slices.IndexFunc(rows, func(e table.Entity) bool { return e.Key == k })
}
