package matrix

import (
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/wire"
)

// part is places of a design that share tables, types or questions. No request for one of its types concerns
// other places, so that what is counted here depends on nothing else.
type part struct {
	places []*design.Place
	key    string // says what is stored
	stored *stored
}

// parts divides a design.
func (r *run) parts(d *design.Design) (all []*part) {
	for _, place := range d.Places {
		joined, apart := new(part), []*part(nil)
		for _, p := range all {
			if p.meets(place) || r.asked(p, place.Entity) {
				joined.places = append(joined.places, p.places...)
			} else {
				apart = append(apart, p)
			}
		}
		joined.places = append(joined.places, place)
		all = append(apart, joined)
	}
	for _, p := range all {
		var key print
		for _, place := range p.places {
			key.entity(place.Entity, size(place.Entity, r.scale), r.file.Seed)
		}
		key.places(p.places)
		p.key = string(key)
	}
	return all
}

// asked reports whether a pattern is for a type and one that's in a part.
func (r *run) asked(in *part, e *design.Entity) bool {
	for _, p := range r.file.Patterns {
		if p.IsOf(e) &&
			slices.ContainsFunc(in.places, func(place *design.Place) bool { return p.IsOf(place.Entity) }) {
			return true
		}
	}
	return false
}

// meets reports whether a place shares a table or a type with a part.
func (p *part) meets(place *design.Place) bool {
	for _, other := range p.places {
		if other.Entity == place.Entity || wire.EqualFold(other.Table, place.Table) {
			return true
		}
	}
	return false
}

// partOf returns the part of the design that has a type.
func (r *run) partOf(e *design.Entity) *part {
	for _, p := range r.divided {
		if slices.ContainsFunc(p.places, func(place *design.Place) bool { return place.Entity.Name == e.Name }) {
			return p
		}
	}
	return new(part)
}

// pause is how many entities are made or stored at a time.
const pause = 1024

// fill makes the sorted keys of a part.
func (r *run) fill(p *part) (*stored, error) {
	if p.stored != nil {
		return p.stored, nil
	}
	var key print
	key.text("part")
	key.text(p.key)
	if old, ok := r.bench.recall(key).(*stored); ok {
		p.stored = old
		return old, nil
	}
	if err := r.generate(p); err != nil {
		return nil, err
	}
	out := &stored{lost: make([]int, len(p.places)), bytes: make([]float64, len(p.places)),
		at: make([][]int32, len(p.places)), each: make([]int32, len(p.places))}
	for k, place := range p.places {
		out.tables = append(out.tables, place.Table)
		if err := r.add(out, k, place, float64(k)/float64(len(p.places))); err != nil {
			return nil, err
		}
	}
	out.sort()
	for k, place := range p.places {
		form := compile.FormOf(r.design, place)
		out.weigh(k, r.data[place.Entity.Name].sizes(form.Names, form.Type))
	}
	const row = 40
	bytes := 0
	for i := range out.rows {
		bytes += row + len(out.rows[i].key)
	}
	p.stored = out
	r.bench.keep(key, bytes, out)
	return out, nil
}

// add adds the keys of the entities of a place that have a valid one.
func (r *run) add(to *stored, k int, place *design.Place, done float64) error {
	d, each := r.data[place.Entity.Name], place.RowsEach()
	to.at[k], to.each[k] = slices.Repeat([]int32{-1}, d.count*each), int32(each)
	to.rows = slices.Grow(to.rows, d.count)
	i := 0
	values, in := d.reader(&i), compile.In(place)
	for ; i < d.count; i++ {
		if i%pause == 0 {
			if err := r.progress(done/2, 0, 1, "storing “"+r.design.Name+"”"); err != nil {
				return err
			}
		}
		if !in(values) {
			continue
		}
		for j, row := range keys.Rows(place, values) {
			if key, err := compile.Key(place, row); err == nil {
				to.add(place.Table, key, k, j, i)
			} else {
				to.lost[k]++
			}
		}
	}
	return nil
}

// bytes returns for how many bytes the entities of the design are billed, at a scale that can be larger than
// the measured one.
func (r *run) bytes(scale float64) (sum float64, err error) {
	for _, p := range r.divided {
		f, err := r.fill(p)
		if err != nil {
			return 0, err
		}
		for k, place := range p.places {
			sum += f.bytes[k] * float64(size(place.Entity, scale)) / float64(size(place.Entity, r.scale))
		}
	}
	return math.Round(sum), nil
}
