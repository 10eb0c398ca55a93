package compile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// residual returns what a $filter says of a property that the keys don't cover.
func residual(c *condition) (all []string) {
	if v, ok := c.single(); ok {
		return []string{c.property.Name + " eq " + filter.Literal(v)}
	}
	for _, t := range c.terms {
		all = append(all, t.filter())
	}
	return all
}

var operators = [...]string{
	design.Equal: " eq ", design.NotEqual: " ne ", design.Less: " lt ", design.LessOrEqual: " le ",
	design.Greater: " gt ", design.GreaterOrEqual: " ge ",
}

// filter writes a term for a $filter.
func (t Term) filter() string {
	name := t.Property.Name
	is := func(op design.Op, v table.Value) string { return name + operators[op] + filter.Literal(v) }
	switch t.Op {
	case design.Between:
		return is(design.GreaterOrEqual, t.Values[0]) + " and " + is(design.LessOrEqual, t.Values[1])
	case design.InUnit:
		from := keys.Floor(t.Values[0].Ticks(), t.Unit)
		text, next := is(design.GreaterOrEqual, table.DateTimeValue(from)), keys.Next(from, t.Unit)
		if next > table.MaxTicks {
			return text
		}
		return text + " and " + is(design.Less, table.DateTimeValue(next))
	case design.Prefix:
		text := is(design.GreaterOrEqual, t.Values[0])
		if after, ok := keys.After(t.Values[0].Text()); ok {
			text += " and " + is(design.Less, table.StringValue(after))
		}
		return text
	case design.OneOf:
		return anyOf(t.Values, func(v table.Value) string { return is(design.Equal, v) })
	}
	return is(t.Op, t.Values[0])
}

// anyOf writes one test of each, with or between them.
func anyOf[T any](all []T, test func(T) string) string {
	text := ""
	for i, one := range all {
		if i > 0 {
			text += " or "
		}
		text += test(one)
	}
	if len(all) > 1 {
		return "(" + text + ")"
	}
	return text
}

// request writes a request.
func (r *reader) request(a *asked, top int, work design.Work) design.Request {
	selected := r.selected(work)
	if a.kind == design.PointQuery && len(a.left) == 0 {
		return Get(r.place, table.Key{PartitionKey: a.pk.text, RowKey: a.rk.text}, selected)
	}
	q := Query(r.place.Table, strings.Join(slices.Concat(a.keys, a.left), " and "), top, selected)
	q.Exact, q.Places = !a.rejects && !a.drops, []*design.Place{r.place}
	for i, p := range a.parts {
		if i == 0 {
			q.Places = nil
		}
		q.Places = append(q.Places, p.place)
	}
	return q
}

// Get writes a point query.
func Get(place *design.Place, key table.Key, selected string) design.Request {
	path := strings.TrimPrefix(odata.EntityURL("", place.Table, key), "/")
	if selected != "" {
		path += "?$select=" + selected
	}
	return design.Request{
		Method: "GET", Path: path, Headers: accept(), Table: place.Table, Key: key, Point: true, Exact: true,
		Select: selected, Places: []*design.Place{place},
	}
}

func accept() []string { return []string{"Accept: application/json;odata=nometadata"} }

// Query writes a query of a table.
func Query(tbl, filter string, top int, selected string) design.Request {
	q := design.Request{
		Method: "GET", Path: tbl + "()", Headers: accept(), Filter: filter, Top: top, Select: selected,
		Table: tbl,
	}
	separator := "?"
	if filter != "" {
		q.Path += separator + "$filter=" + wire.Escape(filter, "'(),:")
		separator = "&"
	}
	if top > 0 {
		q.Path += separator + "$top=" + strconv.Itoa(top)
		separator = "&"
	}
	if selected != "" {
		q.Path += separator + "$select=" + selected
	}
	return q
}

// selected returns the properties that the client needs: what the pattern wants, and what it works with.
func (r *reader) selected(work design.Work) string {
	names := r.pattern.Select
	if r.pattern.Count {
		names = []string{table.RowKey}
	}
	if names == nil {
		return ""
	}
	names = slices.Clone(names)
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if work.Sort || work.Merge {
		add(r.pattern.Sort)
	}
	if work.Drop {
		for _, c := range r.conditions {
			add(c.property.Name)
		}
	}
	for i, name := range names {
		names[i] = wire.Escape(name, "")
	}
	return strings.Join(names, ",")
}
