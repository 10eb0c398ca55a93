package plan

import (
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// bounds are the limits that a conjunction sets on the keys of the entities it matches.
type bounds struct {
	partition, row Interval
	never          bool // a condition is the constant false
}

// narrow applies a condition, if it bounds a key or is false of every entity.
func (b *bounds) narrow(condition filter.Expr) {
	b.never = b.never || isConstant(false)(condition)
	c, ok := bounding(condition)
	switch {
	case !ok:
	case c.Property == table.PartitionKey:
		b.partition.narrow(c.Op, c.Value.Text())
	default:
		b.row.narrow(c.Op, c.Value.Text())
	}
}

func (b bounds) empty() bool { return b.never || b.partition.empty() || b.row.empty() }

// settles reports whether a condition that bounds a key needs no test, because every entity in the range
// meets it. Bounds of RowKey need a test when the range crosses partitions, because RowKeys are in order
// only within a partition.
func (b bounds) settles(c *filter.Compare) bool {
	return c.Property == table.PartitionKey || b.partition.fixed() || b.empty()
}

// kind returns the kind of query. It is Range for bounds that no key meets.
func (b bounds) kind() Kind {
	switch {
	case b.empty():
		return Range
	case b.partition.unbounded():
		return TableScan
	case !b.partition.fixed():
		return PartitionRangeScan
	case b.row.fixed():
		return Point
	case b.row.unbounded():
		return PartitionScan
	default:
		return Range
	}
}

// keyRange returns the tightest range around the entities within the bounds. If it crosses partitions,
// the bounds of RowKey narrow only its two ends.
func (b bounds) keyRange(tbl string) keys.Range {
	switch {
	case b.empty():
		return keys.Range{}
	case b.partition.fixed() && b.row.fixed():
		return keys.Only(tbl, table.Key{PartitionKey: b.partition.Low.Key, RowKey: b.row.Low.Key})
	}
	return keys.Range{From: b.from(tbl), To: b.to(tbl)}
}

func (b bounds) from(tbl string) string {
	partition, row := b.partition.Low, b.row.Low
	first := keys.Entity(tbl, table.Key{PartitionKey: partition.Key, RowKey: row.Key})
	switch {
	case partition.Open:
		return keys.Partition(tbl, partition.Key).To
	case row.Open:
		return keys.After(first)
	default:
		return first
	}
}

func (b bounds) to(tbl string) string {
	partition, row := b.partition.High, b.row.High
	last := keys.Entity(tbl, table.Key{PartitionKey: partition.Key, RowKey: row.Key})
	switch {
	case !b.partition.Bounded:
		return keys.Entities(tbl).To
	case partition.Open:
		return keys.Partition(tbl, partition.Key).From
	case !b.row.Bounded:
		return keys.Partition(tbl, partition.Key).To
	case row.Open:
		return last
	default:
		return keys.After(last)
	}
}

// scope describes the range in words.
func (b bounds) scope() string {
	switch {
	case b.empty():
		return "nothing"
	case b.partition.unbounded():
		return "every partition"
	case b.partition.fixed() && b.row.fixed():
		return pointScope(table.Key{PartitionKey: b.partition.Low.Key, RowKey: b.row.Low.Key})
	case b.partition.fixed() && !b.row.unbounded():
		return table.PartitionKey + " " + b.partition.String() + ", " + table.RowKey + " " + b.row.String()
	default:
		return table.PartitionKey + " " + b.partition.String()
	}
}

func pointScope(k table.Key) string {
	return table.PartitionKey + " " + filter.Quote(k.PartitionKey) + ", " +
		table.RowKey + " " + filter.Quote(k.RowKey)
}
