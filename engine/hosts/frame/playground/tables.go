package playground

import (
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
)

// fill stores a part of a csv file in a table.
func (d *desk) fill(c *jsontext.Value) []byte {
	name := text(c, "table")
	place := data.Whole(name + ".csv")
	if line := odata.Member(*c, "line").Int(); line > 0 && line < 1<<40 {
		place.Rows = int(line)
	}
	f := d.account.Fill(data.Parse(name, text(c, "text"), place), sandbox.Keep)
	d.shape = shape{}
	reply := appendInt([]byte(`{"stored":`), f.Stored)
	reply = appendInt(append(reply, `,"refused":`...), f.Refused)
	return append(frame.AppendErrors(reply, f.Errors), '}')
}

// lanes draws the partitions of a table.
func (d *desk) lanes(c *jsontext.Value) []byte {
	name := ""
	d.view(func(tx *store.Tx) { name = nameOf(tx, text(c, "table")) })
	if name == "" {
		return noTable(c)
	}
	return append(view.Lanes(d.account.Layout(name)).AppendJSON([]byte(`{"view":`)), '}')
}

// The entities that a call to browse returns.
const (
	usualRows = 100
	mostRows  = 1000
)

// browse returns entities of a table as rows, in key order.
func (d *desk) browse(c *jsontext.Value) []byte {
	source := text(c, "filter")
	expr, err := filter.Parse(source)
	if err != nil {
		return badFilter(source, err)
	}
	limit := limitOf(c, usualRows, mostRows)
	var entities []table.Entity
	var next *table.Key
	name, read := "", 0
	d.view(func(tx *store.Tx) {
		if name = nameOf(tx, text(c, "table")); name == "" {
			return
		}
		p := plan.Build(name, expr, source)
		if from := keyOf(odata.Member(*c, "from")); from != nil {
			p = p.StartAt(name, *from)
		}
		matches := filter.Compile(p.Residual)
		for row := range tx.Scan(p.Range) {
			read++
			if !matches(&row) {
				continue
			}
			if len(entities) == limit {
				key := row.Key()
				next = &key
				read--
				break
			}
			entities = append(entities, row.Entity(nil, nil))
		}
	})
	if name == "" {
		return noTable(c)
	}
	reply := appendRows(nil, entities)
	reply = appendInt(append(appendNext(reply, next), `,"read":`...), read)
	return append(frame.AppendErrors(reply, nil), '}')
}

// badFilter returns the reply to a filter that can't be read.
func badFilter(source string, err error) []byte {
	e := &data.Error{Line: 1, Column: 1, Message: err.Error()}
	if f, ok := err.(*filter.Error); ok {
		e.Column += utf8.RuneCountInString(source[:min(f.Start, len(source))])
		e.Message, e.Hint = f.Message, f.Hint
	}
	reply := append([]byte(nil), `{"columns":[],"rows":[],"next":null,"read":0`...)
	return append(frame.AppendErrors(reply, []*data.Error{e}), '}')
}

// appendRows appends the columns of entities and a row for each.
func appendRows(dst []byte, entities []table.Entity) []byte {
	columns := []data.Column{
		{Name: table.PartitionKey, Kind: table.String}, {Name: table.RowKey, Kind: table.String},
	}
	known := map[string]bool{}
	for _, e := range entities {
		for _, p := range e.Properties {
			if !known[p.Name] {
				known[p.Name] = true
				columns = append(columns, data.Column{Name: p.Name, Kind: p.Value.Kind()})
			}
		}
	}
	dst = append(dst, `{"columns":[`...)
	for i, c := range columns {
		dst = odata.AppendString(append(comma(dst, i), `{"name":`...), c.Name)
		dst = append(odata.AppendString(append(dst, `,"type":`...), data.TypeName(c.Kind)), '}')
	}
	dst = append(dst, `],"rows":[`...)
	for i := range entities {
		e := &entities[i]
		dst = append(comma(dst, i), '[')
		for j, c := range columns {
			dst = comma(dst, j)
			switch v, found := valueOf(e, c.Name); {
			case found:
				dst = odata.AppendString(append(dst, `{"v":`...), odata.Text(v))
				dst = append(odata.AppendString(append(dst, `,"t":`...), data.TypeName(v.Kind())), '}')
			default:
				dst = append(dst, "null"...)
			}
		}
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func valueOf(e *table.Entity, name string) (table.Value, bool) {
	switch name {
	case table.PartitionKey:
		return table.StringValue(e.PartitionKey), true
	case table.RowKey:
		return table.StringValue(e.RowKey), true
	}
	return e.Property(name)
}
