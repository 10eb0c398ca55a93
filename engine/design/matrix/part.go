package matrix

import (
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// part is places of a design that share tables, types or questions. No request for one of its types concerns
// other places, so that what is measured here depends on nothing else.
type part struct {
	places []*design.Place
	key    string  // says what is stored
	filled *filled // nil until it's needed
}

// filled is a store with the data of a part.
type filled struct {
	store *store.Store
	lost  []int     // by place: entities that have no valid key, or one that another has
	bytes []float64 // by place: what all others are billed for
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

// asked reports whether a question is for a type and one that's in a part.
func (r *run) asked(in *part, e *design.Entity) bool {
	for _, p := range r.file.Patterns {
		if p.Also != nil && p.IsOf(e) &&
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

// partOf returns the part in which a type is stored.
func (r *run) partOf(e *design.Entity) *part {
	for _, p := range r.stored {
		if p.meets(&design.Place{Entity: e}) {
			return p
		}
	}
	return new(part)
}

// pause is how many entities are made or stored at a time.
const pause = 1024

// began is when all entities were stored: a Timestamp has seven digits after the point.
const began = table.Ticks(639_032_004_001_234_567) // 2026-01-05T09:00:00.1234567Z

// fill makes the store of a part. Nothing is written to it any more.
func (r *run) fill(p *part) (*filled, error) {
	if p.filled != nil {
		return p.filled, nil
	}
	var key print
	key.text("part")
	key.text(p.key)
	if old, ok := r.bench.recall(key).(*filled); ok {
		p.filled = old
		return old, nil
	}
	out := &filled{lost: make([]int, len(p.places)), bytes: make([]float64, len(p.places))}
	var bulk store.Bulk
	var ends []int // by place: how many entities are added then
	var sizes []int
	for k, place := range p.places {
		all, err := r.add(&bulk, place, float64(k)/float64(len(p.places)))
		if err != nil {
			return nil, err
		}
		for _, size := range all {
			out.bytes[k] += float64(size)
		}
		out.lost[k] = size(place.Entity, r.scale) - len(all)
		sizes = append(sizes, all...)
		ends = append(ends, len(sizes))
	}
	s, left, err := bulk.Open(store.Options{})
	if err != nil {
		return nil, err
	}
	for _, i := range left {
		k := 0
		for i >= ends[k] {
			k++
		}
		out.lost[k]++
		out.bytes[k] -= float64(sizes[i])
	}
	err = s.Update(func(tx *store.Tx) error {
		tx.Stamp(began)
		for _, place := range p.places {
			if err := tx.PutTable(store.Table{Name: place.Table, Created: began}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.store, p.filled = s, out
	const row = 64 // bytes that the tree takes for one
	r.bench.keep(key, int(s.Used())+row*len(sizes), out)
	return out, nil
}

// add adds the entities of a place that have a valid key, and returns their sizes.
func (r *run) add(bulk *store.Bulk, place *design.Place, done float64) (sizes []int, err error) {
	d, err := r.dataOf(place.Entity)
	if err != nil {
		return nil, err
	}
	contents, i := d.contents(compile.FormOf(r.design, place)), 0
	values := func(name string) table.Value { return d.value(i, name) }
	for ; i < d.count; i++ {
		if i%pause == 0 {
			if err := r.progress(done/2, 0, 1, "storing “"+r.design.Name+"”"); err != nil {
				return nil, err
			}
		}
		if key, err := compile.Key(place, values); err == nil {
			sizes = append(sizes, bulk.Add(place.Table, key, began, contents[i]))
		}
	}
	return sizes, nil
}

// bytes returns for how many bytes the entities of the design are billed, at a scale that can be larger than
// the measured one.
func (r *run) bytes(scale float64) (sum float64, err error) {
	for _, p := range r.stored {
		var key print
		key.text("bytes")
		key.text(p.key)
		bytes, ok := r.bench.recall(key).([]float64)
		if !ok {
			f, err := r.fill(p)
			if err != nil {
				return 0, err
			}
			bytes = f.bytes
			const word = 8
			r.bench.keep(key, word*len(bytes), bytes)
		}
		for k, place := range p.places {
			sum += bytes[k] * float64(size(place.Entity, scale)) / float64(size(place.Entity, r.scale))
		}
	}
	return math.Round(sum), nil
}
