package trace

import (
	"slices"

	"github.com/rowkey/rowkey/engine/table"
)

// Record adds one entity that the request touched. size is the entity's billed size.
func (t *Trace) Record(key table.Key, act Act, size int) {
	p := Partition{PartitionKey: key.PartitionKey}
	switch act {
	case Read, Returned:
		t.Cost.EntitiesRead++
		t.Cost.BytesRead += size
		p.Read = 1
		if act == Returned {
			t.Cost.EntitiesReturned++
			p.Returned = 1
		}
	case Written, Deleted:
		t.Cost.EntitiesWritten++
		t.Cost.BytesWritten += size
		p.Written = 1
	}
	t.touch(p, Touch{Key: key, Last: key.RowKey, Act: act})
}

// RecordRun adds the entities of a run.
func (t *Trace) RecordRun(r Run) {
	t.Cost.EntitiesRead += r.Entities
	t.Cost.BytesRead += r.Bytes
	t.touch(Partition{PartitionKey: r.PartitionKey, Read: r.Entities},
		Touch{Key: table.Key{PartitionKey: r.PartitionKey, RowKey: r.First}, Last: r.Last, Act: Read})
}

func (t *Trace) touch(p Partition, touch Touch) {
	t.Partitions = appendPartition(t.Partitions, p)
	if len(t.Touched) < MaxTouched {
		t.Touched = append(t.Touched, touch)
	}
}

// Add adds the cost and the touched entities of another request, or of one part of this one.
func (t *Trace) Add(other Trace) {
	t.Cost.Add(other.Cost)
	for _, p := range other.Partitions {
		t.Partitions = appendPartition(t.Partitions, p)
	}
	room := max(0, MaxTouched-len(t.Touched))
	t.Touched = append(t.Touched, other.Touched[:min(room, len(other.Touched))]...)
}

// Reset makes t the trace of a request that has done nothing. It keeps the memory of its lists.
func (t *Trace) Reset() { *t = Trace{Partitions: t.Partitions[:0], Touched: t.Touched[:0]} }

// SortPartitions puts the partitions of several requests into key order and merges duplicates.
func (t *Trace) SortPartitions() {
	all := t.Partitions
	slices.SortStableFunc(all, func(a, b Partition) int {
		return table.CompareText(a.PartitionKey, b.PartitionKey)
	})
	t.Partitions = all[:0]
	for _, p := range all {
		t.Partitions = appendPartition(t.Partitions, p)
	}
}

// appendPartition appends the counts of a partition, or adds them to the last one if it is the same
// partition.
func appendPartition(dst []Partition, p Partition) []Partition {
	last := len(dst) - 1
	if last < 0 || dst[last].PartitionKey != p.PartitionKey {
		return append(dst, p)
	}
	dst[last].Read += p.Read
	dst[last].Returned += p.Returned
	dst[last].Written += p.Written
	return dst
}

// Undo removes what a failed request wrote and would have returned. What it read still counts.
func (t *Trace) Undo() {
	t.Cost.EntitiesReturned, t.Cost.EntitiesWritten, t.Cost.BytesWritten = 0, 0, 0
	t.Touched = slices.DeleteFunc(t.Touched, func(touch Touch) bool { return touch.Act != Read })
	for i := range t.Partitions {
		t.Partitions[i].Returned, t.Partitions[i].Written = 0, 0
	}
	t.Partitions = slices.DeleteFunc(t.Partitions, func(p Partition) bool { return p.Read == 0 })
}
