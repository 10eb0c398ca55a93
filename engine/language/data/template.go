package data

import (
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// template is a cell with {{…}} in it.
type template []piece

// piece is text or, if helper has a name, a call.
type piece struct {
	text   string
	helper helper.Helper
	args   []string
}

// parseTemplate reads a cell of a template. Only helpers can be between {{ and }}. It returns nil for a
// cell without them.
func parseTemplate(text string) (t template, bad *problem.Problem) {
	for {
		before, rest, found := strings.Cut(text, "{{")
		if !found && t == nil {
			return nil, nil
		}
		t = append(t, piece{text: before})
		if !found {
			return t, nil
		}
		inside, after, closed := strings.Cut(rest, "}}")
		inside = strings.TrimSpace(inside)
		switch {
		case !closed:
			return nil, problem.New("This {{ isn't closed.", "Close it with }} in the same cell.")
		case !strings.HasPrefix(inside, "$"):
			return nil, problem.New("Expected a $helper between {{ and }}"+problem.Found(inside)+".",
				"Data has no variables and no responses.")
		}
		p := piece{}
		if p.helper, p.args, bad = helper.Parse(inside); bad != nil {
			return nil, bad
		}
		if p.helper.Name == helper.Token {
			return nil, problem.New("Data can't have tokens.", "")
		}
		t, text = append(t, p), after
	}
}

// maxText limits what a cell can grow to. No property is as long.
const maxText = table.MaxEntitySize

// expand appends the text of the template for one entity.
func (t template) expand(c *helper.Context, index int) (string, *problem.Problem) {
	var b strings.Builder
	args := make([]string, 0, 4)
	for _, p := range t {
		b.WriteString(p.text)
		if p.helper.Name == "" {
			continue
		}
		args = args[:0]
		for _, a := range p.args {
			if helper.IsIndex(a) {
				n, bad := helper.Evaluate(a, index)
				if bad != nil {
					return "", bad
				}
				a = strconv.Itoa(n)
			}
			args = append(args, a)
		}
		text, bad := p.helper.Call(c, args)
		if bad != nil {
			return "", bad
		}
		if b.Len()+len(text) > maxText {
			return "", problem.New("The text grows beyond 1 MiB here.", "")
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// seed is that of every random number in data.
const seed = 1

// contexts returns what the templates of a row take their values from, one for each column. The random
// numbers of a column depend on the table, the keys of the row as they are written, and the column. So they
// stay the same whatever is added around it.
func (t *Table) contexts(row *Row, now func() time.Time) []helper.Context {
	label := t.Name
	for i, c := range t.Columns {
		if c.Name == table.PartitionKey || c.Name == table.RowKey {
			label += "," + row.Cells[i].Text
		}
	}
	all := make([]helper.Context, len(t.Columns))
	for i, c := range t.Columns {
		if row.Cells[i].template != nil {
			all[i] = helper.Context{Now: now, Random: helper.NewRandom(seed, label+","+c.Name)}
		}
	}
	return all
}
