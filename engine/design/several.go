package design

import (
	"cmp"
	"strings"
)

// separator is between the values of a property that has several, because the service has no lists.
const separator = ","

// ValuesOf returns the values that a property of several has.
func ValuesOf(text string) []string { return strings.Split(text, separator) }

// ListOf returns several values as one.
func ListOf(values []string) string { return strings.Join(values, separator) }

// Each returns the property of whose values a copy has a row for each, or nil if it has one for an entity.
func (p *Place) Each() *Property {
	several := func(part *Part) bool { return part.Property.Several > 0 }
	if part := cmp.Or(p.PartitionKey.Find(several), p.RowKey.Find(several)); part != nil {
		return part.Property
	}
	return nil
}

// RowsEach returns how many rows an entity has in a place, at most.
func (p *Place) RowsEach() int {
	if of := p.Each(); of != nil {
		return of.Several
	}
	return 1
}
