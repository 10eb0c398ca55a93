package plan

import (
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
)

// Kind is one of the four ways of finding entities, cheapest first.
// https://learn.microsoft.com/azure/storage/tables/table-storage-design-for-query
type Kind uint8

const (
	// None is the plan of a request that looks for no entity, such as creating a table.
	None Kind = iota
	// Point finds one entity by PartitionKey and RowKey.
	Point
	// Range reads a run of RowKeys of one partition. It is also the kind of a query whose bounds
	// contradict each other and leave nothing to read.
	Range
	// PartitionScan reads a whole partition.
	PartitionScan
	// TableScan reads across partitions: all of them, or those of a range of PartitionKeys.
	TableScan
)

var kindNames = [...]string{"", "point", "range", "partition-scan", "table-scan"}

// String returns "point", "range", "partition-scan", "table-scan", or "" for None.
func (k Kind) String() string { return kindNames[k] }

// Role says what a term of a filter is good for.
type Role uint8

const (
	// AfterRead is the role of a term that is tested on each entity once it has been read.
	AfterRead Role = iota
	// Bound is the role of a term that the key range settles: less is read, and nothing is left to
	// test.
	Bound
)

// Term is one operand of the filter's top-level conjunction.
type Term struct {
	Text       string // as it stands in the filter
	Start, End int    // its bytes in the filter
	Role       Role
}

// Plan says where the entities that a filter wants can be, and what must still be tested there.
type Plan struct {
	Kind     Kind
	Scope    string      // the range in words: PartitionKey 'Sales', RowKey from 'a' to before 'b'
	Range    keys.Range  // the store keys to read; nothing outside can match
	Residual filter.Expr // what is left to test on each entity read; nil for nothing
	Terms    []Term      // every term of the conjunction, in the order written
	Advice   string      // what would make it cheaper, in a sentence; "" for nothing
}
