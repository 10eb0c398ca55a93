package keys

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// Rows returns the values of each row that an entity has in a place: of a copy with a row for each value of a
// property, that property has one of them.
func Rows(place *design.Place, values Values) []Values {
	of := place.Each()
	if of == nil {
		return []Values{values}
	}
	var all []Values
	for _, text := range design.ValuesOf(values(of.Name).Text()) {
		one := table.StringValue(text)
		all = append(all, func(name string) table.Value {
			if name == of.Name {
				return one
			}
			return values(name)
		})
	}
	return all
}
