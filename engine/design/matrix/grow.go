package matrix

import (
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/table"
)

// growth says how a number of entities becomes more: as the estimates of it do, except for the one from which
// a question has its values. That one is there anyway, and the estimates don't count it.
type growth struct{ itself, times float64 }

func (g growth) of(n float64) float64 { return min(n, g.itself) + max(0, n-g.itself)*g.times }

// itself returns how much of that one entity is in what tries measured beyond their estimates.
func itself(measured, estimate float64, tries int) float64 {
	return min(1, max(0, (measured-estimate)/float64(tries)))
}

// moved returns parameters for more entities: a time at a place among theirs is at the same place among more,
// which go on later.
func moved(p *design.Pattern, params []table.Value, times float64) []table.Value {
	params = slices.Clone(params)
	i := 0
	for _, t := range p.Where {
		for _, param := range t.Params {
			if param.Fixed {
				continue
			}
			if of := t.Property; of.Kind == table.DateTime && of.Every > 0 {
				after := float64(params[i].Ticks() - of.From)
				params[i] = table.DateTimeValue(min(of.From+table.Ticks(after*times), table.MaxTicks))
			}
			i++
		}
	}
	return params
}

// total returns how many entities there are of a pattern's types.
func total(p *design.Pattern) (n float64) {
	for _, q := range p.Each() {
		n += float64(q.Entity.Count)
	}
	return n
}

// fulfilling estimates how many entities fulfill a question's terms.
func fulfilling(p design.Pattern, params []table.Value) float64 {
	p.Limit = 0
	return compile.Wanted(&p, params)
}

// extrapolate computes what a pattern costs at a larger size, by a plan for that size. What a write writes is
// the same at any size; what it has to read first isn't.
func extrapolate(
	f design.Figures, reads, wanted growth, large design.Plan, p *design.Pattern,
) design.Figures {
	read, returned, before := f.Read, f.Returned, pages(f, 1)
	least := 0. // what's wanted then, if all of it came
	if p.Verb == design.Read {
		had := f.Wanted
		if f.Wanted = wanted.of(f.Wanted); p.Limit > 0 {
			f.Wanted = min(f.Wanted, float64(p.Limit))
		}
		if returned >= had {
			least = f.Wanted
		}
	}
	f.Read = max(reads.of(f.Read), least)
	tops := 0
	for _, r := range large.Requests {
		tops += r.Top
	}
	f.Returned = min(wanted.of(f.Returned), f.Read)
	if large.Follow.Place != nil {
		tops *= 2
	}
	if large.Until > 0 {
		f.Returned = returned * f.Read / max(read, 1)
	} else if tops > 0 {
		f.Returned = min(f.Returned, float64(tops))
	}
	f.Returned = max(f.Returned, least)
	if returned > 0 {
		f.Bytes *= f.Returned / returned
	} else if read > 0 {
		f.Bytes *= f.Read / read
	}
	if p.Verb != design.Read {
		f.Requests += pages(f, 1) - before
		f.Transactions += pages(f, 1) - before
		return f
	}
	f.Requests = pages(f, float64(max(1, large.Sent())))
	if large.Follow.Place != nil {
		f.Requests += f.Returned / 2 // each entity comes from the copy and from its place
	}
	f.Transactions = f.Requests
	return f
}

// pages returns how many answers it takes to read and return so much with requests that do so alike.
func pages(f design.Figures, requests float64) float64 {
	return requests * max(1, math.Ceil(f.Returned/requests/table.MaxPage),
		math.Ceil(f.Read/requests/table.MaxExamined))
}

func add(sum *design.Figures, f design.Figures) {
	for _, name := range design.FigureNames {
		*sum.By(name) += *f.By(name)
	}
}

func over(f design.Figures, n float64) (mean design.Figures) {
	for _, name := range design.FigureNames {
		*mean.By(name) = *f.By(name) / n
	}
	return mean
}
