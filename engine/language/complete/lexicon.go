package complete

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// Lexicon is what is known of the data.
type Lexicon []Table

// Table is what is known of a table.
type Table struct {
	Name          string
	Properties    []protocol.Column // PartitionKey and RowKey, too
	PartitionKeys []string
	RowKeys       []string
}

// find returns what is known of a table, or nil.
func (l Lexicon) find(name string) *Table {
	for i := range l {
		if strings.EqualFold(l[i].Name, name) {
			return &l[i]
		}
	}
	return nil
}

// Table returns what is known of a table, which is added if nothing is.
func (l *Lexicon) Table(name string) *Table {
	if t := l.find(name); t != nil {
		return t
	}
	*l = append(*l, Table{Name: name})
	t := &(*l)[len(*l)-1]
	t.Learn(table.PartitionKey, data.TypeName(table.String))
	t.Learn(table.RowKey, data.TypeName(table.String))
	t.Learn(table.Timestamp, data.TypeName(table.DateTime))
	return t
}

// Learn notes that a table has a property. Its type is "" if that isn't known.
func (t *Table) Learn(name, kind string) {
	for i := range t.Properties {
		if p := &t.Properties[i]; p.Name == name {
			if kind != "" {
				p.Type = kind
			}
			return
		}
	}
	t.Properties = append(t.Properties, protocol.Column{Name: name, Type: kind})
}

// Script learns tables and properties from the bodies of inserts.
func (l *Lexicon) Script(s *script.Script) {
	for _, r := range s.Requests() {
		target, body := r.Table(), r.Body.String()
		if r.Method != "POST" || target == "" && !strings.HasSuffix(r.Source, "/Tables") {
			continue
		}
		parts := strings.Split(body, `"`)
		for i := 1; i+1 < len(parts); i += 2 {
			name, after := parts[i], strings.TrimLeft(parts[i+1], " \t\n")
			switch {
			case !strings.HasPrefix(after, ":") || !lex.IsName(name):
			case target != "":
				l.Table(target).Learn(name, "")
			case name == "TableName" && i+2 < len(parts) && table.ValidName(parts[i+2]):
				l.Table(parts[i+2])
			}
		}
	}
}
