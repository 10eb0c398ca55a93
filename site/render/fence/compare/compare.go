// Package compare makes tables of compare fences: what requests cost, side by side.
package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// compare is a table of what requests cost, side by side.
type compare struct {
	groups [][]compared
}

// compared is a row: a label and the sum of what its requests cost.
type compared struct {
	label string
	fence.Total
}

// Kind makes tables of compare fences.
var Kind = fence.Kind{Word: "compare", Place: place}

// place makes a table of a fence whose lines are "Label: request" or "Label: one + another". An
// empty line starts a new group. The other rows of a group are compared with its first.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &compare{groups: [][]compared{nil}}
	p.Each(f, func(line string) error {
		if line == "" {
			n.groups = append(n.groups, nil)
			return nil
		}
		row, err := read(p, line)
		last := len(n.groups) - 1
		n.groups[last] = append(n.groups[last], row)
		return err
	})
	n.groups = slices.DeleteFunc(n.groups, func(g []compared) bool { return len(g) == 0 })
	for _, group := range n.groups {
		if len(group) < 2 {
			p.Problem(f, "each group of a compare fence needs two lines or more: Label: request")
		}
	}
	return n
}

// read reads one line.
func read(p *fence.Page, line string) (compared, error) {
	at := strings.LastIndex(line, ":")
	if at <= 0 {
		return compared{}, fmt.Errorf("write each line of a compare fence as Label: request "+
			"or Label: one + another, not %q", line)
	}
	sum, err := p.Sum(line[at+1:])
	return compared{strings.TrimSpace(line[:at]), sum}, err
}

// column is one number of a comparison.
type column struct {
	title string
	of    func(trace.Cost) int
	words func(int) string
	less  string // the word for a smaller number; "" to show no factor
	shown func(of func(trace.Cost) int, rows []trace.Cost) bool
}

var columns = []column{
	{"Entities read", func(c trace.Cost) int { return c.EntitiesRead }, view.Number, "fewer", anyOf},
	{"Returned", func(c trace.Cost) int { return c.EntitiesReturned }, view.Number, "", varyFromRead},
	{"Entities written", func(c trace.Cost) int { return c.EntitiesWritten }, view.Number, "fewer", anyOf},
	{"Transactions", func(c trace.Cost) int { return c.Transactions }, view.Number, "fewer", anyOf},
	{"Bytes read", bytesRead, view.Size, "less", anyOf},
	{"Bytes sent", func(c trace.Cost) int { return c.BytesReturned }, view.Size, "less", varyUnmixed},
	{"Bytes written", bytesWritten, view.Size, "less", anyOf},
}

func bytesRead(c trace.Cost) int { return c.BytesRead }

func bytesWritten(c trace.Cost) int { return c.BytesWritten }

func anyOf(of func(trace.Cost) int, rows []trace.Cost) bool {
	return slices.ContainsFunc(rows, func(c trace.Cost) bool { return of(c) > 0 })
}

func vary(of func(trace.Cost) int, rows []trace.Cost) bool {
	return slices.ContainsFunc(rows, func(c trace.Cost) bool { return of(c) != of(rows[0]) })
}

// varyFromRead reports whether numbers vary and aren't all the same as the entities read.
func varyFromRead(of func(trace.Cost) int, rows []trace.Cost) bool {
	return vary(of, rows) &&
		slices.ContainsFunc(rows, func(c trace.Cost) bool { return of(c) != c.EntitiesRead })
}

// varyUnmixed reports whether numbers vary and the rows don't mix reads and writes, whose responses
// can't be compared.
func varyUnmixed(of func(trace.Cost) int, rows []trace.Cost) bool {
	return vary(of, rows) && !(anyOf(bytesRead, rows) && anyOf(bytesWritten, rows))
}

// columns returns the columns that are worth showing for the rows.
func (n *compare) columns() (shown []column) {
	var rows []trace.Cost
	for _, group := range n.groups {
		for _, row := range group {
			rows = append(rows, row.Cost)
		}
	}
	for _, c := range columns {
		if c.shown(c.of, rows) {
			shown = append(shown, c)
		}
	}
	return shown
}

// Plain is the same as a table in Markdown, without groups.
func (n *compare) Plain() string {
	shown := n.columns()
	heads := []string{"Request", "Kind"}
	for _, c := range shown {
		heads = append(heads, ":"+c.title)
	}
	rows := [][]string{heads}
	for _, row := range slices.Concat(n.groups...) {
		cells := []string{row.label, strings.Join(row.Words, ", ")}
		for _, c := range shown {
			cells = append(cells, c.words(c.of(row.Cost)))
		}
		rows = append(rows, cells)
	}
	return spelling.Table(rows)
}

// HTML writes the table.
func (n *compare) HTML() []byte {
	shown := n.columns()
	b := &markup.Builder{}
	b.Add(`<div class="table compare" tabindex="0" role="group" aria-label="Comparison"><table>` +
		"\n<thead><tr>" + `<th scope="col">Request</th>`)
	for _, c := range shown {
		b.Add(`<th scope="col" class="num">`).Text(strings.Replace(c.title, "Trans", "Trans\u00AD", 1)).Add("</th>")
	}
	b.Add("</tr></thead>\n")
	for _, group := range n.groups {
		b.Add("<tbody>\n")
		for _, row := range group {
			b.Add(`<tr><th scope="row">`).Text(row.label)
			b.Add("<div>").Add(strings.Join(row.Kinds, "<br>")).Add("</div></th>")
			for _, c := range shown {
				b.Add(`<td class="num">`).Text(c.words(c.of(row.Cost)))
				if words := fence.Factor(c.of(group[0].Cost), c.of(row.Cost), c.less); words != "" {
					b.Add(" <small>").Text(words).Add("</small>")
				}
				b.Add("</td>")
			}
			b.Add("</tr>\n")
		}
		b.Add("</tbody>\n")
	}
	return b.Add("</table></div>\n").Bytes()
}
