package matrix

import (
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// growth says how a number of entities becomes more: as the estimates of it do, except for the one from which
// a question has its values. That one is there anyway, and the estimates don't count it.
type growth struct{ itself, times float64 }

// growthOf returns the growth of what was measured, by estimates for its size and for another. The one is
// counted so many times.
func growthOf(measured, estimate, then, one float64) growth {
	g := growth{itself: min(one, max(0, measured-estimate)), times: 1}
	if estimate > 0 {
		g.times = then / estimate
	}
	return g
}

func (g growth) of(n float64) float64 { return min(n, g.itself) + max(0, n-g.itself)*g.times }

// moved returns parameters for another number of entities: a time at a place among theirs is at the same
// place among more, which go on later. A range of times gets longer up to what it is for the file's own
// number.
func (r *run) moved(p *design.Pattern, params []table.Value, scale float64) []table.Value {
	was, i := slices.Clone(params), 0
	params = slices.Clone(params)
	times := scale / r.scale
	wider := min(scale, max(1, r.scale)) / r.scale
	first := map[string]int{} // of a property: its first parameter
	for k, t := range p.Where {
		for _, param := range t.Params {
			if param.Fixed {
				continue
			}
			of := t.Property
			if before, ok := first[of.Name]; of.Kind == table.DateTime && of.Every > 0 {
				if !ok {
					first[of.Name], before = i, i
				}
				after := float64(was[before].Ticks()-of.From) * times
				width := float64(was[i].Ticks() - was[before].Ticks())
				if param.Offset == 0 {
					width *= wider
				}
				at := of.From + table.Ticks(after) + table.Ticks(width)
				if o := across(p.Where[:k], &t); o != nil {
					at = params[first[o.Property.Name]].Ticks() // both are the same time
				}
				params[i] = table.DateTimeValue(min(max(at, table.MinTicks), table.MaxTicks))
			}
			i++
		}
	}
	return params
}

// scaled is what a pattern costs at a scale, and the kind of the plan there and how many requests it has.
type scaled struct {
	figures  design.Figures
	kind     design.Kind
	requests int
}

// figures returns what a pattern costs at a scale that can be larger than the measured one.
func (r *run) figures(p *design.Pattern, got *result, scale float64) scaled {
	at := scaled{got.figures, got.plan.Kind, got.plan.Sent()}
	if scale > r.scale {
		at = r.extrapolate(p, got, scale)
	}
	at.figures.Scale, at.figures.Computed = largest(p, scale), scale > r.scale
	return at
}

// extrapolate computes what a pattern costs at a larger size, by plans for that size. What a write writes is
// the same at any size; what it has to read first isn't.
func (r *run) extrapolate(p *design.Pattern, got *result, scale float64) scaled {
	if p.Verb == design.Insert {
		return scaled{got.figures, got.plan.Kind, got.plan.Sent()}
	}
	small, large := r.sized(p, r.scale), r.sized(p, scale)
	then := make([]choice, 0, len(got.some))
	for _, c := range got.some {
		c.in.Params = r.moved(p, c.in.Params, scale)
		then = append(then, c)
	}
	way, _ := r.way(large, then, func(_ *choice, plan *design.Plan) (float64, error) {
		return compile.Cost(plan), nil
	})
	if got.sums == nil {
		got.sums, _ = r.estimates(small, got.some, &got.plan.Way)
	}
	before := got.sums
	after, plan := r.estimates(large, then, way)
	f := got.figures
	one := 1.
	if got.plan.Follow.Place != nil {
		one = 2 // in the copy, and in its place
	}
	reads := growthOf(f.Read, before.read, after.read, one)
	wanted := growthOf(f.Wanted, before.wanted, after.wanted, 1)
	was := f
	f.Read, f.Most = reads.of(f.Read), reads.of(f.Most)
	if f.Wanted = wanted.of(f.Wanted); p.Limit > 0 {
		f.Wanted = min(f.Wanted, float64(p.Limit))
	}
	after.sent(&f, was, wanted, &got.plan, &plan)
	if n := total(small); was.Read <= n { // of the types themselves, without what else is in their tables
		f.Read, f.Most = min(f.Read, total(large)), min(f.Most, total(large))
	}
	if p.Verb != design.Read && was.Wanted > 0 { // it writes all that it finds
		f.Written *= f.Wanted / was.Wanted
		f.Requests += got.writes * r.transactions(large, &got.plan, f.Wanted) /
			r.transactions(small, &got.plan, was.Wanted)
		f.Transactions = f.Requests
	}
	rounded(&f)
	return scaled{f, plan.Kind, plan.Sent()}
}

// transactions estimates how many transactions it takes to write so many of a type's entities where a plan
// writes them: one for each partition, and for each hundred of one.
func (r *run) transactions(p *design.Pattern, plan *design.Plan, wanted float64) (sum float64) {
	for _, place := range r.design.PlacesOf(p.Entity) {
		written := func(r design.Request) bool { return r.Writes > 0 && wire.EqualFold(r.Table, place.Table) }
		if slices.ContainsFunc(plan.Requests, written) {
			sum += transactionsIn(place, p, wanted)
		}
	}
	return sum
}

func transactionsIn(place *design.Place, p *design.Pattern, wanted float64) float64 {
	if wanted <= 1 {
		return wanted
	}
	n, partitions := float64(p.Entity.Count), 1.
	shares := []float64{1} // of the values of a property that has a skew
	for _, part := range place.PartitionKey.Parts {
		equal := func(t design.Term) bool { return t.Op == design.Equal && t.Property.Name == part.Property.Name }
		switch of := part.Property; {
		case of == nil || slices.ContainsFunc(p.Where, equal):
		case part.Format == design.Hash:
			partitions *= float64(part.Width)
		case part.Format == design.Cut && of.Every > 0:
			begin, end := keys.Floor(of.From, part.Unit), of.From+table.Ticks(n*float64(of.Every))
			partitions *= 1 + math.Floor(float64(end-begin)/float64(keys.Next(begin, part.Unit)-begin))
		case of.Skew > 0 && of.Of.Property == nil:
			const most = 1000
			shares = shares[:0]
			for k := range min(of.Values, most) {
				shares = append(shares, generate.ShareOf(of, k))
			}
		case of.Values > 0:
			partitions *= float64(of.ValuesAmong(n))
		default:
			partitions *= n
		}
	}
	sum := 0.
	for _, share := range shares { // of each, how many partitions have one, and the last of them isn't full
		if each := wanted * share / partitions; each > table.MaxTransaction {
			sum += partitions * (each/table.MaxTransaction + .5)
		} else {
			sum += partitions * (1 - math.Exp(-each))
		}
	}
	return sum
}

// estimates are sums over choices.
type estimates struct {
	read, wanted float64
	requests     float64 // that read
	tops         float64 // the most that they return; 0: any number
	exact, point bool    // all of them read only what they return, or one entity
	any          bool
}

// estimates adds up what a pattern costs with some choices in a way, and returns the last plan.
func (r *run) estimates(
	p *design.Pattern, some []choice, way *design.Way,
) (sum *estimates, plan design.Plan) {
	sum = new(estimates)
	for _, c := range some {
		plan = compile.Compile(p, r.design, c.in.By(way))
		sum.add(&plan, p, c)
	}
	return sum, plan
}

func (e *estimates) add(plan *design.Plan, p *design.Pattern, c choice) {
	all := *p
	all.Limit = 0
	e.read += c.weight * plan.Estimate
	e.wanted += c.weight * compile.Wanted(&all, c.in.Params)
	if !e.any {
		e.exact, e.point, e.any = true, true, true
	}
	n, tops := 0., 0
	for _, r := range plan.Requests {
		if r.Method != "GET" {
			continue
		}
		n, tops = n+1, tops+r.Top
		e.exact, e.point = e.exact && r.Exact, e.point && r.Point
	}
	if plan.Until > 0 {
		n = plan.Sends
		tops = 0
	}
	e.requests += c.weight * n
	e.tops += c.weight * float64(tops)
}

// sent computes what is returned, and in how many requests.
func (e *estimates) sent(f *design.Figures, was design.Figures, wanted growth, before, plan *design.Plan) {
	f.Returned = wanted.of(was.Returned)
	switch {
	case before.Follow.Place != nil && plan.Follow.Place == nil:
		f.Returned /= 2 // what came from the copy doesn't any more
	case plan.Follow.Place != nil && plan.Follow.Most > 0:
		followed := min(was.Wanted, float64(plan.Follow.Most))
		f.Returned = wanted.of(was.Returned-followed) + min(f.Wanted, float64(plan.Follow.Most))
	case plan.Follow.Place != nil:
		f.Returned = 2 * wanted.of(was.Returned/2)
	case plan.Until > 0:
		f.Returned = min(was.Returned*f.Read/max(was.Read, 1), wanted.of(was.Returned))
	case e.tops > 0 && plan.Follow.Place == nil:
		f.Returned = min(f.Returned, e.tops)
	}
	if was.Returned >= was.Wanted {
		f.Returned = max(f.Returned, f.Wanted)
	}
	switch {
	case e.point && plan.Follow.Place == nil:
		f.Read, f.Most = min(f.Read, e.requests), min(f.Most, e.requests)
	case e.exact && e.tops > 0 && plan.Follow.Place == nil:
		f.Read, f.Most = min(f.Read, e.tops), min(f.Most, e.tops)
	}
	f.Read = max(f.Read, min(f.Returned, max(was.Read, f.Wanted)))
	f.Returned = min(f.Returned, f.Read)
	f.Most = max(f.Most, f.Read)
	if was.Returned > 0 {
		f.Bytes *= f.Returned / was.Returned
	}
	n := max(1, e.requests)
	if e.requests == 0 {
		f.Requests = 0
		return
	}
	followed := 0.
	if plan.Follow.Place != nil {
		followed = f.Returned / 2 // each entity comes from the copy and from its place
		if slices.ContainsFunc(plan.Requests, func(r design.Request) bool { return !plan.Follows(&r) }) {
			followed = min(followed, plan.Follow.Entities) // those of other types only from theirs
		}
	}
	if f.Requests = n; !e.point {
		one := *f
		one.Returned -= followed
		f.Requests = pages(one, n)
	}
	if plan.Follow.Most > 0 {
		followed = min(f.Wanted, float64(plan.Follow.Most))
	}
	f.Requests += followed
	f.Transactions = f.Requests
	f.MostPages = max(f.Requests, was.MostPages*f.Most/max(1, was.Most))
}

// total returns how many entities there are of a pattern's types.
func total(p *design.Pattern) (n float64) {
	for _, q := range p.Each() {
		n += float64(q.Entity.Count)
	}
	return n
}

// pages returns how many answers it takes to read and return so much with requests that do so alike.
func pages(f design.Figures, requests float64) float64 {
	return requests * max(1, math.Ceil(f.Returned/requests/table.MaxPage),
		math.Ceil(f.Read/requests/table.MaxExamined))
}

// rounded takes away what sums of weights are wrong by.
func rounded(f *design.Figures) {
	const enough = 1e6
	for _, name := range design.FigureNames {
		v := f.By(name)
		*v = math.Round(*v*enough) / enough
	}
}

// add adds figures of so much weight.
func add(sum *design.Figures, f design.Figures, weight float64) {
	for _, name := range design.FigureNames {
		*sum.By(name) += weight * *f.By(name)
	}
}
