package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// Measure is what a named request cost when the page was built.
type Measure struct {
	Run    string    // identifies what was sent; requests of one transaction share it
	Label  view.Node // the kind of the query, or the operation
	Cost   trace.Cost
	Status int    // of the answer
	Fault  string // the code of the error that the answer is, or ""

	// Partitions say which of them did the work.
	Partitions []trace.Partition

	// Meets compares the request with an expectation: "cost.entitiesRead == 9".
	Meets func(expectation string) (Evidence, error)
}

// Evidence says whether a request met an expectation that a page has of it.
type Evidence struct {
	OK       bool
	Sentence string // what is expected, with the request as its subject: "reads exactly 9 entities"
	Got      string
}

// compare is a table of what requests cost, side by side.
type compare struct {
	ast.BaseBlock
	groups [][]compared
}

// compared is a row: a label and the sum of what its requests cost.
type compared struct {
	label string
	total
}

// total is what one or several requests cost together.
type total struct {
	kinds    []string // HTML
	words    []string // the same as plain text
	cost     trace.Cost
	measures []Measure // of each of them
}

// busiest returns what was read and written in the partition where that was most. The requests are of one
// table.
func (t total) busiest() (most trace.Cost) {
	var all trace.Trace
	for _, m := range t.measures {
		all.Add(trace.Trace{Partitions: m.Partitions})
	}
	all.SortPartitions()
	for _, p := range all.Partitions {
		if p.Read+p.Written > most.EntitiesRead+most.EntitiesWritten {
			most = trace.Cost{EntitiesRead: p.Read, EntitiesReturned: p.Returned, EntitiesWritten: p.Written}
		}
	}
	return most
}

var kindCompare = ast.NewNodeKind("Compare")

func (n *compare) Kind() ast.NodeKind { return kindCompare }

func (n *compare) IsRaw() bool { return true }

func (n *compare) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// placeCompare makes a table of a fence whose lines are "Label: request" or "Label: one + another". An
// empty line starts a new group. The other rows of a group are compared with its first.
func (j *job) placeCompare(fence *ast.FencedCodeBlock) {
	n := &compare{groups: [][]compared{nil}}
	n.SetPos(fence.Pos())
	for i := range fence.Lines().Len() {
		segment := fence.Lines().At(i)
		text := strings.TrimSpace(string(segment.Value(j.source)))
		if text == "" {
			n.groups = append(n.groups, nil)
			continue
		}
		row, err := j.compared(text)
		if err != nil {
			j.problemAt(segment.Start, err.Error())
		}
		last := len(n.groups) - 1
		n.groups[last] = append(n.groups[last], row)
	}
	n.groups = slices.DeleteFunc(n.groups, func(g []compared) bool { return len(g) == 0 })
	for _, group := range n.groups {
		if len(group) < 2 {
			j.problem(fence, "each group of a compare fence needs two lines or more: Label: request")
		}
	}
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

// compared reads one line.
func (j *job) compared(line string) (compared, error) {
	at := strings.LastIndex(line, ":")
	if at <= 0 {
		return compared{}, fmt.Errorf("write each line of a compare fence as Label: request "+
			"or Label: one + another, not %q", line)
	}
	sum, err := j.sum(line[at+1:])
	return compared{strings.TrimSpace(line[:at]), sum}, err
}

// sum adds up requests: "one" or "one + another".
func (j *job) sum(names string) (sum total, err error) {
	runs := map[string]bool{}
	times := map[string]int{}
	for name := range strings.SplitSeq(names, "+") {
		name = strings.TrimSpace(name)
		m, ok := j.measure(name)
		if !ok {
			return sum, fmt.Errorf("no request with the name %q ran on this page", name)
		}
		if runs[m.Run] {
			continue
		}
		runs[m.Run] = true
		sum.cost.Add(m.Cost)
		sum.measures = append(sum.measures, m)
		kind := string(m.Label.AppendHTML(nil))
		if times[kind] == 0 {
			sum.kinds = append(sum.kinds, kind)
			sum.words = append(sum.words, wordsOf(m.Label))
		}
		times[kind] += max(1, m.Cost.Transactions) // a loop sends its request more than once
	}
	for i, kind := range sum.kinds {
		if times[kind] > 1 {
			sum.kinds[i] = fmt.Sprintf("%s × %s", view.Number(times[kind]), kind)
			sum.words[i] = fmt.Sprintf("%s × %s", view.Number(times[kind]), sum.words[i])
		}
	}
	return sum, nil
}

func (j *job) measure(name string) (Measure, bool) {
	for _, e := range j.examples {
		if m, ok := e.Measures[name]; ok {
			return m, true
		}
	}
	return Measure{}, false
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

// varyUnmixed reports whether numbers vary and the rows don't mix reads and writes, whose responses can't
// be compared.
func varyUnmixed(of func(trace.Cost) int, rows []trace.Cost) bool {
	return vary(of, rows) && !(anyOf(bytesRead, rows) && anyOf(bytesWritten, rows))
}

// columns returns the columns that are worth showing for the rows.
func (n *compare) columns() (shown []column) {
	var rows []trace.Cost
	for _, group := range n.groups {
		for _, row := range group {
			rows = append(rows, row.cost)
		}
	}
	for _, c := range columns {
		if c.shown(c.of, rows) {
			shown = append(shown, c)
		}
	}
	return shown
}

func (n *compare) html() []byte {
	shown := n.columns()
	b := &builder{}
	b.add(`<div class="table compare" tabindex="0" role="group" aria-label="Comparison"><table>` +
		"\n<thead><tr>" + `<th scope="col">Request</th>`)
	for _, c := range shown {
		b.add(`<th scope="col" class="num">`).text(strings.Replace(c.title, "Trans", "Trans\u00AD", 1)).add("</th>")
	}
	b.add("</tr></thead>\n")
	for _, group := range n.groups {
		b.add("<tbody>\n")
		for _, row := range group {
			b.add(`<tr><th scope="row">`).text(row.label)
			b.add("<div>").add(strings.Join(row.kinds, "<br>")).add("</div></th>")
			for _, c := range shown {
				b.add(`<td class="num">`).text(c.words(c.of(row.cost)))
				if words := c.factor(group[0].cost, row.cost); words != "" {
					b.add(" <small>").text(words).add("</small>")
				}
				b.add("</td>")
			}
			b.add("</tr>\n")
		}
		b.add("</tbody>\n")
	}
	return b.add("</table></div>\n").Bytes()
}

// factor compares a number with the first of its group. It returns "" if they differ by less than half.
func (c column) factor(of, at trace.Cost) string {
	first, value := c.of(of), c.of(at)
	if first == 0 || value == 0 || c.less == "" {
		return ""
	}
	most, least, word := first, value, "× "+c.less
	if value > first {
		most, least, word = value, first, "× more"
	}
	tenths := (most*10 + least/2) / least
	switch {
	case tenths < 15:
		return ""
	case tenths < 100 && tenths%10 != 0:
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10) + word
	}
	return view.Number((tenths+5)/10) + word
}

// compareRenderer writes comparisons.
type compareRenderer struct{}

func (compareRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindCompare, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*compare).html())
		}
		return ast.WalkSkipChildren, nil
	})
}
