package playground

import (
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// fill stores a part of a csv file in a table.
func (d *desk) fill(c *protocol.FillCall) protocol.Reply {
	place := data.Whole(c.Table + ".csv")
	if c.Line > 0 && c.Line < 1<<40 {
		place.Rows = c.Line
	}
	f := d.account.Fill(data.Parse(c.Table, c.Text, place), sandbox.Keep)
	d.shape = shape{}
	return &protocol.FillReply{Stored: f.Stored, Refused: f.Refused, Errors: frame.Errors(f.Errors)}
}

// amend changes entities as rows of their data have changed.
func (d *desk) amend(c *protocol.AmendCall) protocol.Reply {
	rows := func(text string) *data.Table { return data.Parse(c.Table, text, data.Whole("")) }
	if err := d.account.Amend(rows(c.Before), rows(c.After)); err != nil {
		return protocol.Refuse("the change can't be stored: " + err.Error())
	}
	return &protocol.Done{}
}

// lanes draws the partitions of a table.
func (d *desk) lanes(c *protocol.LanesCall) protocol.Reply {
	name := ""
	d.view(func(tx *store.Tx) { name = nameOf(tx, c.Table) })
	if name == "" {
		return noTable(c.Table)
	}
	return &protocol.LanesReply{View: view.Lanes(d.account.Layout(name))}
}

// The entities that a call to browse returns.
const (
	usualRows = 100
	mostRows  = 1000
)

// browse returns entities of a table as rows, in key order.
func (d *desk) browse(c *protocol.BrowseCall) protocol.Reply {
	expr, err := filter.Parse(c.Filter)
	if err != nil {
		return badFilter(c.Filter, err)
	}
	most := limit(c.Limit, usualRows, mostRows)
	var entities []table.Entity
	reply := &protocol.BrowseReply{}
	name := ""
	d.view(func(tx *store.Tx) {
		if name = nameOf(tx, c.Table); name == "" {
			return
		}
		p := plan.Build(name, expr, c.Filter)
		if c.From != nil {
			p = p.StartAt(name, table.Key(*c.From))
		}
		matches := filter.Compile(p.Residual)
		for row := range tx.Scan(p.Range) {
			reply.Read++
			if !matches(&row) {
				continue
			}
			if len(entities) == most {
				key := protocol.Key(row.Key())
				reply.Next = &key
				reply.Read--
				break
			}
			entities = append(entities, row.Entity(nil, nil))
		}
	})
	if name == "" {
		return noTable(c.Table)
	}
	reply.Columns, reply.Rows = grid(entities)
	return reply
}

// badFilter returns the reply to a filter that can't be read.
func badFilter(source string, err error) protocol.Reply {
	e := protocol.ScriptError{Line: 1, Column: 1, Message: err.Error()}
	if f, ok := err.(*filter.Error); ok {
		e.Column += utf8.RuneCountInString(source[:min(f.Start, len(source))])
		e.Message, e.Hint = f.Message, f.Hint
	}
	return &protocol.BrowseReply{Errors: []protocol.ScriptError{e}}
}

// grid returns the columns of entities and a row for each.
func grid(entities []table.Entity) (columns []protocol.Column, rows [][]*protocol.Cell) {
	known := map[string]bool{}
	add := func(name string, of table.Kind) {
		if !known[name] {
			known[name] = true
			columns = append(columns, protocol.Column{Name: name, Type: data.TypeName(of)})
		}
	}
	add(table.PartitionKey, table.String)
	add(table.RowKey, table.String)
	for _, e := range entities {
		for _, p := range e.Properties {
			add(p.Name, p.Value.Kind())
		}
	}
	for i := range entities {
		row := make([]*protocol.Cell, len(columns))
		for j, c := range columns {
			if v, found := entities[i].Property(c.Name); found {
				row[j] = &protocol.Cell{V: odata.Text(v), T: data.TypeName(v.Kind())}
			}
		}
		rows = append(rows, row)
	}
	return columns, rows
}
