package matrix

import (
	"runtime"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
)

// run measures a file at one size, one design after the other.
type run struct {
	bench   *Bench
	file    *design.File
	options Options
	scale   float64
	round   int              // of as many as there are sizes
	data    map[string]*data // by type
	chosen  map[int][]choice // by pattern

	design  *design.Design
	at      int // of the file's designs
	divided []*part
	forms   map[*design.Place]compile.Form
}

// result is what a pattern costs under a design.
type result struct {
	plan    design.Plan // with the values of a usual choice
	place   int         // of the plan, in the part of the design
	figures design.Figures
	some    []choice   // a few, for the estimates of other sizes
	sums    *estimates // of some, at the measured size; nil: not added up yet
	writes  float64    // requests that write
	tables  loads
	worst   string
	heat    []design.Heat
	lost    int            // entities that aren't in the plan's place
	scaled  map[int]scaled // by the number of entities
	lanes   []design.Lane
}

// planFor returns the plan for a part with the same keys as that for which it was made.
func (r *result) planFor(p *part) design.Plan {
	plan := r.plan
	if r.place >= 0 {
		plan.Place = p.places[r.place]
	}
	return plan
}

// hottest returns how many entities are read and written in the partition with most load, by some figures.
func (r *result) hottest(f *design.Figures) float64 {
	c := design.Cell{Heat: r.heat, Figures: r.figures}
	return c.Hottest(f)
}

// pattern returns one of the file's, as it's asked at the measured size.
func (r *run) pattern(i int) *design.Pattern {
	p := r.file.Patterns[i]
	q := p.Present(size(p.Entity, r.scale))
	q.Also = nil
	for _, also := range p.Also {
		q.Also = append(q.Also, also.Present(size(also.Entity, r.scale)))
	}
	return q
}

// measured returns what a pattern costs.
func (r *run) measured(i int) (*result, error) {
	p := r.pattern(i)
	in := r.partOf(p.Entity)
	var key print
	key.text("result")
	key.number(r.options.Choices)
	key.text(in.key)
	key.number(p.Entity.Count)
	key.pattern(p)
	if p.Verb == design.Update && p.Select == nil {
		for _, d := range r.file.Designs {
			key.places(d.Places)
		}
	}
	if old, ok := r.bench.recall(key).(*result); ok {
		return old, nil
	}
	s, err := r.fill(in)
	if err != nil {
		return nil, err
	}
	if err := r.generate(in); err != nil {
		return nil, err
	}
	choices, err := r.choices(i)
	if err != nil {
		return nil, err
	}
	m := &measuring{run: r, pattern: p, sized: r.sized(p, r.scale), part: in, stored: s, heat: newHeat(s)}
	m.out.some = thinned(choices, fewNodes)
	if m.way, err = m.cheapest(); err != nil {
		return nil, err
	}
	for k := range choices {
		err := r.progress(.5, i*len(choices)+k, len(r.file.Patterns)*len(choices),
			p.Name+" under “"+r.design.Name+"”")
		if err != nil {
			return nil, err
		}
		if err := m.count(&choices[k]); err != nil {
			return nil, err
		}
	}
	if err := m.show(&choices[m.usual(choices)]); err != nil {
		return nil, err
	}
	m.end()
	r.bench.keep(key, m.out.size(), &m.out)
	return &m.out, nil
}

// measuring adds up what a pattern costs with each choice of its values.
type measuring struct {
	*run
	pattern *design.Pattern
	sized   *design.Pattern // of as many entities as there are
	part    *part
	stored  *stored
	way     *design.Way
	heat    *heat
	last    filtered
	matches matches
	kinds   []design.Kind // of the plans with each choice
	out     result
}

// cheapest chooses the way that costs least, by what it reads with some of the values.
func (m *measuring) cheapest() (*design.Way, error) {
	return m.run.way(m.sized, m.out.some, func(c *choice, plan *design.Plan) (float64, error) {
		counted := m.counter(c, plan)
		f, err := counted.cost()
		return compile.Costs(f.Read, f.Requests), err
	})
}

func (m *measuring) counter(c *choice, plan *design.Plan) *counter {
	if m.matches.rows == nil || !slices.Equal(m.matches.params, c.in.Params) {
		m.matches = matches{c.in.Params, map[*design.Place][]int32{}}
	}
	return &counter{run: m.run, part: m.part, stored: m.stored, pattern: m.pattern, choice: c, plan: plan,
		matches: m.matches.rows, last: &m.last}
}

// count adds what it costs with one choice.
func (m *measuring) count(c *choice) error {
	plan := compile.Compile(m.sized, m.design, c.in.By(m.way))
	m.kinds = append(m.kinds, plan.Kind)
	counted := m.counter(c, &plan)
	counted.read, counted.wrote = m.heat.read, m.heat.wrote
	if m.pattern.Verb == design.Insert {
		counted.wrote = nil // there are more of them at the end
	}
	m.heat.begin(c.node)
	f, err := counted.cost()
	if err != nil {
		return err
	}
	f.Wanted = c.wanted
	out := &m.out
	out.writes += c.weight * counted.writes
	out.load(counted.tables, c.weight)
	if f.Read > out.figures.Most {
		out.figures.Most, out.figures.MostPages = f.Read, f.Requests
		out.worst = said(m.pattern, c.in.Params)
	}
	add(&out.figures, f, c.weight)
	return nil
}

// show keeps the plan with one choice, and where it goes.
func (m *measuring) show(c *choice) error {
	plan := compile.Compile(m.sized, m.design, c.in.By(m.way))
	if free := compile.Compile(m.sized, m.design, c.in); m.way != nil && free.Way == *m.way {
		plan = free // it says what other places lack, too
	}
	counted, seen := m.counter(c, &plan), &lanes{stored: m.stored}
	counted.read, counted.wrote = seen.read, seen.wrote
	if _, err := counted.cost(); err != nil {
		return err
	}
	m.out.plan, m.out.place, m.out.lanes = plan, slices.Index(m.part.places, plan.Place), seen.all
	return nil
}

// end completes the result.
func (m *measuring) end() {
	out := &m.out
	rounded(&out.figures)
	if m.pattern.Verb == design.Insert {
		m.inserted(m.heat, m.pattern)
	}
	if out.place >= 0 {
		out.lost = m.stored.lost[out.place]
	}
	const even = 1.05
	if out.figures.Most <= even*out.figures.Read+1 {
		out.worst = ""
	}
	for k := range out.plan.Requests {
		out.plan.Requests[k].Places = nil // they're of this file
	}
	out.heat = m.heat.hottest()
}

// load adds what a choice does in tables.
func (r *result) load(tables loads, weight float64) {
	for _, t := range tables {
		sum := r.tables.in(t.Table)
		sum.Reads, sum.Read = sum.Reads+weight*t.Reads, sum.Read+weight*t.Read
		sum.Writes, sum.Written = sum.Writes+weight*t.Writes, sum.Written+weight*t.Written
	}
}

// way chooses the way to answer a pattern that costs least for all of some values together, so that there's
// one plan.
func (r *run) way(
	p *design.Pattern, some []choice, cost func(*choice, *design.Plan) (float64, error),
) (*design.Way, error) {
	if p.Verb == design.Insert {
		return nil, nil
	}
	var ways []design.Way
	for _, c := range some {
		if way := compile.Compile(p, r.design, c.in).Way; !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
	}
	best, least := 0, -1.
	for i := range ways {
		if len(ways) == 1 {
			break
		}
		sum := 0.
		for k := range some {
			plan := compile.Compile(p, r.design, some[k].in.By(&ways[i]))
			costs, err := cost(&some[k], &plan)
			if err != nil {
				return nil, err
			}
			sum += some[k].weight * costs
		}
		if least < 0 || sum < least {
			best, least = i, sum
		}
	}
	return &ways[best], nil
}

// thinned returns a few choices for all, each with the weight of those that it's for.
func thinned(all []choice, most int) (some []choice) {
	if len(all) <= most {
		return all
	}
	for k := range most {
		from, to := k*len(all)/most, (k+1)*len(all)/most
		c := all[(from+to)/2]
		for c.weight = 0; from < to; from++ {
			c.weight += all[from].weight
		}
		some = append(some, c)
	}
	return some
}

// usual returns a choice whose plan is shown: the middle one, or if its kind of plan isn't the one that's
// shown, the next that has this kind. That's the worst of those that many have, whatever the seed.
func (m *measuring) usual(all []choice) int {
	const many = 0.4
	middle, weights := middleOf(all), map[design.Kind]float64{}
	for k, kind := range m.kinds {
		weights[kind] = min(many, weights[kind]+all[k].weight)
	}
	common := m.kinds[middle]
	for kind, weight := range weights {
		if least := weights[common]; weight > least || weight == least && kind > common {
			common = kind
		}
	}
	return (middle + slices.Index(slices.Concat(m.kinds[middle:], m.kinds[:middle]), common)) % len(all)
}

// middleOf returns the choice of which as much is asked before as after.
func middleOf(all []choice) int {
	sum := 0.
	for i, c := range all {
		if sum += c.weight; sum >= .5 {
			return i
		}
	}
	return len(all) - 1
}

// formOf returns the form of a place's entities.
func (r *run) formOf(p *design.Place) compile.Form {
	f, ok := r.forms[p]
	if !ok {
		f = compile.FormOf(r.design, p)
		r.forms[p] = f
	}
	return f
}

// progress says that k of n parts of the second or first half of a design are done.
//
// It also lets others run. In WebAssembly, where only one goroutine can, Go's collector otherwise comes to no
// end while a run lasts, and memory grows until there's none.
func (r *run) progress(from float64, k, n int, doing string) error {
	runtime.Gosched()
	if r.options.Progress == nil {
		return nil
	}
	part := from + float64(k)/float64(2*max(n, 1))
	designs, rounds := float64(len(r.file.Designs)), float64(1+len(r.options.At))
	if !r.options.Progress((float64(r.round)+(float64(r.at)+part)/designs)/rounds, doing) {
		return ErrCanceled
	}
	return nil
}

// sized returns a pattern of types with as many entities as there are at a scale.
func (r *run) sized(p *design.Pattern, scale float64) *design.Pattern {
	q, e := *p.Present(size(p.Entity, scale)), *p.Entity
	e.Count = size(p.Entity, scale)
	q.Entity, q.Also = &e, nil
	for _, also := range p.Also {
		q.Also = append(q.Also, r.sized(also, scale))
	}
	return &q
}
