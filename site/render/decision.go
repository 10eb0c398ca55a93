package render

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/content"
)

// decision is the panel at the top of a guide: two ways to do the same, what each costs, and the pair of
// examples that show it, which are its children.
type decision struct {
	ast.BaseBlock
	page    *content.Page
	sides   []side
	scales  []scale
	measure measured
	wanted  int  // entities that the reader needs; 0 where that says nothing
	busiest bool // the strips count what the busiest partition took
}

// side is one of the two ways.
type side struct {
	label string
	words string // how it ends, if that isn't a number
	total
}

// scale is the same two ways with more entities.
type scale struct {
	at    string
	sides [2]total
}

var kindDecision = ast.NewNodeKind("Decision")

func (n *decision) Kind() ast.NodeKind { return kindDecision }

func (n *decision) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// measured is what the strips of a decision count.
type measured struct {
	of    func(trace.Cost) int
	noun  func(n int) string // "25 read"
	less  string             // the word for a smaller number
	reads bool               // so some of it can be more than was wanted
}

// measures are by the word after measure:. The answer's status has no strip.
var measures = map[string]measured{
	"read":         {func(c trace.Cost) int { return c.EntitiesRead }, counted("read"), "fewer", true},
	"written":      {func(c trace.Cost) int { return c.EntitiesWritten }, counted("written"), "fewer", false},
	"transactions": {transactions, numbered("transaction", "transactions"), "fewer", false},
	"requests":     {transactions, numbered("request", "requests"), "fewer", false},
	"sent":         {func(c trace.Cost) int { return c.BytesReturned }, sized("sent"), "less", false},
	"stored":       {bytesWritten, sized("stored"), "less", false},
	"returned":     {entitiesReturned, counted("returned"), "fewer", false},
	"status":       {},
}

func entitiesReturned(c trace.Cost) int { return c.EntitiesReturned }

// transactions counts requests, too: each that is sent is one transaction.
func transactions(c trace.Cost) int { return c.Transactions }

func counted(word string) func(int) string {
	return func(n int) string { return view.Number(n) + " " + word }
}

func numbered(one, many string) func(int) string {
	return func(n int) string {
		if n == 1 {
			return "1 " + one
		}
		return view.Number(n) + " " + many
	}
}

func sized(word string) func(int) string {
	return func(n int) string { return view.Size(n) + " " + word }
}

var (
	scaleLine = regexp.MustCompile(`^At (.+): (.+) -> (.+)$`)
	sideLine  = regexp.MustCompile(`^(.+?): ([\w +]+?)(?: — (.+))?$`)
)

// placeDecision makes a panel of a fence and the two examples that follow it.
func (j *job) placeDecision(fence *ast.FencedCodeBlock) {
	n := &decision{page: j.page, measure: measures["read"], wanted: -1}
	n.SetPos(fence.Pos())
	for i := range fence.Lines().Len() {
		segment := fence.Lines().At(i)
		text := strings.TrimSpace(string(segment.Value(j.source)))
		if err := j.decide(n, text); err != nil {
			j.problemAt(segment.Start, err.Error())
		}
	}
	if len(n.sides) != 2 {
		j.problem(fence, "a decision compares two sides: two lines of Label: request")
		return
	}
	if n.busiest && !n.countBusiest() {
		j.problem(fence, "per: partition counts entities: use it with measure: read or written")
		return
	}
	switch {
	case !n.measure.reads:
		n.wanted = 0
	case n.wanted < 0:
		n.wanted = n.sides[1].cost.EntitiesReturned
	}
	if j.decision != nil || !j.page.Kind.IsGuide() {
		j.problem(fence, "a guide has one decision")
	}
	j.decision = n
	first, second := nextRun(fence), (*live)(nil)
	if first != nil {
		second = nextRun(first)
	}
	if second == nil {
		j.problem(fence, "directly after a decision come the two http fences that it compares")
		return
	}
	for i, one := range []*live{first, second} {
		one.side = n.sides[i].label
		n.AppendChild(n, one)
	}
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

// nextRun returns the example directly after a node, if it runs and isn't hidden.
func nextRun(n ast.Node) *live {
	next, ok := n.NextSibling().(*live)
	if !ok || next.example.Hidden || next.example.Status == "" && next.example.Data != nil {
		return nil
	}
	return next
}

// decide reads one line.
func (j *job) decide(n *decision, line string) (err error) {
	name, value, _ := strings.Cut(line, ": ")
	switch at := scaleLine.FindStringSubmatch(line); {
	case line == "":
	case line == "per: partition":
		n.busiest = true
	case name == "wanted":
		if n.wanted, err = strconv.Atoi(strings.ReplaceAll(value, ",", "")); err != nil || n.wanted < 1 {
			err = fmt.Errorf("wanted: is how many entities the reader needs, not %q", value)
		}
	case name == "measure":
		known := false
		if n.measure, known = measures[value]; !known {
			err = fmt.Errorf("there is no measure %q; use read, returned, written, transactions, requests, sent, "+
				"stored or status", value)
		}
	case at != nil:
		s := scale{at: at[1]}
		for i, names := range at[2:] {
			if s.sides[i], err = j.sum(names); err != nil {
				return err
			}
		}
		n.scales = append(n.scales, s)
	default:
		parts := sideLine.FindStringSubmatch(line)
		if parts == nil {
			return errors.New("write each side of a decision as Label: request, or Label: request + request — words")
		}
		s := side{label: parts[1], words: parts[3]}
		s.total, err = j.sum(parts[2])
		n.sides = append(n.sides, s)
	}
	return err
}

// countBusiest replaces the work of each side by that of its busiest partition, because a load that's spread
// is no less in total. It's false if what's measured isn't counted by partition.
func (n *decision) countBusiest() bool {
	for i := range n.sides {
		n.sides[i].cost = n.sides[i].busiest()
	}
	for i := range n.scales {
		for side := range n.scales[i].sides {
			n.scales[i].sides[side].cost = n.scales[i].sides[side].busiest()
		}
	}
	if n.measure.of == nil || n.measure.of(n.sides[0].cost) == 0 {
		return false
	}
	noun := n.measure.noun
	n.measure.noun = func(of int) string { return noun(of) + " in one partition" }
	return true
}

// sum says in words what one side took, such as "25 read → 10 wanted".
func (n *decision) sum(t total) string {
	if n.measure.of == nil {
		return statuses(t)
	}
	words := n.measure.noun(n.measure.of(t.cost))
	if n.wanted > 0 {
		words += " → " + view.Number(n.wanted) + " wanted"
	}
	return words
}

// statuses lists how requests were answered; equal ones in a row once.
func statuses(t total) string {
	var all []string
	for _, m := range t.measures {
		all = append(all, strings.TrimSpace(strconv.Itoa(m.Status)+" "+m.Fault))
	}
	return strings.Join(slices.Compact(all), ", ")
}

// factor compares the second side with the first, "" if they differ by little.
func (n *decision) factor(of [2]total) string {
	if n.measure.of == nil {
		return ""
	}
	return column{of: n.measure.of, less: n.measure.less}.factor(of[0].cost, of[1].cost)
}

// atScale says what both sides take with more entities: "4,320 → 10 read".
func (n *decision) atScale(s scale) string {
	if n.measure.of == nil {
		return statuses(s.sides[0]) + " → " + statuses(s.sides[1])
	}
	before, after := n.measure.noun(n.measure.of(s.sides[0].cost)), n.measure.noun(n.measure.of(s.sides[1].cost))
	figure, unit, _ := strings.Cut(before, " ")
	if _, other, _ := strings.Cut(after, " "); unit == other {
		before = figure
	}
	return before + " → " + after
}

// decisionRenderer writes the panel around its two examples.
type decisionRenderer struct{}

func (decisionRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindDecision, renderDecision)
}

func renderDecision(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.Write(n.(*decision).html())
	} else {
		_, _ = w.WriteString("</div>\n</section>\n")
	}
	return ast.WalkContinue, nil
}

// html is the panel up to its examples.
func (n *decision) html() []byte {
	b := &builder{}
	b.add(`<section class="decision" id="` + decisionID + `" aria-label="The decision">` + "\n")
	b.add(`<ul class="dc-sides">` + "\n")
	most := 0
	for _, s := range n.sides {
		if n.measure.of != nil {
			most = max(most, n.measure.of(s.cost))
		}
	}
	for i, s := range n.sides {
		b.add(`<li class="`).add(kindClass(s.total)).add(`"><span class="dc-label">`).text(s.label).add("</span>")
		b.add(` <span class="dc-way">`).text(s.words)
		if n.measure.of != nil && most > 0 {
			all := n.measure.of(s.cost)
			wanted := all
			if n.wanted > 0 {
				wanted = min(n.wanted, all)
			}
			b.strip(strip{wanted, all, most})
		}
		b.add(`</span> <span class="dc-sum">`).text(n.sum(s.total))
		if words := n.factor([2]total{n.sides[0].total, s.total}); i == 1 && words != "" {
			b.add(" <small>").text(words).add("</small>")
		}
		b.add("</span></li>\n")
	}
	b.add("</ul>\n" + `<div class="dc-more"><div>`)
	for _, s := range n.scales {
		b.add(`<p class="dc-scale">At `).text(s.at).add(": <strong>").text(n.atScale(s)).add("</strong>")
		if words := n.factor(s.sides); words != "" {
			b.add(" <small>").text(words).add("</small>")
		}
		b.add("</p>")
	}
	n.facts(b)
	b.add(`</div><button type="button" class="run-both">Run both</button></div>` + "\n")
	return b.add(`<div class="dc-pair">` + "\n").Bytes()
}

// facts adds what the front matter says of the recommended way.
func (n *decision) facts(b *builder) {
	b.add(`<dl class="dc-facts">`)
	for _, fact := range [...][2]string{
		{"Extra writes", n.page.Catalogue.Writes}, {"Atomic", n.page.Catalogue.Atomic},
		{"Cosmos DB", n.page.Cosmos},
	} {
		if fact[1] != "" {
			b.add("<div><dt>").add(fact[0]).add("</dt> <dd>").add(string(inline(fact[1]))).add("</dd></div>")
		}
	}
	b.add("</dl>")
}

// kindClass is the class that gives a side the colour of its most expensive kind of query.
func kindClass(t total) string {
	class := "kind-none"
	for _, m := range t.measures {
		for _, a := range m.Label.Attrs {
			if _, kind, ok := strings.Cut(a.Value, " "); ok {
				class = kind
			}
		}
	}
	return class
}
