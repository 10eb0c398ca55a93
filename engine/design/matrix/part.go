package matrix

import (
	"slices"
	"sort"
	"time"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// part is places of a design that share tables or types. No request for one of its types concerns other
// places, so that what is measured here depends on nothing else.
type part struct {
	places []*design.Place
	key    string  // says what is stored
	filled *filled // nil until it's needed
}

// filled is a store with the data of a part.
type filled struct {
	store *store.Store
	lost  []int // by place: entities that have no valid key, or one that another has
}

// parts divides a design.
func (r *run) parts(d *design.Design) (all []*part) {
	for _, place := range d.Places {
		joined := new(part)
		all = slices.DeleteFunc(all, func(p *part) bool {
			meets := slices.ContainsFunc(p.places, func(other *design.Place) bool {
				return other.Entity == place.Entity || wire.EqualFold(other.Table, place.Table)
			})
			if meets {
				joined.places = append(joined.places, p.places...)
			}
			return meets
		})
		joined.places = append(joined.places, place)
		all = append(all, joined)
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

// partOf returns the part in which a type is stored.
func (r *run) partOf(e *design.Entity) *part {
	for _, p := range r.stored {
		if slices.ContainsFunc(p.places, func(place *design.Place) bool { return place.Entity == e }) {
			return p
		}
	}
	return new(part)
}

// pause is how many entities are made or stored at a time.
const pause = 1024

// began is when all entities were stored.
var began = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// fill makes the store of a part. Nothing is written to it any more.
func (r *run) fill(p *part) (*filled, error) {
	if p.filled != nil {
		return p.filled, nil
	}
	if old, ok := r.bench.recall(p.key).(*filled); ok {
		p.filled = old
		return old, nil
	}
	out := &filled{lost: make([]int, len(p.places))}
	var bulk store.Bulk
	var ends []int // by place: how many entities are added then
	for k := range p.places {
		if err := r.add(p, k, &bulk, &out.lost[k]); err != nil {
			return nil, err
		}
		ends = append(ends, bulk.Len())
	}
	s, left, err := bulk.Open(store.Options{})
	if err != nil {
		return nil, err
	}
	for _, i := range left {
		out.lost[sort.SearchInts(ends, i+1)]++
	}
	err = s.Update(func(tx *store.Tx) error {
		stamp := table.TicksOf(began)
		tx.Stamp(stamp)
		for _, place := range p.places {
			if err := tx.PutTable(store.Table{Name: place.Table, Created: stamp}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.store, p.filled = s, out
	r.bench.keep(p.key, int(s.Used()), out)
	return out, nil
}

// add adds the entities of a place.
func (r *run) add(p *part, k int, bulk *store.Bulk, lost *int) error {
	place := p.places[k]
	d, err := r.dataOf(place.Entity)
	if err != nil {
		return err
	}
	contents, stamp, i := d.contents(compile.FormOf(r.design, place)), table.TicksOf(began), 0
	values := func(name string) table.Value { return d.value(i, name) }
	for ; i < d.count; i++ {
		if i%pause == 0 {
			if err := r.progress(0, k*d.count+i, len(p.places)*d.count, "storing “"+r.design.Name+"”"); err != nil {
				return err
			}
		}
		if key, err := compile.Key(place, values); err == nil {
			bulk.Add(place.Table, key, stamp, contents[i])
		} else {
			*lost++
		}
	}
	return nil
}
