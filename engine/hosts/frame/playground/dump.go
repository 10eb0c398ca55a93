package playground

import (
	"iter"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/complete"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// The entities that a call to dump writes.
const (
	usualPart = 2_000
	mostPart  = 20_000
)

// shape is what was found out about the tables at a time.
type shape struct {
	at     table.Ticks // the account's time, which every call moves on that can change a table, except fill
	table  string
	writer *data.Writer // for the parts of a dump, which all have the columns of the whole table
	known  complete.Lexicon
}

// dump writes entities of a table as text, in key order.
func (d *desk) dump(c *protocol.DumpCall) protocol.Reply {
	formats := map[protocol.DumpFormat]data.Format{
		protocol.CSV: data.CSV, protocol.Explorer: data.Explorer, protocol.Lines: data.Lines,
		protocol.Array: data.JSON,
	}
	format, known := formats[c.Format]
	if !known && c.Format != protocol.Requests {
		return protocol.Refuse("there is no format " + strconv.Quote(string(c.Format)))
	}
	from, most := (*table.Key)(c.From), limit(c.Limit, usualPart, mostPart)
	var out []byte
	var next *table.Key
	name := ""
	d.view(func(tx *store.Tx) {
		switch name = nameOf(tx, c.Table); {
		case name == "":
		case known:
			out, next = d.write(tx, name, format, from, most)
		default:
			out, next = requestsOf(tx, name, from, most)
		}
	})
	if name == "" {
		return noTable(c.Table)
	}
	return &protocol.DumpReply{Text: string(out), Next: (*protocol.Key)(next)}
}

// write writes a part of a table in a format that has a line for each entity.
func (d *desk) write(
	tx *store.Tx, name string, format data.Format, from *table.Key, limit int,
) (out []byte, next *table.Key) {
	all := keys.Entities(name)
	var e table.Entity
	if from == nil || d.shape.table != name || d.shape.writer.Format != format ||
		d.shape.at != d.account.Now() {
		d.shape = shape{d.account.Now(), name, &data.Writer{Format: format}, nil}
		if format == data.CSV || format == data.Explorer {
			for row := range tx.Scan(all) {
				e = row.Entity(e.Properties[:0], nil)
				d.shape.writer.Add(&e)
			}
		}
	}
	w := d.shape.writer
	part := all
	if from == nil {
		out = w.AppendHeader(out)
	} else {
		part = all.StartAt(keys.Entity(name, *from))
	}
	n := 0
	for row := range tx.Scan(part) {
		if n == limit {
			key := row.Key()
			return out, &key
		}
		e = row.Entity(e.Properties[:0], nil)
		out = w.AppendEntity(out, &e, n == 0)
		n++
	}
	return out, nil
}

// requestsOf writes a part of a table as requests. It ends after a whole group, so that the groups are the
// same in whatever parts they come.
func requestsOf(tx *store.Tx, name string, from *table.Key, limit int) (out []byte, next *table.Key) {
	w := data.NewRequests(name)
	begun, n := false, 0
	for group, last := range groups(tx, keys.Entities(name)) {
		first := group[0].Key()
		switch {
		case from != nil && less(first, *from): // it's in an earlier part
			w.Skip()
			continue
		case n >= limit:
			return out, &first
		case from == nil && !begun:
			out = w.Create(out, false)
		}
		begun = true
		out = w.Group(out, entitiesOf(group), last)
		n += len(group)
	}
	if from == nil && !begun {
		out = w.Create(out, true)
	}
	return out, nil
}

// groups yields rows of a table in key order, those together that one transaction can insert. last reports
// whether no other group follows.
func groups(tx *store.Tx, of keys.Range) iter.Seq2[[]store.Row, bool] {
	return func(yield func(group []store.Row, last bool) bool) {
		var group []store.Row
		size, partition := 0, ""
		for row := range tx.Scan(of) {
			if n := len(group); n > 0 && (n == table.MaxTransaction || !row.In(partition) ||
				size+row.Size() > data.MaxGroup) {
				if !yield(group, false) {
					return
				}
				group, size = group[:0], 0
			}
			if len(group) == 0 {
				partition = row.Partition()
			}
			group = append(group, row)
			size += row.Size()
		}
		if len(group) > 0 {
			yield(group, true)
		}
	}
}

func entitiesOf(group []store.Row) (all []table.Entity) {
	for _, row := range group {
		all = append(all, row.Entity(nil, nil))
	}
	return all
}

func less(a, b table.Key) bool {
	if order := table.CompareText(a.PartitionKey, b.PartitionKey); order != 0 {
		return order < 0
	}
	return table.CompareText(a.RowKey, b.RowKey) < 0
}
