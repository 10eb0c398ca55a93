package data

import (
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Each makes the entities of the table in order, until yield returns false. If the service would refuse
// one, yield also gets the error. All entities use the same memory. now is the time for templates.
func (t *Table) Each(now func() time.Time, yield func(row *Row, e *table.Entity, bad *Error) bool) {
	t.each(now, maxTimes, yield)
}

// Check finds the rows that the service would refuse, and adds an error for each. Of a template it looks at
// the first entity only.
func (t *Table) Check() {
	now := func() time.Time { return table.MinTicks.Time().AddDate(400, 0, 0) }
	t.each(now, 1, func(_ *Row, _ *table.Entity, bad *Error) bool {
		if bad != nil {
			t.Errors = append(t.Errors, bad)
		}
		return len(t.Errors) < MaxErrors
	})
}

func (t *Table) each(now func() time.Time, most int, yield func(*Row, *table.Entity, *Error) bool) {
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

// maker makes one entity after the other.
type maker struct {
	*Table
	entity  table.Entity
	index   int // of the entity among those of its row
	context helper.Context
}

// make makes an entity of a row. at is the place of what is wrong.
func (m *maker) make(row *Row) (at int, bad *problem.Problem) {
	e := &m.entity
	*e = table.Entity{Properties: e.Properties[:0]}
	keys := 0
	for i := range row.Cells {
		c := &row.Cells[i]
		if !c.Set {
			continue
		}
		text := c.Text
		if row.Times > 0 {
			if text, bad = m.expand(row, i); bad != nil {
				return c.at, bad
			}
		}
		name := m.Columns[i].Name
		v, bad := value(text, c.Kind, isKey(name))
		if bad != nil {
			return c.at, bad
		}
		switch name {
		case table.PartitionKey:
			e.PartitionKey = text
			keys++
		case table.RowKey:
			e.RowKey = text
			keys++
		default:
			e.Properties = append(e.Properties, table.Property{Name: name, Value: v})
		}
	}
	switch {
	case keys < 2:
		bad = problem.New("The row needs both a PartitionKey and a RowKey.", `Write "" for the empty string.`)
	case len(e.Properties) > table.MaxProperties:
		bad = problem.New("An entity has at most 252 properties beside its keys.", "")
	case e.Size() > table.MaxEntitySize:
		bad = problem.New("An entity has at most 1 MiB.", "")
	}
	return row.at, bad
}

// value reads a value of a type, and checks what the service checks in an insert.
func value(text string, kind table.Kind, key bool) (v table.Value, bad *problem.Problem) {
	v, ok := odata.ParseText(text, kind)
	what := "a value of type " + TypeName(kind) + odata.Forms(kind)
	switch {
	case !ok || kind == table.DateTime && v.Ticks() < table.MinTicks:
	case key && !table.ValidKey(text):
		what = `a key without / \ # ? and control characters`
	case key && table.Length(text) > table.MaxKeyLength:
		what = "a key of at most 512 characters (1 KiB)"
	case kind == table.String && table.Length(text) > table.MaxStringLength,
		kind == table.Binary && len(v.Text()) > table.MaxBinarySize:
		what = "a value of at most 64 KiB"
	default:
		return v, nil
	}
	return v, problem.New("Expected "+what+problem.Found(text)+".", "")
}

// maxText limits what a cell can grow to. No property is as long.
const maxText = table.MaxEntitySize

// expand puts the values of helpers into a cell of a template. Random numbers depend on the table, the keys
// of the row as they are written, the column and the index. So they stay the same whatever is added around
// them.
func (m *maker) expand(row *Row, column int) (string, *problem.Problem) {
	rest, expanded := row.Cells[column].Text, ""
	m.context.Random = nil
	for {
		before, after, found := strings.Cut(rest, "{{")
		expanded += before
		if !found {
			return expanded, nil
		}
		call, rest2, closed := strings.Cut(after, "}}")
		if !closed {
			return "", problem.New("This {{ isn't closed.", "Close it with }} in the same cell.")
		}
		rest = rest2
		h, args, bad := helper.Parse(call)
		if bad == nil && m.context.Random == nil {
			label := m.Name + "," + m.Columns[column].Name
			for i, c := range m.Columns {
				if isKey(c.Name) {
					label += "," + row.Cells[i].Text
				}
			}
			m.context.Random = helper.NewRandom(uint64(m.index), label)
		}
		for i, a := range args {
			if bad == nil && helper.IsIndex(a) {
				var n int
				n, bad = helper.Evaluate(a, m.index)
				args[i] = strconv.Itoa(n)
			}
		}
		text := ""
		if bad == nil {
			text, bad = h.Call(&m.context, args)
		}
		if bad == nil && len(expanded)+len(text) > maxText {
			bad = problem.New("The text grows beyond 1 MiB here.", "")
		}
		if bad != nil {
			return "", bad
		}
		expanded += text
	}
}
