package convert

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// Plan says what a text is, and what would become of it.
type Plan struct {
	Form    Form
	Words   string // what the text is
	Rows    int
	Columns []Source
	Notes   []string // what was assumed, renamed or left out
	Refused int      // how many rows can't be read
	// Keyed says that the text has both keys. Otherwise there are suggestions, the best ones first.
	Keyed       bool
	Suggestions []Suggestion

	text string
}

// Source is a column of a text, and the property that it becomes.
type Source struct {
	At       int    // its place among the columns of the text
	From     string // its name in the text
	Name     string // the name of the property
	Type     table.Kind
	Mixed    bool // rows have types of their own
	Values   int  // how many rows have a value
	Distinct int  // how many of the values are different; -1 if that's not known
	Largest  int  // how many rows the most frequent value has
	Unique   bool // every row has a value of its own
	Digits   int  // how many digits keep numbers in order as strings; 0 if they aren't whole numbers
	Least    Bound
	Most     Bound
}

// Bound is the first or the last value of a column, if it has numbers or dates.
type Bound struct {
	Date   string  // "" for a number
	Number float64 // if IsNumber
	// IsNumber says which of the two it is. A column with neither has the zero Bound.
	IsNumber bool
}

// Part is what a key is: a column, fixed text, or the number of the row.
type Part struct {
	Column string
	Digits int // the least of the row's number, or of a column's numbers if it isn't 0
	Text   string
}

// String says what the part is.
func (p Part) String() string {
	switch {
	case p.Column != "":
		return p.Column
	case p.Digits > 0:
		return "number of the row"
	}
	return `"` + p.Text + `"`
}

// Keys says what becomes the keys.
type Keys struct {
	PartitionKey, RowKey Part
	// Without has the columns that the keys hold as they are, so that they needn't be properties,
	// too.
	Without []string
}

// String says what both keys are.
func (k Keys) String() string { return k.PartitionKey.String() + " / " + k.RowKey.String() }

// Suggestion is keys to choose from, and what they would mean.
type Suggestion struct {
	Keys
	Words string
}

// Bad is a row that can't become an entity.
type Bad struct {
	Line int
	data.Problem
}

// faults are bad rows: the first ones, and how many there are.
type faults struct {
	list  []Bad
	count int
}

func (f *faults) add(line int, bad *data.Problem) {
	f.count++
	if len(f.list) < maxBad {
		f.list = append(f.list, Bad{line, *bad})
	}
}

const (
	maxBad  = 100
	maxRows = 1_000_000
	maxRow  = 4_000_000 // bytes of a row; an entity has at most 1 MiB
)

// Own are the keys of a text that has them.
func Own() Keys {
	return Keys{PartitionKey: Part{Column: table.PartitionKey}, RowKey: Part{Column: table.RowKey}}
}

// Inspect finds out what a text is, and what would become of it. It needs the file's name, if there
// is one. If nothing can become of the text, bad says why.
func Inspect(name, text string) (p *Plan, bad *data.Problem) {
	text = strings.TrimPrefix(text, "\uFEFF")
	return inspect(text, formOf(name, text))
}

func inspect(text string, form Form) (*Plan, *data.Problem) {
	p := &Plan{Form: form, Words: form.words(), text: text}
	if form.Format == HTTP || form.Format == Data {
		return p, nil
	}
	r := newRows(form, text)
	var seen []*column
	for r.next() {
		if p.Rows++; p.Rows > maxRows {
			return nil, problem.New("The file has more than 1,000,000 rows.",
				"Divide it into smaller files.")
		}
		if r.bad != nil {
			p.Refused++
		}
		for len(seen) < len(r.cells) {
			seen = append(seen, newColumn())
		}
		for i, c := range r.cells {
			if c.set {
				seen[i].add(c.text, r.told[i], r.line)
			}
		}
	}
	if r.refusal != nil {
		return nil, r.refusal
	}
	p.sources(r.names, seen)
	keys, properties := 0, 0
	for _, c := range p.Columns {
		if table.IsKey(c.Name) {
			keys++
		} else {
			properties++
		}
	}
	if properties > table.MaxProperties {
		return nil, problem.New("The rows have "+spelling.Number(len(p.Columns))+" columns.", propertiesHint)
	}
	if p.Keyed = keys == 2; !p.Keyed {
		p.suggest()
	}
	return p, nil
}

const propertiesHint = "An entity can have 252 properties."
