package data

import (
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
	Errors  []*Error // at most MaxErrors
	Refused int      // entities of rows with errors

	place *Place
	text  string
}

// Place is where data is written.
type Place struct {
	File    string
	Fence   int   // the index of its fence; 0 outside Markdown
	Header  int   // the number of the first line
	Rows    int   // the number of the second line: a part of a file repeats the header of the file
	Indents []int // spaces removed from the beginning of each line; nil for none
}

// Whole is the place of a file that is read as a whole.
func Whole(file string) *Place { return &Place{File: file, Header: 1, Rows: 2} }

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

	at int // its first byte in the text
}

// Error says what is wrong with data, where, and how to fix it.
type Error = problem.Error

// MaxErrors is how many errors are listed.
const MaxErrors = 100

// Entities returns how many entities the rows stand for.
func (t *Table) Entities() (n int) {
	for i := range t.Rows {
		n += t.Rows[i].Count()
	}
	return n
}

// fail adds an error at a byte of the text.
func (t *Table) fail(at int, message, hint string) {
	if len(t.Errors) < MaxErrors {
		t.Errors = append(t.Errors, t.errorAt(at, problem.New(message, hint)))
	}
}

// Fail adds an error of the data as a whole.
func (t *Table) Fail(message, hint string) { t.fail(0, message, hint) }

// Repeated makes an error of a row whose keys an entity has already.
func (t *Table) Repeated(row *Row, k table.Key) *Error {
	return t.ErrorOf(row, problem.New("The table has an entity with these keys already: "+
		problem.Quote(k.PartitionKey)+" and "+problem.Quote(k.RowKey)+".", ""))
}

// ErrorOf makes an error of a problem with a whole row, or with the data as a whole if row is nil.
func (t *Table) ErrorOf(row *Row, bad *problem.Problem) *Error {
	if row == nil {
		return t.errorAt(0, bad)
	}
	return t.errorAt(row.at, bad)
}

func (t *Table) errorAt(at int, bad *problem.Problem) *Error {
	before := t.text[:at]
	n := strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	source, _, _ := strings.Cut(t.text[start:], "\n")
	e := &Error{
		File: t.place.File, Fence: t.place.Fence, Line: t.line(n),
		Column:  1 + utf8.RuneCountInString(before[start:]),
		Message: bad.Message, Hint: bad.Hint, Source: strings.TrimSuffix(source, "\r"),
	}
	if n < len(t.place.Indents) {
		e.Column += t.place.Indents[n]
		e.Source = strings.Repeat(" ", t.place.Indents[n]) + e.Source
	}
	return e
}

// line returns the number of the line after n others.
func (t *Table) line(n int) int {
	if n == 0 {
		return t.place.Header
	}
	return t.place.Rows + n - 1
}

// File returns the name of the file that the data is in.
func (t *Table) File() string { return t.place.File }
