package plan

import (
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
)

// Kind is one of the ways to find entities, cheapest first. The service's pages name them:
// https://learn.microsoft.com/azure/storage/tables/table-storage-design-for-query, and for ranges of PartitionKeys
// https://learn.microsoft.com/rest/api/storageservices/designing-a-scalable-partitioning-strategy-for-azure-table-storage
type Kind uint8

const (
	// None is the plan of a request that looks for no entities, such as creating a table.
	None Kind = iota
	// Point finds one entity by PartitionKey and RowKey.
	Point
	// Range reads a range of RowKeys in one partition. It is also the kind of a query whose bounds
	// contradict each other and leave nothing to read.
	Range
	// PartitionScan reads a whole partition.
	PartitionScan
	// PartitionRangeScan reads a range of PartitionKeys.
	PartitionRangeScan
	// TableScan reads the whole table.
	TableScan
)

var kindNames = [...]string{"", "point", "range", "partition-scan", "partition-range-scan", "table-scan"}

// String returns "point", "range", "partition-scan", "partition-range-scan", "table-scan", or "" for None.
func (k Kind) String() string { return kindNames[k] }

// Named returns the kind that String calls so, or None.
func Named(name string) Kind {
	for k, known := range kindNames {
		if known == name {
			return Kind(k)
		}
	}
	return None
}

// Names returns the names of the kinds, the cheapest first, for reading.
func Names() []string { return kindNames[Point:] }

// Scans reports whether it reads partitions that no PartitionKey of the query names.
func (k Kind) Scans() bool { return k >= PartitionRangeScan }

// Shown returns the sign and the name of a kind of query, as results and pages have them. Colour is never the
// only difference.
func (k Kind) Shown() (sign, name string) { return shown[k].sign, shown[k].name }

var shown = [...]struct{ sign, name string }{
	Point:              {"●", "point query"},
	Range:              {"▬", "range query"},
	PartitionScan:      {"▤", "partition scan"},
	PartitionRangeScan: {"▥", "partition range scan"},
	TableScan:          {"▦", "table scan"},
}

// Role says how a term of a filter is evaluated.
type Role uint8

const (
	// AfterRead means that the term is tested on each entity after it is read.
	AfterRead Role = iota
	// Bound means that the key range fulfills the term: less is read, and nothing is left to test.
	Bound
)

// Term is one operand of the filter's top-level conjunction.
type Term struct {
	Text       string // as written in the filter
	Start, End int    // byte offsets in the filter
	Role       Role
}

// Plan says where the entities that a filter matches can be, and what remains to test on each.
type Plan struct {
	Kind     Kind
	Scope    string      // the range in words: PartitionKey 'Sales', RowKey from 'a' to before 'b'
	Range    keys.Range  // the store keys to read; no entity outside can match
	Residual filter.Expr // what remains to test on each entity read; nil for nothing
	Terms    []Term      // every term of the conjunction, in the order written
	Advice   string      // a sentence on what would make it cheaper; "" for none
	Splits   bool        // the advice is to send the alternatives of an or alone
}
