package matrix

import (
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// The service's targets, in entities a second.
// https://learn.microsoft.com/azure/storage/tables/scalability-targets
const (
	partitionTarget = 2_000
	accountTarget   = 20_000
)

// judge adds what a cell exceeds: marks, and missed budgets.
func judge(f *design.File, c *design.Cell, r result, lost int) {
	mark := func(exceeded bool, says string) {
		if exceeded {
			c.Marks = append(c.Marks, says)
		}
	}
	pages := math.Ceil(c.Figures.Returned / table.MaxPage)
	mark(pages > 1, design.Number(pages)+" pages: more than 1,000 entities are returned")
	mark(c.Figures.Read > examined, "more than 5 s: about 100,000 entities can be read in that time")
	rate := c.Pattern.Rate * max(c.Figures.Read, c.Figures.Written)
	mark(rate > accountTarget, design.Number(rate)+" entities a second: an account's target is 20,000")
	mark(rate > partitionTarget && len(r.partitions) == 1,
		design.Number(rate)+" entities a second in one partition, whose target is 2,000")
	mark(lost > 0, design.Number(float64(lost))+
		" entities aren't stored: their key isn't valid, or another entity has it")
	for _, b := range f.Budgets {
		if b.Pattern != c.Pattern || b.Designs == nil && c.Design != f.Designs[0] ||
			b.Designs != nil && !slices.Contains(b.Designs, c.Design) {
			continue
		}
		for i := range b.Limits {
			if l := &b.Limits[i]; figure(c.Figures, l.Figure) > l.Most {
				c.Missed = append(c.Missed, l)
			}
		}
	}
}

// figure returns a figure by the name that budgets use.
func figure(f design.Figures, name string) float64 {
	return map[string]float64{"read": f.Read, "returned": f.Returned, "requests": f.Requests,
		"transactions": f.Transactions, "bytes": f.Bytes, "written": f.Written}[name]
}
