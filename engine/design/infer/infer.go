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

	Type string // of the body of a transaction

	transaction string // tells the operations of one from others; "" for a request alone

	// Of requests that were watched only.
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
	patterns := d.ask(types, apart(sent))
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

	same  []string // of transactions of inserts: the properties that all of one have in common
	with  []string // types that they insert besides
	count []int    // how many entities of each of these they had, or without any, how many altogether
	sent  int      // how many transactions there were

	times int // in a minute
}

// what is the pattern without its name and without how much its transactions have.
func (p *pattern) what() string {
	return strings.Join(slices.Concat([]string{p.verb + ": " + p.of}, p.more, p.with), ", ")
}

// inserts is what the transactions have, on average.
func (p *pattern) inserts() (all []string) {
	if p.sent == 0 {
		return nil
	}
	mean := func(i int) string { return strconv.Itoa((p.count[i] + p.sent/2) / p.sent) }
	for i, name := range p.with {
		all = append(all, name+": "+mean(i))
	}
	if all != nil {
		return []string{"with: {" + strings.Join(all, ", ") + "}"}
	}
	if all = []string{"batch: " + mean(0)}; p.same != nil {
		all = append(all, list("same", p.same))
	}
	return all
}

// String writes the pattern as a line of the file.
func (p pattern) String() string {
	fields := slices.Concat([]string{p.verb + ": " + p.of}, p.more, p.inserts())
	return "  " + p.name + ": {" + strings.Join(fields, ", ") + ", rate: " + strconv.Itoa(p.times) + "/m}"
}

// where writes conditions.
func where(terms ...string) string { return `where: "` + strings.Join(terms, " and ") + `"` }

// list writes names in brackets.
func list(field string, names []string) string {
	return field + ": [" + strings.Join(names, ", ") + "]"
}

func quote(s string) string { return string(odata.AppendString(nil, s)) }
