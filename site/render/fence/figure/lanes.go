package figure

import (
	"fmt"
	"slices"

	"github.com/rowkey/rowkey/engine/trace"
)

// lane is one partition of a table, with what happened to each of its entities.
type lane struct {
	key   string
	cells []cell
}

// cell is an entity.
type cell struct {
	rowKey string
	class  string // hit, waste or free
}

// table is a table and what requests did to it.
type table struct {
	name  string
	lanes []lane
}

// tables returns the tables that the requests of a side touched, in the order of the requests.
func (s side) tables() (all []table) {
	for _, r := range s.ran {
		at := slices.IndexFunc(all, func(t table) bool { return t.name == r.Table })
		if at < 0 {
			at = len(all)
			all = append(all, table{r.Table, lanesOf(r.layout)})
		}
		for _, touch := range r.Touched {
			all[at].mark(touch)
		}
	}
	for _, note := range s.notes {
		wanted := 0
		if n, _ := fmt.Sscanf(note, "last %d", &wanted); n == 1 {
			all[0].wants(wanted)
		}
	}
	return all
}

// wants says that of what was returned only the last entities were wanted.
func (t *table) wants(n int) {
	for _, l := range slices.Backward(t.lanes) {
		for i := len(l.cells) - 1; i >= 0; i-- {
			if l.cells[i].class != hit {
				continue
			}
			if n--; n < 0 {
				l.cells[i].class = waste
			}
		}
	}
}

func lanesOf(layout trace.Layout) (all []lane) {
	for _, l := range layout.Partitions {
		one := lane{key: l.PartitionKey}
		for _, key := range l.RowKeys {
			one.cells = append(one.cells, cell{key, free})
		}
		all = append(all, one)
	}
	return all
}

// mark marks the entities that a request touched. What was returned once stays so.
func (t *table) mark(touch trace.Touch) {
	class := hit
	if touch.Act == trace.Read {
		class = waste
	}
	for _, l := range t.lanes {
		if l.key != touch.Key.PartitionKey {
			continue
		}
		from := slices.IndexFunc(l.cells, func(c cell) bool { return c.rowKey == touch.Key.RowKey })
		to := slices.IndexFunc(l.cells, func(c cell) bool { return c.rowKey == touch.Last })
		for i := from; i >= 0 && i <= to; i++ {
			if l.cells[i].class != hit {
				l.cells[i].class = class
			}
		}
	}
}

// size is how many entities a table has.
func (t table) size() (n int) {
	for _, l := range t.lanes {
		n += len(l.cells)
	}
	return n
}

// span is a run of entities of a partition that were touched, from and to included.
type span struct{ from, to int }

func (l lane) spans() (all []span) {
	for i, c := range l.cells {
		switch last := len(all) - 1; {
		case c.class == free:
		case last >= 0 && all[last].to == i-1:
			all[last].to = i
		default:
			all = append(all, span{i, i})
		}
	}
	return all
}
