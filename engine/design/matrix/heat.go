package matrix

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	keyed "github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// heat adds up where the load of a pattern is.
type heat struct {
	stored *stored
	all    []load                  // by partition
	wide   []float64               // by row: how much more goes through many partitions from it on
	new    map[design.Lane]float64 // of new entities
	node   node                    // whose load is added
	number int32                   // of the node
}

// load is what a partition has.
type load struct {
	sum   float64
	least float64 // what it has if each choice that's of it is for many others
	times int32   // how many choices are of it
	last  int32   // the number of the last of these
}

func newHeat(s *stored) *heat {
	return &heat{stored: s, all: make([]load, len(s.begins)), new: map[design.Lane]float64{}}
}

// begin begins with what a choice does.
func (h *heat) begin(n node) {
	h.node = n
	h.number++
}

func (h *heat) read(from, to int, _ rows) {
	const many = 64
	if from == to {
		return
	}
	if first := int(h.stored.partitions[from]); first+many < int(h.stored.partitions[to-1]) {
		if h.wide == nil {
			h.wide = make([]float64, len(h.stored.rows)+1)
		}
		h.wide[from] += h.node.weight
		h.wide[to] -= h.node.weight
		return
	}
	for from < to {
		end := min(to, h.stored.end(from))
		h.add(h.stored.partitions[from], float64(end-from))
		from = end
	}
}

func (h *heat) wrote(r *design.Request) {
	prefix := keys.Partition(r.Table, r.Key.PartitionKey).From
	at := h.stored.search(prefix)
	if at < len(h.stored.rows) && strings.HasPrefix(h.stored.rows[at].key, prefix) {
		h.add(h.stored.partitions[at], float64(r.Writes))
	} else {
		h.new[design.Lane{Table: r.Table, PartitionKey: r.Key.PartitionKey}] += h.node.weight * float64(r.Writes)
	}
}

// add adds entities of a partition. If a choice is for others with other values, too, its partition only has
// as much of them as is its share of all entities.
func (h *heat) add(partition int32, entities float64) {
	l := &h.all[partition]
	if l.last != h.number {
		l.last = h.number
		l.times++
	}
	l.sum += h.node.weight * entities
	if h.node.alone {
		l.least += h.node.weight * entities
	} else {
		l.least += min(h.node.weight, h.stored.share(partition)) * entities
	}
}

// mostHeat is how many partitions of a cell are told.
const mostHeat = 40

// hottest returns the partitions with most load.
func (h *heat) hottest() (all []design.Heat) {
	const often = 3
	through, row := 0., 0
	for i := range h.all {
		l := &h.all[i]
		entities := l.sum
		if l.times < often {
			entities = l.least
		}
		for end := h.stored.end(int(h.stored.begins[i])); h.wide != nil && row < end; row++ {
			through += h.wide[row]
			entities += through
		}
		if entities == 0 || len(all) >= mostHeat && entities <= all[len(all)-1].Entities {
			continue
		}
		first := int(h.stored.begins[i])
		all = put(all, design.Heat{Table: h.stored.tables[h.stored.rows[first].place],
			PartitionKey: h.stored.key(first).PartitionKey, Entities: entities})
	}
	for lane, entities := range h.new {
		all = put(all, design.Heat{Table: lane.Table, PartitionKey: lane.PartitionKey, Entities: entities})
	}
	return all
}

// put adds one in order, up to the most.
func put(all []design.Heat, one design.Heat) []design.Heat {
	at, _ := slices.BinarySearchFunc(all, one, func(a, b design.Heat) int {
		return cmp.Or(cmp.Compare(b.Entities, a.Entities), cmp.Compare(a.Table, b.Table),
			cmp.Compare(a.PartitionKey, b.PartitionKey))
	})
	all = slices.Insert(all, at, one)
	return all[:min(len(all), mostHeat)]
}

// inserted adds where new entities are written, and what's written beside them: of as many as tell how common
// values are, all at the present time.
func (r *run) inserted(h *heat, p *design.Pattern) {
	r.insertedOf(h, p, p.Entity, max(1, p.Batch), nil)
	for _, w := range p.With {
		r.insertedOf(h, p, w.Entity, w.Count, w)
	}
}

// insertedOf adds where so many new entities of a type are written each time. Those beside others have some
// of their values.
func (r *run) insertedOf(h *heat, p *design.Pattern, e *design.Entity, each int, w *design.With) {
	const sample = 4000
	d, parents := r.data[e.Name], r.data[p.Entity.Name]
	for _, place := range r.design.PlacesOf(e) {
		now := map[string]bool{}
		for _, part := range place.PartitionKey.Parts {
			if part.Property != nil && part.Format == design.Cut {
				now[part.Property.Name] = true
			}
		}
		counts, in := map[string]int{}, compile.In(place)
		for i := range sample {
			values := func(name string) table.Value {
				if w != nil && w.Of(name) != nil {
					return parents.value(parents.count+i, w.Of(name).Name)
				}
				c := d.column(name)
				if c == nil {
					return table.Value{}
				}
				if now[name] && c.inOrder() {
					return c.value(d.count)
				}
				return c.value(d.count + i)
			}
			if !in(values) {
				continue
			}
			for _, row := range keyed.Rows(place, values) {
				if key, err := keyed.Render(place.PartitionKey, row); err == nil {
					counts[key]++
				}
			}
		}
		for key, n := range counts {
			lane := design.Lane{Table: place.Table, PartitionKey: key}
			h.new[lane] += float64(n) / sample * float64(each)
		}
	}
}

// lanes are what one choice does in each partition.
type lanes struct {
	stored *stored
	all    []design.Lane
}

// read hears of rows that are read.
func (l *lanes) read(from, to int, found rows) {
	sent := 0
	for from < to {
		end := min(to, l.stored.end(from))
		first := l.stored.key(from)
		at := l.lane(l.stored.tables[l.stored.rows[from].place], first.PartitionKey)
		if at == nil {
			return
		}
		at.Read += end - from
		for sent < found.n && found.at(sent) < end {
			at.Returned++
			sent++
		}
		at.touch(first.RowKey)
		at.touch(l.stored.key(end - 1).RowKey)
		from = end
	}
}

// wrote hears of a request that writes.
func (l *lanes) wrote(r *design.Request) {
	if at := l.lane(r.Table, r.Key.PartitionKey); at != nil {
		at.Written += r.Writes
		at.touch(r.Key.RowKey)
		at.touch(r.Last)
	}
}

// lane returns the lane of a partition, or nil if there are enough.
func (l *lanes) lane(tbl, partition string) *lane {
	for i := range l.all {
		if at := &l.all[i]; at.PartitionKey == partition && wire.EqualFold(at.Table, tbl) {
			return (*lane)(at)
		}
	}
	if len(l.all) == design.MostLanes {
		return nil
	}
	l.all = append(l.all, design.Lane{Table: tbl, PartitionKey: partition})
	return (*lane)(&l.all[len(l.all)-1])
}

// lane is a design's with what widens it.
type lane design.Lane

// touch widens the lane to a RowKey.
func (l *lane) touch(row string) {
	if l.First == "" && l.Last == "" || table.CompareText(row, l.First) < 0 {
		l.First = row
	}
	if table.CompareText(row, l.Last) > 0 {
		l.Last = row
	}
}
