package store

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Bulk is entities that are stored together. That takes a fraction of the time of one write after the other:
// they are sorted once, and their rows share large blocks of memory.
type Bulk struct {
	rows  []Row
	block block
	row   []byte
}

// Content is an entity's properties as rows have them, for several entities that differ by their keys alone.
type Content struct {
	data string
	size int // billed, of an entity with empty keys
}

// Contents makes Content.
type Contents struct {
	block block
	data  []byte
}

// Of returns the content of an entity.
func (c *Contents) Of(properties []table.Property) Content {
	c.data = appendProperties(c.data[:0], properties)
	return Content{c.block.add(c.data), table.Entity{Properties: properties}.Size()}
}

// Add adds an entity of a table, and returns the bytes that it's billed for.
func (b *Bulk) Add(tbl string, k table.Key, at table.Ticks, c Content) (size int) {
	size = table.Entity{Key: k}.Size() - table.Entity{}.Size() + c.size
	row := keys.AppendEntity(b.row[:0], tbl, k)
	n := len(row)
	b.row = append(appendHead(row, at, size), c.data...)
	text := b.block.add(b.row)
	b.rows = append(b.rows, Row{key: text[:n], data: text[n:]})
	return size
}

// Open returns a store with the entities. It leaves out those whose key an earlier one has, and returns
// their numbers, from 0. Their tables are still to be written. The Bulk is empty afterwards.
func (b *Bulk) Open(o Options) (s *Store, left []int, err error) {
	if s, err = Open(o); err != nil {
		return nil, nil, err
	}
	last, used := "", 0
	err = s.tree.fill(func(yield func(Row) bool) {
		for _, i := range b.order() {
			row := b.rows[i]
			if row.key == last {
				left = append(left, int(i))
				continue
			}
			last = row.key
			used += len(row.key) + len(row.data)
			if !yield(row) {
				return
			}
		}
	})
	s.used.Store(int64(used))
	*b = Bulk{}
	return s, left, err
}

// order returns the numbers of the rows in the order of their keys, of the same key the earlier one first. It
// merges what is in order already, which much of the data is: a few devices, each in the order of time.
func (b *Bulk) order() []int32 {
	from, to := make([]int32, len(b.rows)), make([]int32, len(b.rows))
	var ends []int // of the runs that are in order
	for i := range from {
		from[i] = int32(i)
		if i > 0 && b.rows[i].key < b.rows[i-1].key {
			ends = append(ends, i)
		}
	}
	ends = append(ends, len(from))
	for len(ends) > 1 {
		merged, at := ends[:0], 0
		for k := 0; k < len(ends); k += 2 {
			end := ends[min(k+1, len(ends)-1)]
			b.merge(to[at:end], from[at:ends[k]], from[ends[k]:end])
			merged, at = append(merged, end), end
		}
		ends, from, to = merged, to, from
	}
	return from
}

// merge merges two ordered lists of numbers.
func (b *Bulk) merge(to, first, second []int32) {
	for i := range to {
		if len(second) == 0 || len(first) > 0 && b.rows[first[0]].key <= b.rows[second[0]].key {
			to[i], first = first[0], first[1:]
		} else {
			to[i], second = second[0], second[1:]
		}
	}
}

// block is memory for texts, one behind the other.
type block struct{ strings.Builder }

// blockSize is how many bytes share an allocation.
const blockSize = 64 << 10

// add returns a copy of a text. What was added before stays where it is, because there's room for all of it.
func (b *block) add(text []byte) string {
	if b.Len()+len(text) > b.Cap() {
		b.Builder = strings.Builder{}
		b.Grow(max(blockSize, len(text)))
	}
	at := b.Len()
	b.Write(text)
	return b.String()[at:]
}
