package script

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// data parses a fence with the data of a table.
func (p *parser) data(index int, f Fence) {
	p.close()
	p.example = nil
	t := data.Parse(f.Table, f.Text, &data.Place{
		File: p.script.File, Fence: index, Header: f.Line, Rows: f.Line + 1, Indents: f.indents,
	})
	t.Check()
	if known := p.script.TableAt(t.Name); known != nil {
		t.Fail("The table "+known.Name+" has data already.", "Put all rows into one fence.")
	}
	p.script.Tables = append(p.script.Tables, t)
	p.script.Examples = append(p.script.Examples, &Example{
		Name: t.Name, Line: f.Line, Fences: []int{index}, Data: t, Errors: t.Errors, scope: &scope{},
	})
}

// Needs reports whether these requests need the data of a table: one of them addresses the table, or refers
// to the data. Then it has to be there before the first of them is sent.
func Needs(order [][]*Request, t *data.Table) bool {
	for _, sent := range order {
		for _, r := range sent {
			if slices.Contains(r.data, t) {
				return true
			}
		}
	}
	return false
}

// refersToData reports whether a name is that of data, and notes that the request needs it.
func (s *Script) refersToData(r *Request, name string) bool {
	t := s.TableAt(name)
	if t == nil || t.Name != name {
		return slices.Contains(s.given, name)
	}
	r.data = append(r.data, t)
	return true
}

// TableAt returns the table with data that has a name, which is case-insensitive, or nil.
func (s *Script) TableAt(name string) *data.Table {
	for _, t := range s.Tables {
		if wire.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// Table returns the table that the request addresses, or "" if it addresses none, or one whose name isn't
// written in its URL.
func (r *Request) Table() string {
	name, _ := strings.CutPrefix(r.Source, "{{"+Host+"}}/")
	rest := ""
	if end := strings.IndexAny(name, "(?/"); end >= 0 {
		name, rest = name[:end], name[end:]
	}
	if wire.EqualFold(name, "Tables") {
		name, _, _ = strings.Cut(strings.TrimPrefix(rest, "('"), "'")
	}
	if !table.ValidName(name) {
		return ""
	}
	return name
}

// Refs returns the names that the request refers to, each once: those of requests, and of tables with data.
func (r *Request) Refs() (names []string) {
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, ref := range r.refs {
		add(ref.name)
	}
	for _, d := range r.deps {
		add(d.on.Name)
	}
	for _, t := range r.data {
		add(t.Name)
	}
	return names
}
