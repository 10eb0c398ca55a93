package data

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// Format is a way to write entities as text.
type Format uint8

const (
	// CSV is the format that Parse reads.
	CSV Format = iota
	// Explorer is the csv of Azure Storage Explorer: each property has a column with the types of its values.
	Explorer
	// Lines is a JSON object on each line, as an insert has it.
	Lines
	// JSON is the same objects, with commas between them, as the items of an array.
	JSON
)

// Writer writes the entities of a table.
type Writer struct {
	Format Format

	columns []written
	places  map[string]int // in columns
}

// written is a column for a property.
type written struct {
	Column
	mixed bool // there are values of other types
}

// Text writes entities as csv.
func Text(entities []table.Entity) string {
	var w Writer
	for i := range entities {
		w.Add(&entities[i])
	}
	text := w.AppendHeader(nil)
	for i := range entities {
		text = w.AppendEntity(text, &entities[i], i == 0)
	}
	return string(text)
}

// Add tells the writer about an entity that it's going to write. The header needs to know all of them.
func (w *Writer) Add(e *table.Entity) {
	if w.places == nil {
		w.places = map[string]int{}
	}
	for _, p := range e.Properties {
		at, known := w.places[p.Name]
		if !known {
			at = len(w.columns)
			w.places[p.Name] = at
			w.columns = append(w.columns, written{Column: Column{p.Name, p.Value.Kind()}})
		}
		c := &w.columns[at]
		c.mixed = c.mixed || c.Kind != p.Value.Kind()
	}
}

// AppendHeader appends the first line of the formats that have one.
func (w *Writer) AppendHeader(dst []byte) []byte {
	if w.Format > Explorer {
		return dst
	}
	dst = append(dst, "PartitionKey,RowKey"...)
	if w.Format == Explorer {
		dst = append(dst, ",Timestamp"...)
	}
	for _, c := range w.columns {
		dst = append(append(dst, ','), c.Name...)
		if w.Format == CSV && (c.Kind != table.String || c.mixed) {
			dst = append(append(dst, ':'), TypeName(c.Kind)...)
		}
		if w.Format == Explorer || c.mixed {
			dst = append(append(append(dst, ','), c.Name...), "@type"...)
		}
	}
	return append(dst, '\n')
}

// AppendEntity appends an entity. first reports whether it's the first one in the text.
func (w *Writer) AppendEntity(dst []byte, e *table.Entity, first bool) []byte {
	switch w.Format {
	case Lines:
		return append(odata.AppendInsert(dst, e.Key, e.Properties), '\n')
	case JSON:
		if !first {
			dst = append(dst, ",\n"...)
		}
		return odata.AppendInsert(dst, e.Key, e.Properties)
	}
	dst = AppendCell(append(AppendCell(dst, e.PartitionKey), ','), e.RowKey)
	if w.Format == Explorer {
		dst = e.Timestamp.Append(append(dst, ','))
	}
	for i := range w.columns {
		c := &w.columns[i]
		v, found := e.Property(c.Name)
		dst = append(dst, ',')
		if found {
			dst = AppendCell(dst, odata.Text(v))
		}
		switch {
		case w.Format == Explorer:
			dst = append(dst, ',')
			dst = append(dst, v.Kind().String()...)
		case c.mixed:
			dst = append(dst, ',')
			if found && v.Kind() != c.Kind {
				dst = append(dst, TypeName(v.Kind())...)
			}
		}
	}
	return append(dst, '\n')
}

// AppendCell appends the text of a cell of csv, in quotes if it would mean something else without.
func AppendCell(dst []byte, text string) []byte {
	if text != "" && text[0] != '#' && text == strings.TrimSpace(text) && !strings.ContainsAny(text, "\",\r\n") {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}
