package infer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// Described is a design file, and what to know about it.
type Described struct {
	Text  string
	Notes []string
}

// Refusal is why there is nothing to describe.
type Refusal struct{ Message, Hint string }

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// Table is a table and its entities, in key order.
type Table struct {
	Name     string
	Entities []table.Entity
}

// Request is a request that was answered.
type Request struct {
	Name, Title string // what the script calls it
	Method      string
	Target      string // what follows the account's address in its URL
	Body        []byte

	// Of requests that were watched only.
	Type   string // of the body of a transaction
	Answer []byte // the body of the answer to a query
	Times  int    // how often it was sent; 0 for once
}

// Tables describes tables, and the requests that were sent to them. from is what they are from, in
// words.
func Tables(from string, tables []Table, sent []Request) (*Described, error) {
	return describe(from, "Rates are guessed.", tables, sent)
}

func describe(from, rates string, tables []Table, sent []Request) (*Described, error) {
	d := &Described{}
	var types []*entityType
	for _, t := range tables {
		found := typesIn(t, types)
		types = append(types, found...)
		if len(found) == 0 {
			d.Notes = append(d.Notes, t.Name+" has no entities, so it's left out.")
		}
	}
	if len(types) == 0 {
		return nil, &Refusal{"There are no entities to describe.",
			"Insert some, or add the data of a table as a .csv file."}
	}
	lines := []string{
		"# Described from " + strings.ReplaceAll(from, "\n", " ") + ".",
		"# " + rates + " Write down yours, and how many entities and different values there will be.",
		"entities:",
	}
	for _, t := range types {
		lines = append(lines, t.lines...)
	}
	lines = append(lines, "patterns:")
	patterns := d.ask(types, sent)
	if len(patterns) == 0 {
		patterns = guess(types)
	}
	for _, p := range patterns {
		lines = append(lines, p.String())
	}
	lines = append(lines, "designs:", "  as it is:")
	for _, t := range types {
		lines = append(lines, "    "+t.place())
	}
	d.Text = strings.Join(lines, "\n") + "\n"
	return d, nil
}

// place writes the keys of a type.
func (t *entityType) place() string {
	name := ""
	if t.shares || t.table != t.name+"s" {
		name = "table: " + t.table + ", "
	}
	return t.name + ": {" + name + "PartitionKey: " + quote(template(t.partition)) + ", RowKey: " +
		quote(template(t.row)) + "}"
}

// pattern is a question or a write, with a rate that is guessed.
type pattern struct {
	name string
	verb string // of, insert, update or delete
	of   string
	more []string // where, select, set and the like

	times int // in a minute
}

// what is the pattern without its name.
func (p *pattern) what() string {
	return strings.Join(slices.Concat([]string{p.verb + ": " + p.of}, p.more), ", ")
}

// String writes the pattern as a line of the file.
func (p pattern) String() string {
	return "  " + p.name + ": {" + p.what() + ", rate: " + strconv.Itoa(p.times) + "/m}"
}

// where writes conditions.
func where(terms ...string) string { return `where: "` + strings.Join(terms, " and ") + `"` }

// list writes names in brackets.
func list(field string, names []string) string {
	return field + ": [" + strings.Join(names, ", ") + "]"
}

func quote(s string) string { return string(odata.AppendString(nil, s)) }
