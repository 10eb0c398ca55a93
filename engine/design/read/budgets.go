package read

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
)

// figures are what a budget can bound.
var figures = []string{"read", "returned", "requests", "transactions", "bytes", "written"}

func (r *reader) budgets(n *node) { r.mappings(n, "budgets", "a budget", r.budget) }

func (r *reader) budget(m member) {
	b := &design.Budget{Line: m.line}
	names := make([]string, len(r.file.Patterns))
	for i, p := range r.file.Patterns {
		if names[i] = p.Name; p.Name == m.name {
			b.Pattern = p
		}
	}
	if b.Pattern == nil {
		r.fail(m.place, "there's no pattern "+quote(m.name), "The patterns are "+strings.Join(names, ", ")+".")
		return
	}
	r.file.Budgets = append(r.file.Budgets, b)
	r.only(m.value, "a budget", append([]string{"designs"}, figures...)...)
	for _, f := range m.value.members {
		if f.name == "designs" {
			r.budgetDesigns(b, f.value)
		} else if slices.Contains(figures, f.name) {
			b.Limits = append(b.Limits, design.Limit{Figure: f.name, Most: r.limit(f.value), Line: f.line})
		}
	}
	if len(b.Limits) == 0 {
		r.fail(m.place, "the budget of "+m.name+" has no limit", `Write read: "<= 10", or another figure.`)
	}
}

// limit reads <= 10, or 10.
func (r *reader) limit(n *node) float64 {
	text := strings.TrimLeft(strings.TrimPrefix(n.text, "<="), " ")
	f, ok := number(text)
	if n.kind != scalar || !ok || f < 0 {
		r.fail(n.place, "a limit needs to be <= and a number, found "+n.what(), `Write "<= 10".`)
	}
	return f
}

func (r *reader) budgetDesigns(b *design.Budget, n *node) {
	for _, name := range r.names(n, "designs") {
		if found := r.design(name); found != nil {
			b.Designs = append(b.Designs, found)
		}
	}
}

// design returns the design that a node names, or nil.
func (r *reader) design(n *node) *design.Design {
	var names []string
	for _, d := range r.file.Designs {
		if names = append(names, d.Name); d.Name == n.text {
			return d
		}
	}
	r.fail(n.place, "there's no design "+quote(n.text), "The designs are "+strings.Join(names, ", ")+".")
	return nil
}

func (r *reader) prices(n *node) {
	if !r.mapping(n, "prices") {
		return
	}
	p := design.Prices{Line: n.line, Currency: design.ExamplePrices().Currency}
	r.only(n, "prices", "currency", "transactions", "storage", "sent", "date")
	for _, f := range n.members {
		switch f.name {
		case "currency":
			p.Currency, _ = r.text(f.value, "currency")
		case "transactions":
			p.Transactions, _ = r.number(f.value, "transactions")
		case "storage":
			p.Storage, _ = r.number(f.value, "storage")
		case "sent":
			p.Sent, _ = r.number(f.value, "sent")
		case "date":
			p.Date, _ = r.text(f.value, "date")
		}
	}
	r.file.Prices = p
}
