package matrix

import (
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// The limits that a pattern can exceed. The last two don't depend on the size alone.
const (
	manyPages = iota
	slow
	hotAccount
	hotPartition
	otherKind // of plan
	notStored
	limits
)

// marks says which limits a pattern exceeds by some figures; the others are "". A plan with so many requests
// takes more if there are further pages. So many of the entities are in the hottest partition.
func marks(p *design.Pattern, at scaled, hot float64, lost int) (all [limits]string) {
	mark := func(limit int, exceeded bool, says string) {
		if exceeded {
			all[limit] = says
		}
	}
	f := &at.figures
	pages := math.Ceil(f.Requests)
	if p.Verb != design.Read { // without those that write
		pages = math.Ceil(max(f.Returned/table.MaxPage, f.Read/table.MaxExamined))
	}
	why := "more than " + design.Number(table.MaxPage) + " entities are returned"
	if f.Read/pages > table.MaxExamined/2 {
		why = "each ends after reading " + design.Number(table.MaxExamined) + " entities"
	}
	mark(manyPages, f.Returned > table.MaxPage && f.Requests > float64(at.requests),
		design.Number(pages)+" pages: "+why)
	says := "more than 5 s: about " + design.Number(table.MaxExamined) + " entities can be read in that time"
	if f.Read <= table.MaxExamined {
		says = "more than 5 s for the values with most entities: " + design.Number(f.Most) + " are read"
	}
	mark(slow, f.Most > table.MaxExamined, says)
	rate, there := p.Rate*f.Transactions, p.Rate*hot
	mark(hotAccount, rate > table.AccountTarget,
		design.Number(rate)+" requests a second: an account's target is "+design.Number(table.AccountTarget))
	mark(hotPartition, there > table.PartitionTarget,
		design.Number(there)+" entities a second in one partition, whose target is "+
			design.Number(table.PartitionTarget))
	least := ""
	if f.Computed {
		least = "at least "
	}
	mark(notStored, lost > 0, least+design.Number(float64(lost))+
		" entities aren't stored: their key isn't valid, or another entity has it")
	return all
}

// exceeded returns what isn't "".
func exceeded(marks [limits]string) (all []string) {
	for _, says := range marks {
		if says != "" {
			all = append(all, says)
		}
	}
	return all
}

// missed adds the budgets that a cell misses.
func missed(f *design.File, c *design.Cell) {
	for _, b := range f.Budgets {
		if b.Pattern != c.Pattern || b.Designs == nil && c.Design != f.Meant() ||
			b.Designs != nil && !slices.Contains(b.Designs, c.Design) {
			continue
		}
		for i := range b.Limits {
			if l := &b.Limits[i]; *c.Figures.By(l.Figure) > l.Most {
				c.Missed = append(c.Missed, l)
			}
		}
	}
}
