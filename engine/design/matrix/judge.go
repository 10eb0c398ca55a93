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
// takes more if there are further pages.
func marks(p *design.Pattern, f design.Figures, requests int, one bool, lost int) (all [limits]string) {
	mark := func(limit int, exceeded bool, says string) {
		if exceeded {
			all[limit] = says
		}
	}
	pages := math.Ceil(f.Requests)
	if p.Verb != design.Read {
		pages -= float64(requests - 1)
	}
	why := "more than " + design.Number(table.MaxPage) + " entities are returned"
	if f.Read/f.Requests > table.MaxExamined/2 {
		why = "each ends after reading " + design.Number(table.MaxExamined) + " entities"
	}
	mark(manyPages, f.Returned > table.MaxPage && f.Requests > float64(requests),
		design.Number(pages)+" pages: "+why)
	mark(slow, f.Read > table.MaxExamined, "more than 5 s: about "+design.Number(table.MaxExamined)+
		" entities can be read in that time")
	rate := p.Rate * max(f.Read, f.Written)
	mark(hotAccount, rate > table.AccountTarget,
		design.Number(rate)+" entities a second: an account's target is "+design.Number(table.AccountTarget))
	mark(hotPartition, rate > table.PartitionTarget && one,
		design.Number(rate)+" entities a second in one partition, whose target is "+
			design.Number(table.PartitionTarget))
	least := ""
	if f.Computed {
		least = "at least "
	}
	mark(notStored, lost > 0, least+design.Number(float64(lost))+
		" entities aren't stored: their key isn't valid, or another entity has it")
	return all
}

// said returns what isn't "".
func said(marks [limits]string) (all []string) {
	for _, says := range marks {
		if says != "" {
			all = append(all, says)
		}
	}
	return all
}

// onePartition says whether a pattern always goes to the same partition: no parameter is in its key. New
// entities all go to that of the present time. Several types in requests of their own are in several.
func onePartition(p *design.Pattern, plan design.Plan) bool {
	if plan.Place == nil || p.Also != nil && len(plan.Requests) > 1 {
		return false
	}
	for _, part := range plan.Place.PartitionKey.Parts {
		fixed := func(t design.Term) bool {
			return t.Property == part.Property && t.Op == design.Equal && t.Params[0].Fixed
		}
		now := p.Verb == design.Insert && part.Format == design.Cut && part.Property.Values == 0
		if part.Property != nil && part.Property.Values != 1 && !now && !slices.ContainsFunc(p.Where, fixed) {
			return false
		}
	}
	return true
}

// missed adds the budgets that a cell misses.
func missed(f *design.File, c *design.Cell) {
	for _, b := range f.Budgets {
		if b.Pattern != c.Pattern || b.Designs == nil && c.Design != f.Designs[0] ||
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
