package report

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/spelling"
)

// Verdict says how a design does, in a few words: how many budgets it misses, and what a reviewer would say
// of it.
func (r *Report) Verdict(column int) string {
	d := r.Matrix.File.Designs[column]
	missed, errors, warnings := 0, 0, 0
	for _, row := range r.Matrix.Cells {
		missed += len(row[column].Missed)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Design != "" && f.Design != d.Name && !slices.Contains(f.Also, d.Name) {
			continue
		}
		if f.Error && f.Design == d.Name || f.Error && f.Design == "" {
			errors++
		} else {
			warnings++
		}
	}
	var all []string
	count := func(n int, one, many string) {
		if n > 0 {
			all = append(all, spelling.Count(n, one, many))
		}
	}
	count(missed, "budget missed", "budgets missed")
	count(errors, "error", "errors")
	count(warnings, "warning", "warnings")
	if all == nil {
		return "nothing to say"
	}
	return design.List(all)
}

// summaries says of each design how it does and what it costs, at each of the matrix's sizes.
func (r *Report) summaries(say func(d *design.Design, at, says string)) {
	f := r.Matrix.File
	for i, d := range f.Designs {
		says := r.Verdict(i)
		if bill := r.Bill(i, 0); bill != "" {
			says += "; " + bill
		}
		say(d, "", says)
		for k := 1; k < len(r.Matrix.Sizes); k++ {
			if bill := r.Bill(i, k); bill != "" {
				say(d, "at "+design.Number(float64(r.Matrix.Sizes[k])), bill)
			}
		}
	}
}

// called is a design's name, and that it's the one that is meant.
func (r *Report) called(d *design.Design) string {
	if f := r.Matrix.File; len(f.Designs) > 1 && d == f.Meant() {
		return d.Name + ", which is meant"
	}
	return d.Name
}
