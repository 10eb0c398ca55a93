package complete

import (
	"strings"

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
	Properties    []protocol.Column // the keys first
	PartitionKeys []string
	RowKeys       []string
}

// keyColumns are the properties that every table has first.
var keyColumns = [...]protocol.Column{
	{Name: table.PartitionKey, Type: "String"}, {Name: table.RowKey, Type: "String"},
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
	t := l.find(name)
	if t == nil {
		*l = append(*l, Table{Name: name})
		t = &(*l)[len(*l)-1]
		t.Properties = append(t.Properties, keyColumns[:]...)
		t.Learn(table.Timestamp, "DateTime")
	}
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

// kind returns the type of a property, or "" if it isn't known.
func (t *Table) kind(property string) string {
	if t != nil {
		for _, c := range t.Properties {
			if c.Name == property {
				return c.Type
			}
		}
	}
	return ""
}

// keys returns the known values of a property, if it's a key.
func (t *Table) keys(property string) []string {
	switch {
	case t == nil:
	case property == table.PartitionKey:
		return t.PartitionKeys
	case property == table.RowKey:
		return t.RowKeys
	}
	return nil
}

// Script learns tables and properties from the bodies of inserts.
func (l *Lexicon) Script(s *script.Script) {
	for _, r := range s.Requests() {
		name := r.Table()
		if r.Method != "POST" || name == "" && !strings.HasSuffix(r.Source, "/Tables") {
			continue
		}
		parts := strings.Split(r.Body.String(), `"`)
		for i := 1; i+1 < len(parts); i += 2 {
			switch word := parts[i]; {
			case !strings.HasPrefix(strings.TrimSpace(parts[i+1]), ":") || !lex.IsName(word):
			case name != "":
				l.Table(name).Learn(word, "")
			case word == "TableName" && i+2 < len(parts) && table.ValidName(parts[i+2]):
				l.Table(parts[i+2])
			}
		}
	}
}
