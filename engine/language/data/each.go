package data

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Each makes the entities of the table in order, until yield returns false. If the service would refuse
// one, yield also gets the error. All entities use the same memory. now is the time for templates.
func (t *Table) Each(now func() table.Ticks, yield func(row *Row, e *table.Entity, bad *Error) bool) {
	t.each(now, maxTimes, yield)
}

// Check finds the rows that the service would refuse, and adds an error for each. Of a template it looks at
// the first entity only.
func (t *Table) Check() {
	t.each(someTime, 1, func(_ *Row, _ *table.Entity, bad *Error) bool {
		if bad != nil {
			t.Errors = append(t.Errors, bad)
		}
		return len(t.Errors) < MaxErrors
	})
}

// someTime is the time where it doesn't matter.
func someTime() table.Ticks { return table.Date(2001, 1, 1) }

func (t *Table) each(now func() table.Ticks, most int, yield func(*Row, *table.Entity, *Error) bool) {
	m := &maker{Table: t, context: helper.Context{Now: now}}
	for i := range t.Rows {
		row := &t.Rows[i]
		for m.index = range min(row.Count(), most) {
			var err *Error
			if at, bad := m.make(row); bad != nil {
				err = t.errorAt(at, bad)
			}
			if !yield(row, &m.entity, err) {
				return
			}
		}
	}
}

// Texts returns the texts of an entity's cells: those of a row or, of a template, of the entity with that
// index. They are as written where a template is wrong.
func (t *Table) Texts(row *Row, index int, now func() table.Ticks) []string {
	m := &maker{Table: t, context: helper.Context{Now: now}, index: index}
	var texts []string
	for _, c := range row.Cells {
		texts = append(texts, c.Text)
	}
	if row.Times == 0 {
		return texts
	}
	if _, bad := m.read(row); bad != nil {
		return texts
	}
	for i := range texts {
		if text, bad := m.expand(&m.templates[i]); bad == nil {
			texts[i] = text
		}
	}
	return texts
}

// maker makes one entity after the other.
type maker struct {
	*Table
	entity  table.Entity
	index   int // of the entity among those of its row
	context helper.Context

	row       *Row       // the one that templates are of
	templates []template // one for each cell
	args      []string   // of the call under way
}

// make makes an entity of a row. at is the place of what is wrong.
func (m *maker) make(row *Row) (at int, bad *problem.Problem) {
	e := &m.entity
	*e = table.Entity{Properties: e.Properties[:0]}
	if row.Times > 0 && m.row != row {
		if at, bad = m.read(row); bad != nil {
			return at, bad
		}
	}
	for i := range row.Cells {
		c, name := &row.Cells[i], m.Columns[i].Name
		if !c.Set && table.IsKey(name) {
			return c.at, MissingKey(name)
		}
		if !c.Set {
			continue
		}
		text := c.Text
		if row.Times > 0 {
			if text, bad = m.expand(&m.templates[i]); bad != nil {
				return c.at, bad
			}
		}
		var v table.Value
		if table.IsKey(name) {
			bad = CheckKey(name, text)
		} else {
			v, bad = CheckValue(name, c.Kind, text)
		}
		if bad != nil {
			return c.at, bad
		}
		switch name {
		case table.PartitionKey:
			e.PartitionKey = text
		case table.RowKey:
			e.RowKey = text
		default:
			e.Properties = append(e.Properties, table.Property{Name: name, Value: v})
		}
	}
	switch {
	case len(e.Properties) > table.MaxProperties:
		bad = problem.New("An entity has at most 252 properties beside its keys.", "")
	case e.Size() > table.MaxEntitySize:
		bad = problem.New("An entity has at most 1 MiB.", "")
	}
	return row.at, bad
}

// maxText limits what a cell can grow to. No property is as long.
const maxText = table.MaxEntitySize

// template is a cell with {{…}}.
type template struct {
	pieces []piece
	label  string // of its random numbers
}

// piece is text and the call of a helper behind it. Only the last piece can have none.
type piece struct {
	text   string
	helper helper.Helper
	args   []string
}

// read reads the templates of a row. at is the place of what is wrong.
func (m *maker) read(row *Row) (at int, bad *problem.Problem) {
	label := m.Name
	for i, c := range m.Columns {
		if table.IsKey(c.Name) {
			label += "," + row.Cells[i].Text
		}
	}
	m.row, m.templates = row, make([]template, len(row.Cells))
	for i, c := range row.Cells {
		to := &m.templates[i]
		to.label = label + "," + m.Columns[i].Name
		for rest := c.Text; rest != ""; {
			before, after, found := strings.Cut(rest, "{{")
			p := piece{text: before}
			if found {
				call, behind, closed := strings.Cut(after, "}}")
				if p.helper, p.args, bad = helper.Parse(call); !closed {
					bad = problem.New("This {{ isn't closed.", "Close it with }} in the same cell.")
				}
				if bad != nil {
					return c.at, bad
				}
				after = behind
			}
			to.pieces = append(to.pieces, p)
			rest = after
		}
	}
	return 0, nil
}

// expand returns the text of a cell. Random numbers depend on the table, the keys of the row as they are
// written, the column and the index. So they stay the same whatever is added around them.
func (m *maker) expand(t *template) (string, *problem.Problem) {
	m.context.Random = nil
	var text []byte
	for _, p := range t.pieces {
		text = append(text, p.text...)
		if p.helper.Name == "" {
			break
		}
		if m.context.Random == nil {
			m.context.Random = helper.NewRandom(uint64(m.index), t.label)
		}
		m.args = append(m.args[:0], p.args...)
		for i, a := range m.args {
			if helper.IsIndex(a) {
				n, bad := helper.Evaluate(a, m.index)
				if bad != nil {
					return "", bad
				}
				m.args[i] = strconv.Itoa(n)
			}
		}
		value, bad := p.helper.Call(&m.context, m.args)
		if bad == nil && len(text)+len(value) > maxText {
			bad = problem.New("The text grows beyond 1 MiB here.", "")
		}
		if bad != nil {
			return "", bad
		}
		text = append(text, value...)
	}
	return string(text), nil
}
