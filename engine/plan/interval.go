package plan

import (
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// interval is an interval of PartitionKeys or of RowKeys. The zero interval contains every key, because no
// key is less than the empty one.
type interval struct {
	low     edge
	high    edge
	bounded bool // high is set
}

// edge is an end of an interval. Its key is in the interval unless the edge is open.
type edge struct {
	key  string
	open bool
}

func (i interval) unbounded() bool { return i == interval{} }

// fixed reports whether exactly one key is in the interval.
func (i interval) fixed() bool { return i.bounded && i.low == i.high && !i.low.open }

func (i interval) empty() bool {
	if !i.bounded {
		return false
	}
	order := table.CompareText(i.low.key, i.high.key)
	return order > 0 || order == 0 && (i.low.open || i.high.open)
}

// narrow removes the keys that don't compare to key as op says. NotEqual removes none, because what it
// would leave isn't an interval.
func (i *interval) narrow(op filter.Operator, key string) {
	switch op {
	case filter.Equal:
		i.raise(edge{key: key})
		i.lower(edge{key: key})
	case filter.GreaterThan, filter.GreaterThanOrEqual:
		i.raise(edge{key, op == filter.GreaterThan})
	case filter.LessThan, filter.LessThanOrEqual:
		i.lower(edge{key, op == filter.LessThan})
	}
}

func (i *interval) raise(e edge) {
	order := table.CompareText(e.key, i.low.key)
	if order > 0 || order == 0 && e.open {
		i.low = e
	}
}

func (i *interval) lower(e edge) {
	order := table.CompareText(e.key, i.high.key)
	if !i.bounded || order < 0 || order == 0 && e.open {
		i.high, i.bounded = e, true
	}
}

// String describes the interval in words: 'a', or from 'a' to before 'b'.
func (i interval) String() string {
	if i.fixed() {
		return quote(i.low.key)
	}
	text := ""
	switch {
	case i.low.open:
		text = "after " + quote(i.low.key)
	case i.low.key != "":
		text = "from " + quote(i.low.key)
	}
	if !i.bounded {
		return text
	}
	end := "up to " + quote(i.high.key)
	if i.high.open {
		end = "before " + quote(i.high.key)
	}
	switch {
	case text == "":
		return end
	case i.high.open:
		return text + " to " + end
	default:
		return text + " " + end
	}
}

func quote(key string) string { return filter.Literal(table.StringValue(key)) }
