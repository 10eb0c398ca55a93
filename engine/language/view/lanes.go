package view

import (
	"slices"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// state is what happened to an entity. An entity that was touched twice has the greater of its states.
type state uint8

const (
	untouched state = iota
	read
	returned
	written
	deleted
	states = iota
)

// stateNames has the class names of cells.
var stateNames = [states]string{"untouched", "read", "returned", "written", "deleted"}

// stateOf is by trace.Act.
var stateOf = [...]state{trace.Read: read, trace.Returned: returned, trace.Written: written}

// lane is one partition of the picture.
type lane struct {
	key     string
	rowKeys []string // in order, with the ones just deleted
	states  []state  // of each
	sum     trace.Partition
	gap     bool // partitions before it are left out
}

// touched reports whether the request read or wrote in the partition.
func (l lane) touched() bool { return l.sum.Read+l.sum.Written > 0 }

// gone counts the entities that the request deleted. They are drawn, although the table no longer has them.
func (l lane) gone() int {
	n := 0
	for _, s := range l.states {
		if s == deleted {
			n++
		}
	}
	return n
}

// rank orders lanes by how much a reader needs to see them.
func (l lane) rank() int {
	switch {
	case l.sum.Returned+l.sum.Written > 0:
		return 2
	case l.touched():
		return 1
	}
	return 0
}

// lanesOf marks what a request touched in the table that it left behind. Deleted entities are put back in
// their place.
func lanesOf(layout trace.Layout, tr *trace.Trace) []lane {
	lanes := make([]lane, 0, len(layout.Partitions))
	for _, p := range layout.Partitions {
		lanes = append(lanes, lane{
			key: p.PartitionKey, rowKeys: p.RowKeys, states: make([]state, len(p.RowKeys)),
		})
	}
	if tr == nil || !wire.EqualFold(tr.Table, layout.Table) {
		return lanes
	}
	for _, t := range tr.Touched {
		if t.Act == trace.Deleted {
			lanes = restore(lanes, t.Key)
			continue
		}
		if l := find(lanes, t.Key.PartitionKey); l != nil {
			l.mark(t)
		}
	}
	for _, p := range tr.Partitions {
		if l := find(lanes, p.PartitionKey); l != nil {
			l.sum = p
			l.fill()
		}
	}
	return lanes
}

// mark sets the state of the entities that were touched.
func (l *lane) mark(t trace.Touch) {
	at, _ := slices.BinarySearchFunc(l.rowKeys, t.Key.RowKey, table.CompareText)
	for ; at < len(l.rowKeys) && table.CompareText(l.rowKeys[at], t.Last) <= 0; at++ {
		l.states[at] = max(l.states[at], stateOf[t.Act])
	}
}

// find returns the lane of a PartitionKey, or nil.
func find(lanes []lane, partitionKey string) *lane {
	if at, ok := search(lanes, partitionKey); ok {
		return &lanes[at]
	}
	return nil
}

func search(lanes []lane, partitionKey string) (at int, ok bool) {
	return slices.BinarySearchFunc(lanes, partitionKey, func(l lane, key string) int {
		return table.CompareText(l.key, key)
	})
}

// restore puts a deleted entity's key back in its place.
func restore(lanes []lane, k table.Key) []lane {
	at, ok := search(lanes, k.PartitionKey)
	if !ok {
		lanes = slices.Insert(lanes, at, lane{key: k.PartitionKey})
	}
	l := &lanes[at]
	if i, ok := slices.BinarySearchFunc(l.rowKeys, k.RowKey, table.CompareText); !ok {
		l.rowKeys = slices.Insert(slices.Clip(l.rowKeys), i, k.RowKey)
		l.states = slices.Insert(l.states, i, deleted)
	}
	return lanes
}

// fill marks the entities that were read after the trace stopped listing them (trace.MaxTouched). Entities
// are read in order, so they are the first ones without a state.
func (l *lane) fill() {
	missing := l.sum.Read
	for _, s := range l.states {
		if s == read || s == returned {
			missing--
		}
	}
	for i := 0; i < len(l.states) && missing > 0; i++ {
		if l.states[i] == untouched {
			l.states[i] = read
			missing--
		}
	}
}

// choose returns the lanes that fit, in key order. Lanes with results or writes come first, then lanes that
// were read, then their neighbours. rest is what was left out.
func choose(lanes []lane, room int) (kept, rest []lane) {
	far := distances(lanes)
	order := make([]int, len(lanes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if d := lanes[j].rank() - lanes[i].rank(); d != 0 {
			return d
		}
		return far[i] - far[j]
	})
	chosen := make([]bool, len(lanes))
	for _, i := range order[:min(room, len(order))] {
		chosen[i] = true
	}
	gap := false
	for i, l := range lanes {
		if !chosen[i] {
			rest = append(rest, l)
			gap = true
			continue
		}
		l.gap = gap
		gap = false
		kept = append(kept, l)
	}
	return kept, rest
}

// distances returns how far each lane is from the nearest one that was touched.
func distances(lanes []lane) []int {
	far := make([]int, len(lanes))
	steps := len(lanes)
	for i, l := range lanes {
		if l.touched() {
			steps = 0
		}
		far[i] = min(steps, len(lanes))
		steps++
	}
	steps = len(lanes)
	for i := len(lanes) - 1; i >= 0; i-- {
		if lanes[i].touched() {
			steps = 0
		}
		far[i] = min(far[i], steps)
		steps++
	}
	return far
}
