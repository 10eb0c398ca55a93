package matrix

import (
	"runtime"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// run measures a file at one size, one design after the other.
type run struct {
	bench   *Bench
	file    *design.File
	options Options
	scale   float64
	round   int              // of as many as there are sizes
	data    map[string]*data // by type

	design *design.Design
	at     int // of the file's designs
	stored []*part
}

// result is what a pattern costs under a design.
type result struct {
	plan     design.Plan // with the first choice of parameters
	place    int         // of the plan, in the part of the design
	tries    []try
	lost     int // entities that aren't in the plan's place
	mismatch design.Mismatch
	scaled   map[int]scaled // by the number of entities
	lanes    []design.Lane
}

// try is a run of a pattern with one choice of parameters.
type try struct {
	in       compile.Input
	figures  design.Figures
	estimate float64
}

// planFor returns the plan for a part with the same keys as that for which it was made.
func (r *result) planFor(p *part) design.Plan {
	plan := r.plan
	if r.place >= 0 {
		plan.Place = p.places[r.place]
	}
	return plan
}

// enough is how many entities a pattern reads before its figures count as an average: another choice of
// parameters would say the same, for as much work.
const enough = 40_000

// measured returns what a pattern costs.
func (r *run) measured(i int) (*result, error) {
	p := r.file.Patterns[i]
	in := r.partOf(p.Entity)
	var key print
	key.text("result")
	key.text(in.key)
	key.pattern(p)
	key.number(i) // on which the choice of parameters depends
	key.number(r.options.Tries)
	if old, ok := r.bench.recall(key).(*result); ok {
		return old, nil
	}
	s, err := r.fill(in)
	if err != nil {
		return nil, err
	}
	out, read, sized := &result{}, 0., r.sized(p, r.scale)
	for n := 0; n < r.options.Tries && read <= enough; n++ {
		input, err := r.input(p, i*r.options.Tries+n)
		if err != nil {
			return nil, err
		}
		plan := compile.Compile(sized, r.design, input)
		got, lanes, err := r.try(i, n, s, &plan)
		if err != nil {
			return nil, err
		}
		read += got.Read
		if got.Wanted, err = r.wanted(p, input.Params); err != nil {
			return nil, err
		}
		if n == 0 {
			out.plan, out.place, out.lanes = plan, slices.Index(in.places, plan.Place), lanes
			if out.mismatch, err = r.mismatch(p, plan, input.Params); err != nil {
				return nil, err
			}
			if out.place >= 0 {
				out.lost = s.lost[out.place]
			}
		}
		out.tries = append(out.tries, try{input, got, plan.Estimate})
	}
	r.bench.keep(key, out.size(), out)
	return out, nil
}

// try runs a plan of a pattern on a store, and then gives the store the contents that it had. It returns what
// the first try does in partitions, too.
func (r *run) try(
	i, n int, s *filled, plan *design.Plan,
) (got design.Figures, lanes []design.Lane, err error) {
	doing := r.file.Patterns[i].Name + " under “" + r.design.Name + "”"
	tries := r.options.Tries
	a := openAccount(s.store)
	a.watching = n == 0
	err = tried(s.store, func() (err error) {
		got, err = a.measure(plan, func() error {
			return r.progress(.5, i*tries+n, len(r.file.Patterns)*tries, doing)
		})
		return err
	})
	for i := range a.lanes { // they have parts of the store's texts, which can be large
		l := &a.lanes[i]
		for _, key := range []*string{&l.PartitionKey, &l.First, &l.Last} {
			*key = strings.Clone(*key)
		}
	}
	return got, a.lanes, err
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
	q, e := *p, *p.Entity
	e.Count = size(p.Entity, scale)
	q.Entity, q.Also = &e, nil
	for _, also := range p.Also {
		q.Also = append(q.Also, r.sized(also, scale))
	}
	return &q
}

// figures returns the average of a pattern's tries, at a scale that can be larger than the measured one, and
// the kind of the first plan there and how many requests it has.
func (r *run) figures(
	p *design.Pattern, got *result, scale float64,
) (sum design.Figures, kind design.Kind, requests int) {
	kind, requests = got.plan.Kind, got.plan.Sent()
	small, large := r.sized(p, r.scale), r.sized(p, scale)
	var measured, estimate design.Figures
	for _, t := range got.tries {
		add(&measured, t.figures)
		estimate.Read += t.estimate
		estimate.Wanted += fulfilling(*small, t.in.Params)
	}
	read := itself(measured.Read, estimate.Read, len(got.tries))
	wanted := itself(measured.Wanted, estimate.Wanted, len(got.tries))
	for i, t := range got.tries {
		f := t.figures
		if scale > r.scale && t.estimate > 0 {
			in := t.in
			in.Params = moved(p, in.Params, scale/r.scale)
			grown := compile.Compile(large, r.design, in)
			fit := fulfilling(*large, in.Params) / max(fulfilling(*small, t.in.Params), 1e-9)
			was := f.Read
			if got.plan.Follow.Place != nil && grown.Follow.Place == nil {
				f.Returned, f.Bytes = f.Returned/2, f.Bytes/2 // what came from the copy doesn't any more
			}
			f = extrapolate(f, growth{read, grown.Estimate / t.estimate}, growth{wanted, fit}, grown, p)
			if n := total(small); was <= n { // of the types themselves, without what else is in their tables
				f.Read = min(f.Read, total(large))
			}
			if i == 0 {
				kind, requests = grown.Kind, grown.Sent()
			}
		}
		add(&sum, f)
	}
	sum = over(sum, float64(len(got.tries)))
	sum.Scale, sum.Computed = largest(p, scale), scale > r.scale
	return sum, kind, requests
}

// mismatch compares the $filter that a pattern has of its own with the pattern's terms.
func (r *run) mismatch(
	p *design.Pattern, plan design.Plan, params []table.Value,
) (s design.Mismatch, err error) {
	if p.Filter == "" || p.Verb != design.Read || plan.Place == nil {
		return s, nil
	}
	passes, fits := compile.Passes(p, params), compile.Matches(p, params)
	var room []table.Property
	for _, place := range r.design.Places {
		if !strings.EqualFold(place.Table, plan.Place.Table) {
			continue
		}
		d, err := r.dataOf(place.Entity)
		if err != nil {
			return s, err
		}
		for i := range d.count {
			room = d.properties(room[:0], i)
			e, err := compile.Entity(r.design, place, room)
			if err != nil {
				continue
			}
			meant := place == plan.Place && fits(keys.Of(room))
			switch passed := passes(e); {
			case passed && !meant:
				s.Extra++
			case meant && !passed:
				s.Missing++
			}
		}
	}
	return s, nil
}
