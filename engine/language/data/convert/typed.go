package convert

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

// Types are the types that somebody chose for columns. The zero Types chose none.
type Types struct {
	kinds map[string]table.Kind // by Total, of any file, or Orders.Total
	used  map[string]bool
}

// ParseTypes reads types as a flag has them: Total:String,Orders.Number:Int64.
func ParseTypes(text string) (t Types, err error) {
	t = Types{map[string]table.Kind{}, map[string]bool{}}
	for _, one := range strings.Split(text, ",") {
		name, kind, _ := strings.Cut(strings.TrimSpace(one), ":")
		if t.kinds[name] = data.KindOf(kind); name == "" || t.kinds[name] == 0 {
			return t, fmt.Errorf("%q isn't a column and its type, such as Total:Double or Orders.Total:Double", one)
		}
	}
	return t, nil
}

// of returns the type that's chosen for a column of a file, or 0.
func (t Types) of(file, column string) table.Kind {
	stem, _, _ := strings.Cut(file[strings.LastIndexAny(file, `/\`)+1:], ".")
	for _, name := range []string{stem + "." + column, column} {
		if kind, ok := t.kinds[name]; ok {
			t.used[name] = true
			return kind
		}
	}
	return 0
}

// Unused returns an error if there was no column for a type.
func (t Types) Unused() error {
	var problems []error
	for name := range t.kinds {
		if !t.used[name] {
			problems = append(problems, fmt.Errorf("no .csv file without types has a column %s", name))
		}
	}
	return errors.Join(problems...)
}

// Choose gives a column a type in place of that which its values suggest.
func (p *Plan) Choose(name string, kind table.Kind) {
	for i := range p.Columns {
		if s := &p.Columns[i]; s.Name == name && !table.IsKey(name) && kind != 0 {
			s.Type, s.Mixed = kind, false
		}
	}
}

// Typed returns the data of a table with the types in its header that its values suggest, as if it had been
// imported. Data whose header names a type, or that has templates, is returned as it is.
func Typed(name, text string) string { return Types{}.Typed(name, text) }

// Typed does so with the types that are chosen.
func (t Types) Typed(name, text string) string {
	p, bad := Inspect(name, text)
	if bad != nil || !p.Keyed || p.Form.Format != CSV || !p.Form.Header || p.Form.Delimiter != ',' {
		return text
	}
	header, rows, _ := strings.Cut(text, "\n")
	names := strings.Split(strings.TrimSuffix(header, "\r"), ",")
	chosen := false
	for _, s := range p.Columns {
		if s.At >= len(names) || names[s.At] != s.Name || table.IsSystemProperty(s.Name) {
			continue
		}
		if kind := t.of(name, s.Name); kind != 0 {
			names[s.At], chosen = s.Name+":"+data.TypeName(kind), true
		} else if s.Type != table.String && !s.Mixed {
			names[s.At] += ":" + data.TypeName(s.Type)
		}
	}
	typed := strings.Join(names, ",") + "\n" + rows
	if d := data.Parse("Typed", typed, data.Whole(name)); len(d.Errors) > 0 && !chosen {
		return text
	}
	return typed
}
