package infer

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// guess makes questions for tables that no request asks of: with the table's name if there are
// others, and for whole partitions with several types.
func guess(types []*entityType) (all []pattern) {
	for _, t := range types {
		for _, p := range t.guess() {
			switch {
			case len(types) == 1:
			case t.shares:
				p.name += " of " + t.name
			default:
				p.name += " of " + t.table
			}
			all = append(all, p)
		}
	}
	var done []string
	for _, t := range types {
		if !t.shares || slices.Contains(done, t.table) {
			continue
		}
		done = append(done, t.table)
		s := together(slices.DeleteFunc(slices.Clone(types), func(other *entityType) bool {
			return other.table != t.table
		}))
		if known := equals(names(s.partition...)); known != nil {
			all = append(all, guessed("all of "+t.table, "of", s.name, where(known...)))
		}
	}
	return all
}

// guess makes the questions for a type.
func (t *entityType) guess() []pattern {
	inKeys := names(slices.Concat(t.partition, t.row)...)
	var byKey []pattern
	if len(inKeys) > 0 {
		byKey = append(byKey, guessed("one", "of", t.name, where(equals(inKeys)...)))
	}
	// Without properties in the RowKey, a partition has one entity of the type.
	if partition := names(t.partition...); len(partition) > 0 && len(names(t.row...)) > 0 {
		byKey = append(byKey, guessed("a partition", "of", t.name, where(equals(partition)...)))
	}
	return questions(t.name, slices.DeleteFunc(slices.Clone(t.columns), func(c *column) bool {
		return slices.Contains(inKeys, c.Name)
	}), byKey)
}

func equals(names []string) (terms []string) {
	for _, name := range names {
		terms = append(terms, name+" = ?")
	}
	return terms
}

// questions returns those that columns suggest. byKey are those that keys do; nil if there are no
// keys.
func questions(entity string, columns []*column, byKey []pattern) []pattern {
	all := byKey
	add := func(name string, more ...string) { all = append(all, guessed(name, "of", entity, more...)) }
	var one, first, at *column
	for _, c := range columns {
		if at == nil && c.Type == table.DateTime {
			at = c
		}
		if one == nil && c.Unique && c.Type != table.DateTime && c.Type != table.Double {
			one = c
		}
	}
	if one != nil && len(byKey) == 0 {
		add("one", where(one.Name+" = ?"))
	}
	const most = 3
	groups := 0
	for _, c := range columns {
		if groups == most || !c.divides() {
			continue
		}
		if groups++; first == nil {
			first = c
		}
		add("by "+strings.ToLower(c.Name), where(c.Name+" = ?"))
	}
	if first != nil && at != nil {
		add("newest", where(first.Name+" = ?"), "sort: "+at.Name+" desc", "limit: 10")
	}
	if at != nil {
		add("of a day", where(at.Name+" in day ?"))
	}
	return append(all, guessed("write", "insert", entity))
}

// divides reports whether the values of a column divide entities into groups.
func (c *column) divides() bool {
	switch c.Type {
	case table.Boolean, table.Double, table.DateTime:
		return false
	}
	return c.Distinct > 1 && c.Distinct*2 <= c.Values
}

// guessed is a pattern of which nothing was sent.
func guessed(name, verb, of string, more ...string) pattern {
	return pattern{name: name, verb: verb, of: of, more: more, times: 1}
}
