package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// Outcome is what has come of converting.
type Outcome struct {
	Bad     []Bad
	Refused int
	Notes   []string // what was changed on the way
}

// Conversion writes rows as a plan and keys say.
type Conversion struct {
	rows       *rows
	keys       Keys
	properties []Source
	columns    map[string]int // the places of the plan's columns in the text
	bad        faults
	lines      map[uint64]int // of the keys so far
	all        int
	replaced   int
	begun      bool
}

// Convert begins to write the data.
func (p *Plan) Convert(k Keys) *Conversion {
	c := &Conversion{
		rows: newRows(p.Form, p.text), keys: k, columns: map[string]int{}, lines: map[uint64]int{},
	}
	for _, s := range p.Columns {
		c.columns[s.Name] = s.At
		if !table.IsKey(s.Name) && !slices.Contains(k.Without, s.Name) {
			c.properties = append(c.properties, s)
		}
	}
	return c
}

// Append appends the next part of the data, of about so many bytes, without the bad rows. more is
// false at the end.
func (c *Conversion) Append(dst []byte, most int) (out []byte, more bool) {
	from := len(dst)
	if !c.begun {
		dst = c.header(dst)
		c.begun = true
	}
	for len(dst)-from < most {
		if !c.rows.next() {
			return dst, false
		}
		before := len(dst)
		var bad *data.Problem
		if dst, bad = c.row(dst); bad != nil {
			dst = dst[:before]
			c.bad.add(c.rows.line, bad)
		}
	}
	return dst, true
}

// Outcome says what has come of converting so far.
func (c *Conversion) Outcome() Outcome {
	o := Outcome{Bad: c.bad.list, Refused: c.bad.count}
	if c.replaced > 0 {
		o.Notes = []string{spelling.Count(c.replaced, "key", "keys") +
			" had characters that a key can't have. They're written as -."}
	}
	return o
}

// header appends the names and types of the columns.
func (c *Conversion) header(dst []byte) []byte {
	dst = append(dst, "PartitionKey,RowKey"...)
	for _, s := range c.properties {
		dst = append(append(dst, ','), s.Name...)
		if s.Type != table.String {
			dst = append(append(dst, ':'), data.TypeName(s.Type)...)
		}
		if s.Mixed {
			dst = append(append(append(dst, ','), s.Name...), "@type"...)
		}
	}
	return append(dst, '\n')
}

// row appends a row's line, or says why it's bad.
func (c *Conversion) row(dst []byte) (out []byte, bad *data.Problem) {
	c.all++
	pk, hasPK := c.key(c.keys.PartitionKey)
	rk, hasRK := c.key(c.keys.RowKey)
	switch {
	case c.rows.bad != nil:
		return dst, c.rows.bad
	case !hasPK:
		return dst, data.MissingKey(table.PartitionKey)
	case !hasRK:
		return dst, data.MissingKey(table.RowKey)
	}
	if bad = data.CheckKey(table.PartitionKey, pk); bad == nil {
		bad = data.CheckKey(table.RowKey, rk)
	}
	if bad != nil {
		return dst, bad
	}
	dst = data.AppendCell(append(data.AppendCell(dst, pk), ','), rk)
	for i := range c.properties {
		if dst, bad = c.property(dst, &c.properties[i]); bad != nil {
			return dst, bad
		}
	}
	if bad = c.twice(pk, rk); bad != nil {
		return dst, bad
	}
	return append(dst, '\n'), nil
}

// key makes a key. ok is false if it is a column that has no value.
func (c *Conversion) key(of Part) (key string, ok bool) {
	key = of.Text
	switch {
	case of.Column != "":
		at, known := c.columns[of.Column]
		if !known || at >= len(c.rows.cells) || !c.rows.cells[at].set {
			return "", false
		}
		if key = c.rows.cells[at].text; of.Digits > 0 && lex.IsDigits(key) {
			key = padded(key, of.Digits)
		}
	case of.Digits > 0:
		key = padded(strconv.Itoa(c.all), of.Digits)
	}
	clean := data.CleanKey(key)
	if clean != key {
		c.replaced++
	}
	return clean, true
}

func padded(digits string, to int) string {
	return strings.Repeat("0", max(0, to-len(digits))) + digits
}

// property appends the cell of a property, and the one with its type if rows have types of their
// own.
func (c *Conversion) property(dst []byte, s *Source) (out []byte, bad *data.Problem) {
	dst = append(dst, ',')
	if s.At >= len(c.rows.cells) || !c.rows.cells[s.At].set {
		if s.Mixed {
			dst = append(dst, ',')
		}
		return dst, nil
	}
	text, kind := c.rows.cells[s.At].text, s.Type
	if s.Mixed {
		kind = c.kind(s, text)
	}
	text = standard(text, kind)
	if _, bad = data.CheckValue(s.Name, kind, text); bad != nil {
		if kind != table.String {
			bad.Hint += " Or empty the cell, or make " + s.Name + " a String."
		}
		return dst, bad
	}
	dst = data.AppendCell(dst, text)
	if s.Mixed {
		if dst = append(dst, ','); kind != s.Type {
			dst = append(dst, data.TypeName(kind)...)
		}
	}
	return dst, nil
}

// kind is the type of a value where rows tell types: its own, or String if it doesn't fit the
// assumed one.
func (c *Conversion) kind(s *Source, text string) table.Kind {
	switch how := c.rows.told[s.At]; {
	case how != anything && how != asText && how != nested:
		return how
	case is(s.Type, standard(text, s.Type)):
		return s.Type
	}
	return table.String
}

// twice says which line before has the same keys.
func (c *Conversion) twice(pk, rk string) *data.Problem {
	key := hash(pk + "\x00" + rk)
	if before, known := c.lines[key]; known {
		return problem.New("Line "+strconv.Itoa(before)+" has the same PartitionKey and RowKey, "+
			data.Quote(pk+" and "+rk)+".", "Choose a RowKey that's different in every row of a partition.")
	}
	c.lines[key] = c.rows.line
	return nil
}
