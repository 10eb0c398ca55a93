package matrix

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// stored is the keys of all entities of a part, in the order in which the service has them.
type stored struct {
	rows       []row
	partitions []int32   // of each row: the number of its partition
	begins     []int32   // of each partition: its first row
	at         [][]int32 // by place and entity, of a copy also by value: its row; -1: it isn't stored
	each       []int32   // by place: the rows that an entity has at most
	tables     []string  // by place: the name
	inTable    []int     // by place: the rows of its table
	lost       []int     // by place: entities that have no valid key, or one that another has
	bytes      []float64 // by place: what all others are billed for
}

// row is an entity in a place.
type row struct {
	key    string // as the store has it
	place  int16
	nth    int16 // of the rows that the entity has there
	entity int32
}

func (s *stored) add(tbl string, key table.Key, place, nth, entity int) {
	s.rows = append(s.rows, row{keys.Entity(tbl, key), int16(place), int16(nth), int32(entity)})
}

// rowsOf returns the rows of an entity in a place.
func (s *stored) rowsOf(place int, entity int32) []int32 {
	each := s.each[place]
	return s.at[place][entity*each : (entity+1)*each]
}

// sort sorts the rows. Of those with the same key the first stays.
func (s *stored) sort() {
	slices.SortFunc(s.rows, func(a, b row) int {
		if order := strings.Compare(a.key, b.key); order != 0 {
			return order
		}
		return cmp.Or(int(a.place-b.place), int(a.entity-b.entity), int(a.nth-b.nth))
	})
	kept, partition := s.rows[:0], ""
	for _, r := range s.rows {
		if n := len(kept); n > 0 && kept[n-1].key == r.key {
			s.lost[r.place]++
			continue
		}
		if partition == "" || !strings.HasPrefix(r.key, partition) {
			partition = keys.PartitionOf(r.key)
			s.begins = append(s.begins, int32(len(kept)))
		}
		s.rowsOf(int(r.place), r.entity)[r.nth] = int32(len(kept))
		s.partitions = append(s.partitions, int32(len(s.begins)-1))
		kept = append(kept, r)
	}
	s.rows = kept
	rows := make([]int, len(s.tables))
	for _, r := range kept {
		rows[r.place]++
	}
	for _, name := range s.tables {
		n := 0
		for k, other := range s.tables {
			if wire.EqualFold(name, other) {
				n += rows[k]
			}
		}
		s.inTable = append(s.inTable, n)
	}
}

// weigh adds up for how many bytes the entities of a place are billed, from those without their keys.
func (s *stored) weigh(k int, sizes []int) {
	for i := range s.rows {
		if r := &s.rows[i]; int(r.place) == k {
			s.bytes[k] += float64(table.Entity{Key: s.key(i)}.Size() + sizes[r.entity])
		}
	}
}

// key returns the key of a row.
func (s *stored) key(i int) table.Key {
	_, k, _ := keys.SplitEntity(s.rows[i].key)
	return k
}

// search returns the first row whose key isn't before another.
func (s *stored) search(key string) int {
	return sort.Search(len(s.rows), func(i int) bool { return s.rows[i].key >= key })
}

// end returns the row after the last of a row's partition.
func (s *stored) end(i int) int {
	if next := int(s.partitions[i]) + 1; next < len(s.begins) {
		return int(s.begins[next])
	}
	return len(s.rows)
}

// share returns which part of all rows of its table a partition has.
func (s *stored) share(partition int32) float64 {
	first := int(s.begins[partition])
	return float64(s.end(first)-first) / float64(s.inTable[s.rows[first].place])
}
