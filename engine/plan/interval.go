package plan

import (
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// Interval is an interval of PartitionKeys or of RowKeys. The zero Interval contains every key, because no
// key is less than the empty one.
type Interval struct {
	Low     Edge
	High    Edge
	Bounded bool // High is set
}

// Edge is an end of an interval. Its key is in the interval unless the edge is open.
type Edge struct {
	Key  string
	Open bool
}

// Only returns the interval with one key.
func Only(key string) Interval { return Interval{Edge{Key: key}, Edge{Key: key}, true} }

func (i Interval) unbounded() bool { return i == Interval{} }

// fixed reports whether exactly one key is in the interval.
func (i Interval) fixed() bool { return i.Bounded && i.Low == i.High && !i.Low.Open }

func (i Interval) empty() bool {
	if !i.Bounded {
		return false
	}
	order := table.CompareText(i.Low.Key, i.High.Key)
	return order > 0 || order == 0 && (i.Low.Open || i.High.Open)
}

// narrow removes the keys that don't compare to key as op says. NotEqual removes none, because what it
// would leave isn't an interval.
func (i *Interval) narrow(op filter.Operator, key string) {
	switch op {
	case filter.Equal:
		i.Raise(Edge{Key: key})
		i.Lower(Edge{Key: key})
	case filter.GreaterThan, filter.GreaterThanOrEqual:
		i.Raise(Edge{key, op == filter.GreaterThan})
	case filter.LessThan, filter.LessThanOrEqual:
		i.Lower(Edge{key, op == filter.LessThan})
	}
}

// Raise removes the keys below an edge.
func (i *Interval) Raise(e Edge) {
	order := table.CompareText(e.Key, i.Low.Key)
	if order > 0 || order == 0 && e.Open {
		i.Low = e
	}
}

// Lower removes the keys above an edge.
func (i *Interval) Lower(e Edge) {
	order := table.CompareText(e.Key, i.High.Key)
	if !i.Bounded || order < 0 || order == 0 && e.Open {
		i.High, i.Bounded = e, true
	}
}

// Include adds the keys of another interval, and those between them.
func (i *Interval) Include(o Interval) {
	if n := table.CompareText(o.Low.Key, i.Low.Key); n < 0 || n == 0 && !o.Low.Open {
		i.Low = o.Low
	}
	if n := table.CompareText(o.High.Key, i.High.Key); !o.Bounded || n > 0 || n == 0 && !o.High.Open {
		i.High, i.Bounded = o.High, i.Bounded && o.Bounded
	}
}

// String describes the interval in words: 'a', or from 'a' to before 'b'.
func (i Interval) String() string {
	if i.fixed() {
		return filter.Quote(i.Low.Key)
	}
	text := ""
	switch {
	case i.Low.Open:
		text = "after " + filter.Quote(i.Low.Key)
	case i.Low.Key != "":
		text = "from " + filter.Quote(i.Low.Key)
	}
	if !i.Bounded {
		return text
	}
	end := "up to " + filter.Quote(i.High.Key)
	if i.High.Open {
		end = "before " + filter.Quote(i.High.Key)
	}
	switch {
	case text == "":
		return end
	case i.High.Open:
		return text + " to " + end
	default:
		return text + " " + end
	}
}
