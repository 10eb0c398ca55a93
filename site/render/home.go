package render

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Trial is the experiment of the home page: a table, and questions about it that were asked when
// the page was built.
type Trial struct {
	Table   string
	Text    string // csv
	Count   int    // of its entities
	Queries []Query
}

// Query is a question and its answer.
type Query struct {
	Kind   plan.Kind
	Title  string
	Target string        // the request line after GET
	Result template.HTML // its plan and partition lanes
}

// Filter is what the reader can edit of it.
func (q Query) Filter() string {
	_, filter, _ := strings.Cut(q.Target, "$filter=")
	return filter
}

// Request returns the query as a page shows it, with the filter on a line of its own.
func (q Query) Request() template.HTML {
	b := &markup.Builder{}
	text := "GET " + strings.Replace(q.Target, "?", "\n  ?", 1)
	return template.HTML(b.Tokens(markup.HTTP(text)).String())
}

// Problem is a card of the home page: what something costs without a pattern and with it.
type Problem struct {
	Title, Slug   string
	Guide         *content.Page
	Without, With Effort
}

// Effort is what the requests of one way cost.
type Effort struct {
	Title string
	Cost  trace.Cost
	unit  string
	waste int
}

// Compare sets what the card compares: entities read, or else transactions on the bill.
func (p *Problem) Compare() {
	unit := "read"
	if p.With.Cost.EntitiesRead == 0 || p.Without.Cost.EntitiesRead <= p.With.Cost.EntitiesRead {
		unit = "transaction"
	}
	p.Without.unit, p.With.unit = unit, unit
	p.Without.waste = p.Without.amount() - p.With.amount()
}

func (e Effort) amount() int {
	if e.unit == "read" {
		return e.Cost.EntitiesRead
	}
	return e.Cost.Transactions
}

// Words say how much it is.
func (e Effort) Words() string {
	if e.unit == "read" {
		return view.Number(e.amount()) + " read"
	}
	return view.Count(e.amount(), "transaction", "transactions")
}

// Sizes of a small picture, in px.
const (
	effortColumns = 30
	effortCell    = 7
	effortStep    = 9
)

// Picture draws a square for each entity or transaction, the superfluous ones first.
func (e Effort) Picture() template.HTML {
	n := e.amount()
	rows := (n + effortColumns - 1) / effortColumns
	b := &markup.Builder{}
	fmt.Fprintf(b, `<svg class="effort" aria-hidden="true" viewBox="0 0 %d %d">`,
		effortColumns*effortStep, rows*effortStep)
	e.squares(b, "waste", 0, e.waste)
	e.squares(b, "wanted", e.waste, n)
	return template.HTML(b.Add("</svg>").String())
}

// squares draws some of the squares: a dashed line in each row.
func (e Effort) squares(b *markup.Builder, class string, from, to int) {
	if from >= to {
		return
	}
	b.Add(`<path class="` + class + `" d="`)
	for from < to {
		row, column := from/effortColumns, from%effortColumns
		length := min(to-from, effortColumns-column)
		fmt.Fprintf(b, "M%d %dh%d",
			column*effortStep, row*effortStep+effortStep/2, length*effortStep-effortStep+effortCell)
		from += length
	}
	b.Add(`"/>`)
}

// home adds the experiment and the problems.
func (s *Site) home(l *layout) {
	l.Start = s.Library.Guide(startSlug)
	for _, g := range s.Library.Guides() {
		l.Count += len(g.Pages)
	}
	for _, p := range s.Problems {
		if p.Guide = s.Library.Guide(p.Slug); p.Guide != nil {
			p.Compare()
			l.Shown = append(l.Shown, p)
		}
	}
}

// startSlug is the guide for readers with ten minutes.
const startSlug = "query-kinds"
