package view

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	maxShown    = 12 // entities
	maxCells    = 240
	maxValue    = 120 // characters of one value
	wideColumns = 8   // a single entity with more has one row for each property
)

// answer is what a response body contains: one entity, or a collection of entities or tables.
type answer struct {
	one, many string // the nouns for them
	single    bool   // a document of its own, not a collection of one
	columns   []string
	rows      [][]member // by column; rows may be shorter than columns
}

// member is one property of one entity. The zero member is a property that the entity doesn't have.
type member struct {
	value   jsontext.Value
	numeric bool
}

// readAnswer parses a body. ok is false if it has neither entities nor tables.
func readAnswer(body []byte) (a answer, ok bool) {
	doc, ok := odata.ParseJSON(body)
	if !ok || !doc.IsObject() || odata.Member(doc, "odata.error").Exists() {
		return answer{}, false
	}
	list := odata.Member(doc, "value")
	if list.IsArray() {
		list.ForEach(func(_, item jsontext.Value) bool {
			a.row(item)
			return true
		})
	} else {
		a.single = true
		a.row(doc)
	}
	a.one, a.many = "entity", "entities"
	if slices.Contains(a.columns, "TableName") && !slices.Contains(a.columns, table.RowKey) {
		a.one, a.many = "table", "tables"
	}
	a.order()
	return a, !a.single || len(a.columns) > 0
}

// row adds one document. Annotations aren't properties, but they mark the numbers that are sent as strings.
func (a *answer) row(doc jsontext.Value) {
	var row []member
	types := map[string]string{}
	doc.ForEach(func(name, value jsontext.Value) bool {
		if property, ok := strings.CutSuffix(name.Str, "@odata.type"); ok {
			types[property] = value.Str
		}
		return true
	})
	doc.ForEach(func(name, value jsontext.Value) bool {
		if strings.Contains(name.Str, "odata.") {
			return true
		}
		edm := types[name.Str]
		row = a.put(row, name.Str, member{value, value.Type == jsontext.Number ||
			value.Type == jsontext.String && (edm == table.Int64.String() || edm == table.Double.String())})
		return true
	})
	a.rows = append(a.rows, row)
}

// put sets the value in a column, which is added if it's new.
func (a *answer) put(row []member, column string, m member) []member {
	at := slices.Index(a.columns, column)
	if at < 0 {
		at = len(a.columns)
		a.columns = append(a.columns, column)
	}
	for len(row) <= at {
		row = append(row, member{})
	}
	row[at] = m
	return row
}

// order puts the keys first and the Timestamp, which the service wrote, last.
func (a *answer) order() {
	rank := func(name string) int {
		switch name {
		case table.PartitionKey:
			return 0
		case table.RowKey:
			return 1
		case table.Timestamp:
			return 3
		}
		return 2
	}
	from := make([]int, len(a.columns))
	for i := range from {
		from[i] = i
	}
	slices.SortStableFunc(from, func(i, j int) int { return rank(a.columns[i]) - rank(a.columns[j]) })
	columns := make([]string, len(from))
	for i, at := range from {
		columns[i] = a.columns[at]
	}
	for r, row := range a.rows {
		sorted := make([]member, len(from))
		for i, at := range from {
			if at < len(row) {
				sorted[i] = row[at]
			}
		}
		a.rows[r] = sorted
	}
	a.columns = columns
}

// entitiesTable shows the entities or tables of a response. It is the zero Node if there are none to show.
func entitiesTable(r wire.Response) Node {
	a, ok := readAnswer(r.Body)
	if !ok {
		return Node{}
	}
	part := el("div", "rs-answer")
	switch {
	case len(a.rows) == 0:
		part.add(textEl("p", "rs-more", "The answer holds no entities."))
	case a.single && len(a.columns) > wideColumns:
		part.add(a.byProperty())
	default:
		part.add(a.byEntity())
	}
	part.add(continuation(r.Headers))
	return part
}

// byEntity returns a table with a row for each entity, for as many as fit.
func (a answer) byEntity() Node {
	shown := min(len(a.rows), maxShown, max(1, maxCells/max(1, len(a.columns))))
	caption := Count(len(a.rows), a.one, a.many)
	if shown < len(a.rows) {
		caption = "The first " + number(shown) + " of " + caption
	}
	rest := len(a.rows) - shown
	a.rows = a.rows[:shown]
	part := a.table(caption)
	if rest > 0 {
		part = el("div", "", part, textEl("p", "rs-more", "… and "+Count(rest, "more "+a.one, "more "+a.many)))
	}
	return part
}

// table returns a table of all rows.
func (a answer) table(caption string) Node {
	head := el("tr", "")
	for i, name := range a.columns {
		head.add(textEl("th", a.alignment(i), name).with("scope", "col"))
	}
	body := el("tbody", "")
	for _, row := range a.rows {
		tr := el("tr", "")
		for i, m := range row {
			tr.add(m.cell(a.columns[i]))
		}
		body.add(tr)
	}
	return a.scrolled(el("table", "entities", textEl("caption", "", caption), el("thead", "", head), body))
}

// byProperty returns a table with a row for each property of the only entity.
func (a answer) byProperty() Node {
	body := el("tbody", "")
	for i, name := range a.columns[:min(len(a.columns), maxCells)] {
		body.add(el("tr", "", textEl("th", "", name).with("scope", "row"), a.rows[0][i].cell("")))
	}
	caption := textEl("caption", "", "1 "+a.one+", "+Count(len(a.columns), "property", "properties"))
	return a.scrolled(el("table", "entities is-tall", caption, body))
}

func (a answer) scrolled(t Node) Node {
	return scroller("div", "rs-table", strings.ToUpper(a.many[:1])+a.many[1:]+" of the answer", t)
}

// alignment returns the class of a column's head. A column of numbers is aligned to the right.
func (a answer) alignment(column int) string {
	numeric := false
	for _, row := range a.rows {
		m := row[column]
		if m.value.Exists() && m.value.Type != jsontext.Null && !m.numeric {
			return ""
		}
		numeric = numeric || m.numeric
	}
	if numeric {
		return "num"
	}
	return ""
}

// cell shows one value. A missing property is an empty cell; null and the empty string are spelled out.
func (m member) cell(column string) Node {
	tag, class, words := "td", "", shorten(m.value.String(), maxValue)
	switch {
	case !m.value.Exists():
		return el(tag, "")
	case m.value.Type == jsontext.Null:
		class, words = "null", "null"
	case m.value.Type == jsontext.String && words == "":
		class, words = "null", `""`
	case m.value.Type == jsontext.Number:
		class, words = "num", m.value.Raw
	case m.numeric:
		class = "num"
	}
	n := textEl(tag, class, words)
	if table.IsKey(column) {
		n.Tag = "th"
		n = n.with("scope", "row")
	}
	return n
}

// continuation says that the response ends with a continuation token.
func continuation(h wire.Headers) Node {
	var parts []string
	for _, line := range h {
		if name, found := wire.CutPrefixFold(line.Name, "x-ms-continuation-"); found {
			parts = append(parts, name+" "+shorten(line.Value, 40))
		}
	}
	if len(parts) == 0 {
		return Node{}
	}
	words := "There is more: the answer ends with a continuation token (" + strings.Join(parts, ", ") + ")."
	return textEl("p", "rs-more", words)
}
