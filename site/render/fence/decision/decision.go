// Package decision makes the panel at the top of a guide of a decision fence.
package decision

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/figure"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Decision is the panel at the top of a guide: two ways to do the same, what each costs, and the
// pair of examples that show it, which are its children.
type Decision struct {
	page    *content.Page
	figure  *figure.Figure // nil if a guide has none
	pair    []ast.Node     // the two examples
	sides   []side
	scales  []scale
	measure measured
	wanted  int      // entities that the reader needs; 0 where that says nothing
	busiest bool     // the figures are those of the busiest partition
	last    bool     // the first side reads what is wanted last
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
	next := f.NextSibling()
	if drawn, ok := fence.Of[*figure.Figure](next); ok {
		n.figure, next = drawn, next.NextSibling()
		f.Parent().RemoveChild(f.Parent(), f.NextSibling())
	}
	for ; len(n.pair) < 2; next = next.NextSibling() {
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
		value, n.last = strings.CutPrefix(value, "the last ")
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
		if most > 0 && !n.busiest { // which the figure draws, partition by partition
			n.draw(b, i, most)
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
	b.Add("</ul>\n")
	if n.figure != nil {
		_, _ = b.Write(n.figure.HTML())
	}
	b.Add(`<div class="dc-more"><div>`)
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

// draw draws what a side took of the most that any did.
func (n *Decision) draw(b *markup.Builder, i, most int) {
	s := n.sides[i]
	all := n.measure.of(s.Cost)
	wanted := all
	if n.wanted > 0 {
		wanted = min(n.wanted, all)
	}
	strip{wanted, all, most, n.last && i == 0}.draw(b)
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
		b.WriteString("- Costs more: " + n.dearer + "\n")
	}
	return b.String()
}

// facts adds what the front matter says of the recommended way.
func (n *Decision) facts(b *markup.Builder) {
	b.Add(`<dl class="dc-facts">`)
	for _, fact := range [...][2]string{
		{"Extra writes", n.page.Catalogue.Writes}, {"Costs more", n.dearer}, {"Atomic", n.page.Catalogue.Atomic},
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
