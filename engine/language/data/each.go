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

// Each makes the entities of the table in order, until yield returns false. Instead of one that the service
// would refuse, yield gets the error. The next entity reuses the memory of the properties. now is the time
// for templates.
func (t *Table) Each(now func() time.Time, yield func(row *Row, e table.Entity, bad *Error) bool) {
	t.each(now, maxTimes, yield)
}

// Check finds the rows that the service would refuse, and adds an error for each. Of a template it looks at
// the first entity only.
func (t *Table) Check() {
	now := func() time.Time { return table.MinTicks.Time().AddDate(400, 0, 0) }
	t.each(now, 1, func(row *Row, _ table.Entity, bad *Error) bool {
		if bad != nil {
			t.add(row.Count(), bad)
		}
		return true
	})
}

func (t *Table) each(now func() time.Time, most int, yield func(*Row, table.Entity, *Error) bool) {
	var e table.Entity
	for i := range t.Rows {
		row := &t.Rows[i]
		var contexts []helper.Context
		if row.Times > 0 {
			contexts = t.contexts(row, now)
		}
		for index := range min(row.Count(), most) {
			at, bad := t.entity(&e, row, contexts, index)
			var err *Error
			if bad != nil {
				if row.Times > 0 {
					bad.Message = strings.TrimSuffix(bad.Message, ".") + " (at $index " + strconv.Itoa(index) + ")."
				}
				err = t.errorAt(at, bad)
			}
			if !yield(row, e, err) {
				return
			}
		}
	}
}

// entity makes one entity of a row. at is the place of what is wrong.
func (t *Table) entity(
	e *table.Entity, row *Row, contexts []helper.Context, index int,
) (at int, bad *problem.Problem) {
	e.Properties = e.Properties[:0]
	keys := 0
	for i := range row.Cells {
		c := &row.Cells[i]
		if !c.Set {
			continue
		}
		text := c.Text
		if c.template != nil {
			if text, bad = c.template.expand(&contexts[i], index); bad != nil {
				return c.at, bad
			}
		}
		switch name := t.Columns[i].Name; name {
		case table.PartitionKey:
			e.PartitionKey = text
			keys++
			bad = checkKey(name, text)
		case table.RowKey:
			e.RowKey = text
			keys++
			bad = checkKey(name, text)
		default:
			var v table.Value
			v, bad = value(text, c.Kind)
			e.Properties = append(e.Properties, table.Property{Name: name, Value: v})
		}
		if bad != nil {
			return c.at, bad
		}
	}
	switch {
	case keys < 2:
		bad = problem.New("The row needs both a PartitionKey and a RowKey.", `Write "" for the empty string.`)
	case len(e.Properties) > table.MaxProperties:
		bad = problem.New("An entity has at most 252 properties beside its keys"+
			problem.Found(strconv.Itoa(len(e.Properties)))+".", "")
	case e.Size() > table.MaxEntitySize:
		bad = problem.New("The entity is larger than 1 MiB.", "")
	}
	return row.at, bad
}

func checkKey(name, key string) *problem.Problem {
	switch {
	case !table.ValidKey(key):
		return problem.New(`A `+name+` can't have / \ # ? or a control character`+problem.Found(key)+".", "")
	case table.Length(key) > table.MaxKeyLength:
		return problem.New("A "+name+" has at most 512 characters (1 KiB).", "")
	}
	return nil
}

// value reads a value of a type.
func value(text string, kind table.Kind) (table.Value, *problem.Problem) {
	v, ok := odata.ParseText(text, kind)
	switch {
	case !ok, kind == table.DateTime && v.Ticks() < table.MinTicks:
		return v, problem.New(
			"Expected a value of type "+TypeName(kind)+odata.Forms(kind)+problem.Found(text)+".", "")
	case kind == table.String && table.Length(text) > table.MaxStringLength,
		kind == table.Binary && len(v.Text()) > table.MaxBinarySize:
		return v, problem.New("The value is larger than 64 KiB.", "")
	}
	return v, nil
}
