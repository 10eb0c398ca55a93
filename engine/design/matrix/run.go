package matrix

import (
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// run measures a file at one size, one design after the other.
type run struct {
	bench   *Bench
	file    *design.File
	options Options
	scale   float64
	round   int // of as many as there are sizes
	data    map[string]*data

	design *design.Design
	at     int // of the file's designs
	store  *filled
}

// result is what a pattern costs under a design.
type result struct {
	plan   design.Plan // with the first choice of parameters
	place  int         // of the plan, in the design
	tries  []try
	lost   int // entities that aren't in the plan's place
	strays design.Strays
}

// try is a run of a pattern with one choice of parameters.
type try struct {
	in       compile.Input
	figures  design.Figures
	estimate float64
}

// planFor returns the plan for a design with the same keys as that for which it was made.
func (r *result) planFor(d *design.Design) design.Plan {
	plan := r.plan
	if r.place >= 0 {
		plan.Place = d.Places[r.place]
	}
	return plan
}

// enough is how many entities a pattern reads before its figures count as an average.
const enough = 40_000

// measured returns what a pattern costs.
func (r *run) measured(i int) (*result, error) {
	p := r.file.Patterns[i]
	key := r.key()
	key.design(r.design)
	key.pattern(p)
	key.number(r.options.Tries)
	if old, ok := r.bench.results[string(key)]; ok {
		return old, nil
	}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	s, err := r.filled()
	if err != nil {
		return nil, err
	}
	doing := p.Name + " under “" + r.design.Name + "”"
	a, err := openAccount(s.store, p.Verb != design.Read)
	if err != nil {
		return nil, err
	}
	sized := r.sized(p, r.scale)
	out, measured := &result{}, 0.
	for n := range r.options.Tries {
		if measured > enough {
			break // another choice of parameters would say the same, for as much work
		}
		in := r.input(p, i*r.options.Tries+n)
		plan := compile.Compile(sized, r.design, in)
		goOn := func() error {
			tries := r.options.Tries
			return r.progress(.5, i*tries+n, len(r.file.Patterns)*tries, doing)
		}
		got, err := a.measure(plan, goOn)
		if err != nil {
			return nil, err
		}
		measured += got.Read
		got.Wanted = r.wanted(p, in.Params, got.Written)
		if n == 0 {
			out.plan, out.place = plan, slices.Index(r.design.Places, plan.Place)
			out.strays = r.strays(p, plan, in.Params)
			if out.place >= 0 {
				out.lost = s.lost[out.place]
			}
		}
		out.tries = append(out.tries, try{in, got, plan.Estimate})
	}
	note(&r.bench.results, string(key), out)
	return out, nil
}

// key begins a text that says what was measured, with the data.
func (r *run) key() (key print) {
	for _, e := range r.file.Entities {
		key.entity(e, size(e, r.scale), r.file.Seed)
	}
	return key
}

// progress says that k of n parts of the second or first half of a design are done.
func (r *run) progress(from float64, k, n int, doing string) error {
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

// filled is a store with the data of a design.
type filled struct {
	store *store.Store
	lost  []int // by place: entities that have no valid key, or one that another has
}

// filled returns the store of the design. Nothing is written to it any more.
func (r *run) filled() (*filled, error) {
	if r.store != nil {
		return r.store, nil
	}
	key := r.key()
	key.design(r.design)
	if old, ok := r.bench.recall(string(key)).(*filled); ok {
		r.store = old
		return old, nil
	}
	s, err := store.Open(store.Options{})
	if err != nil {
		return nil, err
	}
	out := &filled{s, make([]int, len(r.design.Places))}
	all, done := 0, 0
	for _, place := range r.design.Places {
		all += size(place.Entity, r.scale)
	}
	for k, place := range r.design.Places {
		for part := range slices.Chunk(r.data[place.Entity.Name].all, pause) {
			if err := r.progress(0, done, all, "storing “"+r.design.Name+"”"); err != nil {
				return nil, err
			}
			if err := s.Update(func(tx *store.Tx) error { return r.fill(tx, place, part, &out.lost[k]) }); err != nil {
				return nil, err
			}
			done += len(part)
		}
	}
	r.bench.keep(string(key), int(s.Used()), out)
	r.store = out
	return out, nil
}

// pause is how many entities are made or stored at a time.
const pause = 1024

// began is when all entities were stored: a Timestamp has seven digits after the point.
var began = time.Date(2026, 1, 5, 9, 0, 0, 123_456_700, time.UTC)

// fill stores entities in a place.
func (r *run) fill(tx *store.Tx, place *design.Place, all [][]table.Property, lost *int) error {
	stamp := table.TicksOf(began)
	tx.Stamp(stamp)
	if err := tx.PutTable(store.Table{Name: place.Table, Created: stamp}); err != nil {
		return err
	}
	entity := compile.Stored(r.design, place)
	for _, properties := range all {
		e, err := entity(properties)
		e.Timestamp = stamp
		fresh := false
		if err == nil {
			if fresh, err = tx.Add(place.Table, e); err != nil {
				return err
			}
		}
		if !fresh {
			*lost++
		}
	}
	return nil
}

// sized returns a pattern of a type with as many entities as there are at a scale.
func (r *run) sized(p *design.Pattern, scale float64) *design.Pattern {
	q, e := *p, *p.Entity
	e.Count = size(p.Entity, scale)
	q.Entity = &e
	return &q
}

// figures returns the average of a pattern's tries, at a scale that can be larger than the measured one.
func (r *run) figures(p *design.Pattern, got *result, scale float64) design.Figures {
	var sum design.Figures
	small, large := r.sized(p, r.scale), r.sized(p, scale)
	for _, t := range got.tries {
		f := t.figures
		if scale > r.scale && t.estimate > 0 {
			grown := compile.Compile(large, r.design, t.in)
			f = extrapolate(f, t.estimate, grown, growth(small, large, t.in.Params), p)
		}
		add(&sum, f)
	}
	sum = over(sum, float64(len(got.tries)))
	sum.Scale, sum.Computed = size(p.Entity, scale), scale > r.scale
	return sum
}

// strays compares the $filter that a pattern has of its own with the pattern's terms.
func (r *run) strays(p *design.Pattern, plan design.Plan, params []table.Value) (s design.Strays) {
	if p.Filter == "" || p.Verb != design.Read || plan.Place == nil {
		return s
	}
	passes, fits := compile.Passes(p, params), compile.Matches(p, params)
	for _, place := range r.design.Places {
		if !strings.EqualFold(place.Table, plan.Place.Table) {
			continue
		}
		entity := compile.Stored(r.design, place)
		for _, properties := range r.data[place.Entity.Name].all {
			e, err := entity(properties)
			if err != nil {
				continue
			}
			meant := place == plan.Place && fits(keys.Of(properties))
			switch passed := passes(e); {
			case passed && !meant:
				s.Extra++
			case meant && !passed:
				s.Missing++
			}
		}
	}
	return s
}
