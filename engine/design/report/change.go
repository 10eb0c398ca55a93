package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
)

// Change is a difference between two versions of a design file.
type Change struct {
	Worse  bool
	Better bool // neither: it's only different
	Meant  bool // it's of the design that is meant
	Says   string
	ratio  float64 // how much worse or better, for the order
}

// Changes compares two matrices cell by cell, by the names of patterns and designs. The worst changes are
// first.
func Changes(old, now *design.Matrix) []Change {
	var changes []Change
	before := cells(old)
	after := cells(now)
	for _, c := range after {
		if was := find(before, c); was != nil {
			for _, change := range cellChanges(was, c) {
				change.Meant = c.Design == now.File.Meant()
				changes = append(changes, change)
			}
		}
	}
	for _, p := range now.File.Patterns {
		for _, was := range old.File.Patterns {
			if p.Name == was.Name && p.Rate != was.Rate {
				changes = append(changes, Change{Says: p.Name + ": " + rate(p.Rate) + " in place of " + rate(was.Rate)})
			}
		}
	}
	changes = append(changes, gone(old.File, now.File, "is new")...)
	changes = append(changes, gone(now.File, old.File, "is gone")...)
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(a.rank()-b.rank(), cmp.Compare(b.ratio, a.ratio))
	})
	return changes
}

// rank orders worse, better, different.
func (c Change) rank() int {
	switch {
	case c.Worse:
		return 0
	case c.Better:
		return 1
	}
	return 2
}

func cells(m *design.Matrix) (all []*design.Cell) {
	for _, row := range m.Cells {
		for i := range row {
			all = append(all, &row[i])
		}
	}
	return all
}

func find(cells []*design.Cell, like *design.Cell) *design.Cell {
	for _, c := range cells {
		if c.Pattern.Name == like.Pattern.Name && c.Design.Name == like.Design.Name {
			return c
		}
	}
	return nil
}

// same is the relative difference that isn't worth a word.
const same = 0.01

// compared are the figures that get worse when they grow. What is wanted doesn't depend on the keys.
var compared = []string{"read", "requests", "transactions", "bytes", "written"}

func cellChanges(was, is *design.Cell) (changes []Change) {
	where := is.Pattern.Name + " under " + is.Design.Name + ": "
	if a, b := was.Plan.Kind, is.Plan.Kind; a != b {
		changes = append(changes, Change{Worse: b > a, Better: b < a, ratio: 1,
			Says: where + kind(b) + " instead of " + kind(a)})
	}
	for _, name := range compared {
		a, b := *was.Figures.By(name), *is.Figures.By(name)
		if math.Abs(a-b) <= same*max(a, b) {
			continue
		}
		c := Change{Worse: b > a, Better: b < a, ratio: max(a, b) / max(min(a, b), 1)}
		c.Says = where + name + " " + design.Number(b) + " instead of " + design.Number(a)
		if least := min(a, b); least > 0 && max(a, b)/least >= 2 {
			word := " times less)"
			if c.Worse {
				word = " times as much)"
			}
			c.Says += " (" + design.Number(math.Round(max(a, b)/least*10)/10) + word
		}
		changes = append(changes, c)
	}
	for _, l := range is.Missed {
		if !misses(was, l.Figure) {
			changes = append(changes, Change{Worse: true, ratio: math.MaxFloat64,
				Says: where + "the budget of " + l.Figure + " is missed now"})
		}
	}
	for _, l := range was.Missed {
		if !misses(is, l.Figure) {
			changes = append(changes, Change{Better: true, ratio: math.MaxFloat64,
				Says: where + "the budget of " + l.Figure + " isn't missed any more"})
		}
	}
	return changes
}

func misses(c *design.Cell, figure string) bool {
	return slices.ContainsFunc(c.Missed, func(l *design.Limit) bool { return l.Figure == figure })
}

// gone lists the patterns and designs of now that old doesn't have.
func gone(old, now *design.File, word string) (changes []Change) {
	for _, p := range now.Patterns {
		if !slices.ContainsFunc(old.Patterns, func(o *design.Pattern) bool { return o.Name == p.Name }) {
			changes = append(changes, Change{Says: "the pattern " + p.Name + " " + word})
		}
	}
	for _, d := range now.Designs {
		if !slices.ContainsFunc(old.Designs, func(o *design.Design) bool { return o.Name == d.Name }) {
			changes = append(changes, Change{Says: "the design " + d.Name + " " + word})
		}
	}
	return changes
}

// changeLines are changes as sentences.
func changeLines(changes []Change) []string {
	if len(changes) == 0 {
		return []string{"Nothing that a pattern costs has changed."}
	}
	lines := make([]string, len(changes))
	for i, c := range changes {
		lines[i] = [...]string{"Worse: ", "Better: ", "Different: "}[c.rank()] + c.Says + "."
	}
	return lines
}
