package peer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/wire"
)

// Difference is one field in which two answers to a request differ.
type Difference struct {
	File    string // of the corpus
	Request string // its title
	Field   string
	Ours    string
	Azurite string
}

// Run is one run of a script.
type Run struct {
	Base  string // the URL of the account
	Steps []runner.Step
}

// Compare pairs the steps of two runs of a file and returns their differences, each once per request. If two
// answers differ in status or code, nothing else of them is compared.
func Compare(file string, ours, azurite Run) ([]Difference, error) {
	if len(ours.Steps) != len(azurite.Steps) {
		return nil, fmt.Errorf("%s: %d steps here and %d on Azurite", file, len(ours.Steps), len(azurite.Steps))
	}
	var all []Difference
	for i := range ours.Steps {
		a, b := &ours.Steps[i], &azurite.Steps[i]
		for _, s := range [...]*runner.Step{a, b} {
			if s.Err != nil {
				return nil, s.Err
			}
		}
		c := comparison{scripted: a.Transaction != "", add: func(field, mine, theirs string) {
			d := Difference{File: file, Request: a.Title, Field: field, Ours: mine, Azurite: theirs}
			if !slices.Contains(all, d) {
				all = append(all, d)
			}
		}}
		last := i+1 == len(ours.Steps) || ours.Steps[i+1].Transaction != a.Transaction
		if !c.scripted || last {
			c.answers(answer{ours.Base, a.Response}, answer{azurite.Base, b.Response})
		}
		if c.scripted && (!last || a.Response.Status == 202 && b.Response.Status == 202) {
			c.prefix = "part: "
			c.answers(part(ours.Base, a), part(azurite.Base, b))
		}
	}
	return all, nil
}

// part is the answer to one operation of a transaction.
func part(base string, s *runner.Step) answer {
	if s.Part == nil {
		return answer{base: base}
	}
	return answer{base, *s.Part}
}

// comparison compares two answers to one request.
type comparison struct {
	prefix   string // of field names; names the part of a transaction
	scripted bool   // each operation of the transaction is a step of the script
	add      func(field, ours, azurite string)
}

// values adds a difference if two values differ, and reports whether they are the same.
func (c *comparison) values(field, ours, azurite string) bool {
	if ours == azurite {
		return true
	}
	c.add(c.prefix+field, short(ours), short(azurite))
	return false
}

// short keeps the list readable: a long value becomes its beginning and its length.
func short(text string) string {
	if text == "" {
		return "nothing"
	}
	const most = 200
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", `\r`), "\n", `\n`)
	if len(text) <= most {
		return text
	}
	return text[:most] + "… (" + strconv.Itoa(len(text)) + " bytes)"
}

func (c *comparison) answers(ours, azurite answer) {
	if !c.values("answer", ours.outcome(), azurite.outcome()) {
		return
	}
	c.headers(ours, azurite)
	c.bodies(ours, azurite)
}

// headers compares all headers that either answer has.
func (c *comparison) headers(ours, azurite answer) {
	var names []string
	for _, a := range [...]answer{ours, azurite} {
		for _, h := range a.Headers {
			if !slices.ContainsFunc(names, func(n string) bool { return wire.EqualFold(n, h.Name) }) {
				names = append(names, h.Name)
			}
		}
	}
	for _, name := range names {
		field := strings.ToLower(name)
		c.values("header "+field, ours.header(name), azurite.header(name))
		if isToken(name) && ours.Headers.Has(name) && azurite.Headers.Has(name) {
			_, mine := token(ours.Headers.Get(name))
			_, theirs := token(azurite.Headers.Get(name))
			c.values("token "+field, mine, theirs)
		}
	}
}
