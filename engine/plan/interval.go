package plan

import (
	"github.com/rowkey/rowkey/engine/filter"
	"github.com/rowkey/rowkey/engine/table"
)

// interval is a run of PartitionKeys or of RowKeys. The zero interval holds every key, since none
// is less than the empty one.
type interval struct {
	low      string
	lowOpen  bool // low itself is left out
	high     string
	highOpen bool // high itself is left out
	bounded  bool // there is a high
}

func (i interval) whole() bool { return i == interval{} }

// fixed reports whether exactly one key is in the interval.
func (i interval) fixed() bool {
	return i.bounded && i.low == i.high && !i.lowOpen && !i.highOpen
}

func (i interval) empty() bool {
	if !i.bounded {
		return false
	}
	order := table.CompareText(i.low, i.high)
	return order > 0 || order == 0 && (i.lowOpen || i.highOpen)
}

// narrow takes out the keys that do not stand to key as op says. NotEqual takes out none: what it
// leaves is no interval.
func (i *interval) narrow(op filter.Operator, key string) {
	switch op {
	case filter.Equal:
		i.raise(key, false)
		i.lower(key, false)
	case filter.GreaterThan, filter.GreaterThanOrEqual:
		i.raise(key, op == filter.GreaterThan)
	case filter.LessThan, filter.LessThanOrEqual:
		i.lower(key, op == filter.LessThan)
	}
}

func (i *interval) raise(key string, open bool) {
	order := table.CompareText(key, i.low)
	if order > 0 || order == 0 && open {
		i.low, i.lowOpen = key, open
	}
}

func (i *interval) lower(key string, open bool) {
	order := table.CompareText(key, i.high)
	if !i.bounded || order < 0 || order == 0 && open {
		i.high, i.highOpen, i.bounded = key, open, true
	}
}

// String says the interval in words: 'a', or from 'a' to before 'b'.
func (i interval) String() string {
	if i.fixed() {
		return quote(i.low)
	}
	text := ""
	switch {
	case i.lowOpen:
		text = "after " + quote(i.low)
	case i.low != "":
		text = "from " + quote(i.low)
	}
	if !i.bounded {
		return text
	}
	end := "up to " + quote(i.high)
	if i.highOpen {
		end = "before " + quote(i.high)
	}
	switch {
	case text == "":
		return end
	case i.highOpen:
		return text + " to " + end
	default:
		return text + " " + end
	}
}

func quote(key string) string { return filter.Literal(table.StringValue(key)) }
