package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/outcome"
	"github.com/rowkey/rowkey/engine/table"
)

// Report is what there is to say about one design file.
type Report struct {
	Name     string // of the file
	Matrix   *design.Matrix
	Findings []design.Finding

	Explained bool // also say why, and what the figures rest on
}

// OK reports whether all budgets are kept and no finding is an error.
func (r *Report) OK() bool {
	return !slices.ContainsFunc(r.Outcomes(), outcome.Outcome.Fails)
}

// Outcomes returns how each pattern goes with the design that is meant, which budgets others miss, and what a
// reviewer would say.
func (r *Report) Outcomes() (all []outcome.Outcome) {
	for _, row := range r.Matrix.Cells {
		for i := range row {
			all = append(all, r.kept(&row[i])...)
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		all = append(all, outcome.Outcome{
			File: r.Name, Line: f.Line, Column: f.Column, Name: f.Code, Says: subject(f) + f.Says, Warning: !f.Error,
		})
	}
	return all
}

// kept returns which budgets a cell misses, or that it keeps them if its design is meant.
func (r *Report) kept(c *design.Cell) (all []outcome.Outcome) {
	name := c.Pattern.Name + " under " + c.Design.Name
	for _, l := range c.Missed {
		all = append(all, outcome.Outcome{
			File: r.Name, Line: l.Line, Name: name, Says: "It misses its budget: " + exceeded(l, &c.Figures) + ".",
		})
	}
	if all == nil && c.Design == r.Matrix.File.Meant() {
		all = append(all, outcome.Outcome{File: r.Name, Line: c.Pattern.Line, Name: name})
	}
	return all
}

// kind is a kind of plan in words.
func kind(k design.Kind) string {
	_, words, _ := k.Shown()
	return strings.ToLower(words)
}

// Plan is how a cell does it, in words: a write with what it reads first.
func Plan(c *design.Cell) string {
	if c.Plan.Kind >= design.Write && c.Figures.Read > 0 {
		return kind(c.Plan.Kind) + " after " + kind(c.Plan.Finds)
	}
	return kind(c.Plan.Kind)
}

// verbs begin a pattern in a file.
var verbs = [...]string{design.Read: "of", design.Insert: "insert", design.Update: "update",
	design.Delete: "delete"}

// asks is a pattern in one line.
func asks(p *design.Pattern) string {
	s := verbs[p.Verb] + " " + design.List(p.Types())
	for i := range p.Where {
		word := " where "
		if i > 0 {
			word = " and "
		}
		s += word + term(&p.Where[i])
	}
	switch {
	case p.Sort != "" && p.Newest:
		s += ", " + p.First() + " " + p.Sort
	case p.Sort != "":
		s += ", by " + p.Sort
	}
	if p.Limit > 0 {
		s += ", limit " + design.Number(float64(p.Limit))
	}
	if p.Count {
		s += ", count"
	}
	if p.Batch > 1 {
		s += ", " + strconv.Itoa(p.Batch)
		if p.Same != nil {
			s += " of the same " + strings.Join(p.Same, " and ")
		}
		s += " at a time"
	}
	for i, w := range p.With {
		word := " and "
		if i == 0 {
			word = ", with "
		}
		s += word + strconv.Itoa(w.Count) + " of " + w.Entity.Name
	}
	if p.Rate > 0 {
		s += ", " + rate(p.Rate)
	}
	return s
}

var operators = [...]string{
	design.Equal: "=", design.NotEqual: "!=", design.Less: "<", design.LessOrEqual: "<=", design.Greater: ">",
	design.GreaterOrEqual: ">=", design.Between: "between", design.InUnit: "in", design.Prefix: "starts",
	design.OneOf: "in", design.Has: "has",
}

func term(t *design.Term) string {
	values := make([]string, len(t.Params))
	for i, p := range t.Params {
		switch values[i] = "?"; {
		case p.Now:
			values[i] = "now"
		case p.Fixed:
			values[i] = literal(p.Value)
		}
		values[i] += offset(p.Offset)
	}
	s := t.Property.Name + " " + operators[t.Op] + " "
	switch t.Op {
	case design.Between:
		return s + strings.Join(values, " and ")
	case design.InUnit:
		return s + t.Unit.String() + " " + strings.Join(values, "")
	case design.OneOf:
		return s + "(" + strings.Join(values, ", ") + ")"
	}
	return s + strings.Join(values, "")
}

// offset is a time span that's added or taken away.
func offset(t table.Ticks) string {
	if t == 0 {
		return ""
	}
	sign := " + "
	if t < 0 {
		sign, t = " - ", -t
	}
	unit := design.SpanOf(t)
	return sign + design.Number(float64(t)/float64(unit.Ticks)) + unit.Name
}

// rate is a number in a second, or in the longer time in which there is at least one.
func rate(perSecond float64) string {
	var unit design.Span
	var times float64
	for _, unit = range slices.Backward(design.Rates) {
		if times = perSecond * float64(unit.Ticks/table.Second); times >= 1 {
			break
		}
	}
	return design.Number(times) + "/" + unit.Name
}

// exceeded is a budget that isn't kept.
func exceeded(l *design.Limit, f *design.Figures) string {
	return l.Figure + " " + design.Number(*f.By(l.Figure)) + ", budget <= " + design.Number(l.Most)
}

// column is a figure in a table.
type column struct {
	head, figure string
	text         func(float64) string
}

// of returns the figure of the column.
func (c *column) of(f *design.Figures) float64 { return *f.By(c.figure) }

var columns = []column{
	{"read", "read", design.Number}, {"wanted", "wanted", design.Number}, {"sent", "returned", design.Number},
	{"requests", "requests", design.Number}, {"billed", "transactions", design.Number}, {"bytes", "bytes", size},
	{"written", "written", design.Number},
}

// shown returns the columns that have a figure in a row of the matrix. An insert wants what it writes.
func shown(row []design.Cell) (used []column) {
	for _, c := range columns {
		if c.head == "wanted" && len(row) > 0 && row[0].Pattern.Verb == design.Insert {
			continue
		}
		for i := range row {
			if c.of(&row[i].Figures) != 0 {
				used = append(used, c)
				break
			}
		}
	}
	return used
}
