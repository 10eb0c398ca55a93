package data

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Table is the data of one table, as it is written.
type Table struct {
	Name    string
	Columns []Column // the keys and the properties, in the order of the header
	Rows    []Row
	Errors  []*Error // at most 100
	Refused int      // entities of rows with errors

	text         string
	header, rows int // the lines of the header, and of what follows it
}

// Column is a property of the entities.
type Column struct {
	Name string
	Kind table.Kind // of values whose row says nothing else
}

// Row is an entity, or a template of several.
type Row struct {
	Line  int
	Times int    // how many entities a template stands for; 0 for a row that is an entity
	Cells []Cell // one for each column

	at int // its first byte in the text
}

// Count returns how many entities the row stands for.
func (r *Row) Count() int { return max(1, r.Times) }

// Cell is the value of a property in a row.
type Cell struct {
	Text string
	Kind table.Kind
	Set  bool // an entity of a row without it doesn't have the property

	at       int      // its first byte in the text
	template template // of a template's cell that has {{…}}
}

// Error says what is wrong with data, where, and how to fix it.
type Error struct {
	Line    int
	Column  int // in characters, from 1
	Message string
	Hint    string // how to fix it; may be ""
	Source  string // the line
}

// Error returns line:column: message.
func (e *Error) Error() string {
	return strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + e.Message
}

// Empty returns a table that is known only by its name.
func Empty(name string) *Table { return &Table{Name: name} }

// Entities returns how many entities the rows stand for.
func (t *Table) Entities() (n int) {
	for i := range t.Rows {
		n += t.Rows[i].Count()
	}
	return n
}

// maxErrors is how many errors are listed.
const maxErrors = 100

// fail adds an error at a byte of the text, with the entities that it keeps from being stored.
func (t *Table) fail(at, refused int, bad *problem.Problem) { t.add(refused, t.errorAt(at, bad)) }

func (t *Table) add(refused int, e *Error) {
	t.Refused += refused
	if len(t.Errors) < maxErrors {
		t.Errors = append(t.Errors, e)
	}
}

func (t *Table) errorAt(at int, bad *problem.Problem) *Error {
	before := t.text[:at]
	line := t.header
	if n := strings.Count(before, "\n"); n > 0 {
		line = t.rows + n - 1
	}
	start := strings.LastIndexByte(before, '\n') + 1
	source, _, _ := strings.Cut(t.text[start:], "\n")
	return &Error{
		Line: line, Column: 1 + utf8.RuneCountInString(before[start:]),
		Message: bad.Message, Hint: bad.Hint, Source: strings.TrimSuffix(source, "\r"),
	}
}

// ErrorAt makes an error of a problem with a whole row, or with the data as a whole if row is nil.
func (t *Table) ErrorAt(row *Row, bad *problem.Problem) *Error {
	if row == nil {
		return t.errorAt(0, bad)
	}
	return t.errorAt(row.at, bad)
}
