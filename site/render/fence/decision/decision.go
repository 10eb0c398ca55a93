// Package decision makes the panel at the top of a guide of a decision fence.
package decision

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Decision is the panel at the top of a guide: two ways to do the same, what each costs, and the
// pair of examples that show it, which are its children.
type Decision struct {
	page    *content.Page
	pair    []ast.Node // the two examples
	sides   []side
	scales  []scale
	measure measured
	wanted  int      // entities that the reader needs; 0 where that says nothing
	busiest bool     // the strips count what the busiest partition took
	keys    [][]keys // of each side, or once for both
	dearer  string   // what costs more on the second side, as Markdown
}

// side is one of the two ways.
type side struct {
	label string
	words string // how it ends, if that isn't a number
	fence.Total
}

// scale is the same two ways with more entities.
type scale struct {
	at    string
	sides [2]fence.Total
}

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
	"transactions": {transactions, numbered("transaction"), "fewer", false},
	"requests":     {transactions, numbered("request"), "fewer", false},
	"sent":         {func(c trace.Cost) int { return c.BytesReturned }, sized("sent"), "less", false},
	"stored":       {func(c trace.Cost) int { return c.BytesWritten }, sized("stored"), "less", false},
	"returned":     {func(c trace.Cost) int { return c.EntitiesReturned }, counted("returned"), "fewer", false},
	"status":       {},
}

// transactions counts requests, too: each that is sent is one transaction.
func transactions(c trace.Cost) int { return c.Transactions }

func counted(word string) func(int) string {
	return func(n int) string { return view.Number(n) + " " + word }
}

func numbered(word string) func(int) string {
	return func(n int) string { return view.Count(n, word, word+"s") }
}

func sized(word string) func(int) string {
	return func(n int) string { return view.Size(n) + " " + word }
}

var (
	scaleLine = regexp.MustCompile(`^At (.+): (.+) -> (.+)$`)
	sideLine  = regexp.MustCompile(`^(.+?): ([\w +]+?)(?: — (.+))?$`)
)

// ID is the id of the panel on its page.
const ID = "decision"

// Kind makes the panel of a decision fence.
var Kind = fence.Kind{Word: "decision", Order: fence.Around, Place: place}

// place makes a panel of a fence and the two examples that follow it.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &Decision{page: p.Page, measure: measures["read"], wanted: -1}
	p.Each(f, func(line string) error { return n.read(p, line) })
	if len(n.sides) != 2 {
		p.Problem(f, "a decision compares two sides: two lines of Label: request")
		return nil
	}
	if n.busiest && !n.countBusiest() {
		p.Problem(f, "per: partition counts entities: use it with measure: read or written")
		return nil
	}
	for i, s := range n.sides {
		if len(n.keys) > 0 {
			if err := meet(n.keys[min(i, len(n.keys)-1)], s.Total); err != nil {
				p.Problem(f, s.label+": "+err.Error())
			}
		}
	}
	switch {
	case !n.measure.reads:
		n.wanted = 0
	case n.wanted < 0:
		n.wanted = n.sides[1].Cost.EntitiesReturned
	}
	if len(fence.Placed[*Decision](p)) > 0 || !p.Kind.IsGuide() {
		p.Problem(f, "a guide has one decision")
	}
	for next := f.NextSibling(); len(n.pair) < 2; next = next.NextSibling() {
		e, ok := fence.Of[*live.Live](next)
		if !ok || !e.IsOpen() {
			p.Problem(f, "directly after a decision come the two http fences that it compares")
			return nil
		}
		e.Side = n.sides[len(n.pair)].label
		n.pair = append(n.pair, next)
	}
	return n
}

// Take puts the two examples into the panel.
func (n *Decision) Take(into ast.Node) {
	for _, one := range n.pair {
		into.AppendChild(into, one)
	}
}

// read reads one line.
func (n *Decision) read(p *fence.Page, line string) (err error) {
	name, value, _ := strings.Cut(line, ": ")
	switch at := scaleLine.FindStringSubmatch(line); {
	case line == "":
	case line == "per: partition":
		n.busiest = true
	case name == "keys":
		n.keys, err = readKeys(value)
	case name == "dearer":
		n.dearer = value
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
			if s.sides[i], err = p.Sum(names); err != nil {
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
		s.Total, err = p.Sum(parts[2])
		n.sides = append(n.sides, s)
	}
	return err
}

// countBusiest replaces the work of each side by that of its busiest partition, because a load
// that's spread is no less in total. It's false if what's measured isn't counted by partition.
func (n *Decision) countBusiest() bool {
	for i := range n.sides {
		n.sides[i].Cost = busiest(n.sides[i].Total)
	}
	for i := range n.scales {
		for side := range n.scales[i].sides {
			n.scales[i].sides[side].Cost = busiest(n.scales[i].sides[side])
		}
	}
	if n.measure.of == nil || n.measure.of(n.sides[0].Cost) == 0 {
		return false
	}
	noun := n.measure.noun
	n.measure.noun = func(of int) string { return noun(of) + " in one partition" }
	return true
}

// busiest returns what was read and written in the partition where that was most. The requests are
// of one table.
func busiest(t fence.Total) (most trace.Cost) {
	var all trace.Trace
	for _, m := range t.Measures {
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

// sum says in words what one side took, such as "25 read → 10 wanted".
func (n *Decision) sum(t fence.Total) string {
	if n.measure.of == nil {
		return statuses(t)
	}
	words := n.measure.noun(n.measure.of(t.Cost))
	if n.wanted > 0 {
		words += " → " + view.Number(n.wanted) + " wanted"
	}
	return words
}

// statuses lists how requests were answered; equal ones in a row once.
func statuses(t fence.Total) string {
	var all []string
	for _, m := range t.Measures {
		all = append(all, strings.TrimSpace(strconv.Itoa(m.Status)+" "+m.Fault))
	}
	return strings.Join(slices.Compact(all), ", ")
}

// price is what one side took besides what its strip counts: "in 2 requests, 1 written".
func (n *Decision) price(t fence.Total) (all []string) {
	if n.busiest {
		return nil
	}
	told := ""
	if n.measure.of != nil {
		told = n.measure.noun(2)
	}
	if sent := t.Cost.Transactions; told != "2 requests" && told != "2 transactions" {
		all = append(all, "in "+markup.Count(sent, "request", "requests"))
	}
	if read := t.Cost.EntitiesRead; read > 0 && told != "2 read" && told != "2 returned" {
		all = append(all, view.Number(read)+" read")
	}
	if written := t.Cost.EntitiesWritten; written > 0 && told != "2 written" {
		all = append(all, view.Number(written)+" written")
	}
	return all
}

// more is what a side says below its figure: how it compares with the first one, and its price.
func (n *Decision) more(i int) string {
	all := n.price(n.sides[i].Total)
	if words := n.factor([2]fence.Total{n.sides[0].Total, n.sides[i].Total}); i > 0 && words != "" {
		all = slices.Insert(all, 0, words)
	}
	return strings.Join(all, ", ")
}

// moreAtScale is the same of a scale: "432× fewer, in 5 → 1 requests".
func (n *Decision) moreAtScale(s scale) string {
	var all []string
	if words := n.factor(s.sides); words != "" {
		all = append(all, words)
	}
	before, after := s.sides[0].Cost.Transactions, s.sides[1].Cost.Transactions
	if told := n.price(s.sides[0]); before != after && len(told) > 0 && strings.HasPrefix(told[0], "in ") {
		all = append(all, "in "+view.Number(before)+" → "+view.Number(after)+" requests")
	}
	return strings.Join(all, ", ")
}

// factor compares the second side with the first, "" if they differ by little.
func (n *Decision) factor(of [2]fence.Total) string {
	if n.measure.of == nil {
		return ""
	}
	return fence.Factor(n.measure.of(of[0].Cost), n.measure.of(of[1].Cost), n.measure.less)
}

// atScale says what both sides take with more entities: "4,320 → 10 read".
func (n *Decision) atScale(s scale) string {
	if n.measure.of == nil {
		return statuses(s.sides[0]) + " → " + statuses(s.sides[1])
	}
	before, after := n.measure.noun(n.measure.of(s.sides[0].Cost)), n.measure.noun(n.measure.of(s.sides[1].Cost))
	figure, unit, _ := strings.Cut(before, " ")
	if _, other, _ := strings.Cut(after, " "); unit == other {
		before = figure
	}
	return before + " → " + after
}

// HTML is the panel up to its examples.
func (n *Decision) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<section class="decision" id="` + ID + `" aria-label="The decision">` + "\n")
	b.Add(`<ul class="dc-sides">` + "\n")
	most := 0
	for _, s := range n.sides {
		if n.measure.of != nil {
			most = max(most, n.measure.of(s.Cost))
		}
	}
	for i, s := range n.sides {
		b.Add(`<li class="`).Add(kindClass(s.Total)).Add(`"><span class="dc-label">`).Text(s.label).Add("</span>")
		b.Add(` <span class="dc-way">`).Text(s.words)
		if n.measure.of != nil && most > 0 {
			all := n.measure.of(s.Cost)
			wanted := all
			if n.wanted > 0 {
				wanted = min(n.wanted, all)
			}
			strip{wanted, all, most}.draw(b)
		}
		b.Add(`</span> <span class="dc-sum">`).Text(n.sum(s.Total))
		if words := n.more(i); words != "" {
			b.Add(" <small>").Text(words).Add("</small>")
		}
		b.Add("</span>")
		if len(n.keys) == 2 {
			b.Add(` <span class="dc-keys">`)
			addKeys(b, n.keys[i])
			b.Add("</span>")
		}
		b.Add("</li>\n")
	}
	b.Add("</ul>\n" + `<div class="dc-more"><div>`)
	for _, s := range n.scales {
		b.Add(`<p class="dc-scale">At `).Text(s.at).Add(": <strong>").Text(n.atScale(s)).Add("</strong>")
		if words := n.moreAtScale(s); words != "" {
			b.Add(" <small>").Text(words).Add("</small>")
		}
		b.Add("</p>")
	}
	if len(n.keys) == 1 {
		b.Add(`<p class="dc-keys">`)
		addKeys(b, n.keys[0])
		b.Add("</p>")
	}
	n.facts(b)
	b.Add(`</div><button type="button" class="run-both">Run both</button></div>` + "\n")
	return b.Add(`<div class="dc-pair">` + "\n").Bytes()
}

// End is what follows the examples.
func (n *Decision) End() []byte { return []byte("</div>\n</section>\n") }

// Plain is the panel as a list.
func (n *Decision) Plain() string {
	var b strings.Builder
	item := func(what, found, factor string) {
		if factor != "" {
			factor = " (" + factor + ")"
		}
		fmt.Fprintf(&b, "- %s: %s%s\n", what, found, factor)
	}
	for i, s := range n.sides {
		found := n.sum(s.Total)
		if s.words != "" {
			found += ", " + s.words
		}
		item("**"+s.label+"**", found, n.more(i))
		if len(n.keys) == 2 {
			b.WriteString("  " + plainKeys(n.keys[i]) + "\n")
		}
	}
	for _, s := range n.scales {
		item("At "+s.at, n.atScale(s), n.moreAtScale(s))
	}
	if len(n.keys) == 1 {
		b.WriteString("- " + plainKeys(n.keys[0]) + "\n")
	}
	if n.dearer != "" {
		b.WriteString("- Dearer: " + n.dearer + "\n")
	}
	return b.String()
}

// facts adds what the front matter says of the recommended way.
func (n *Decision) facts(b *markup.Builder) {
	b.Add(`<dl class="dc-facts">`)
	for _, fact := range [...][2]string{
		{"Extra writes", n.page.Catalogue.Writes}, {"Dearer", n.dearer}, {"Atomic", n.page.Catalogue.Atomic},
		{"Cosmos DB", n.page.Cosmos},
	} {
		if fact[1] != "" {
			b.Add("<div><dt>").Add(fact[0]).Add("</dt> <dd>").Add(string(markup.Inline(fact[1]))).Add("</dd></div>")
		}
	}
	b.Add("</dl>")
}

// kindClass is the class that gives a side the colour of its most expensive kind of query.
func kindClass(t fence.Total) string {
	class := "kind-none"
	for _, m := range t.Measures {
		for _, a := range m.Label.Attrs {
			if _, kind, ok := strings.Cut(a.Value, " "); ok {
				class = kind
			}
		}
	}
	return class
}
