package trace

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
)

// Trace is what one request did.
type Trace struct {
	Operation  string    // the title of its REST page in one word: QueryEntities, EntityGroupTransaction
	Table      string    // the table as the request spells it; "" for none
	Plan       plan.Plan // how entities were looked for; Kind None when none were
	Cost       Cost
	Partitions []Partition  // touched ones in key order; after Add, call SortPartitions first
	Touched    []Touch      // entities read or written, in that order; at most MaxTouched
	Fault      *fault.Error // the error that was answered; nil for none
}

// MaxTouched is the limit of Trace.Touched. Cost has no limit.
const MaxTouched = 20_000

// Cost counts what a request did. BytesRead and BytesWritten are billed sizes (table.Entity.Size);
// BytesReturned is the length of the response body.
type Cost struct {
	EntitiesRead     int
	EntitiesReturned int
	EntitiesWritten  int // inserted, replaced, merged or deleted
	BytesRead        int
	BytesReturned    int
	BytesWritten     int
	Pages            int // of a query; 0 for anything else
	Transactions     int // billed: one per request, also for an entity group transaction
}

// Count is one of the counts of a Cost, by the name that expectations, reports and headers have for it.
type Count struct {
	Name string
	N    *int
}

// Counts returns all of them.
func (c *Cost) Counts() [8]Count {
	return [...]Count{
		{"entitiesRead", &c.EntitiesRead},
		{"entitiesReturned", &c.EntitiesReturned},
		{"entitiesWritten", &c.EntitiesWritten},
		{"pages", &c.Pages},
		{"transactions", &c.Transactions},
		{"bytes", &c.BytesReturned},
		{"bytesRead", &c.BytesRead},
		{"bytesWritten", &c.BytesWritten},
	}
}

// Add adds the cost of another request.
func (c *Cost) Add(other Cost) {
	more := other.Counts()
	for i, count := range c.Counts() {
		*count.N += *more[i].N
	}
}

// Partition counts what happened in one partition.
type Partition struct {
	PartitionKey string
	Read         int
	Returned     int
	Written      int
}

// Act is what a request did to one entity.
type Act uint8

const (
	// Read entities were read but aren't in the answer.
	Read Act = iota
	// Returned entities were read and are in the answer.
	Returned
	// Written entities were inserted, replaced or merged.
	Written
	// Deleted entities are gone.
	Deleted
)

// Touch is one entity that a request read or wrote, or a run of entities that it read.
type Touch struct {
	Key  table.Key
	Last string // RowKey of the last entity of the run, in the same partition; Key.RowKey for one entity
	Act  Act
}

// Run is a sequence of entities in one partition that a request read and didn't return.
type Run struct {
	PartitionKey string
	First, Last  string // RowKeys
	Entities     int
	Bytes        int // billed
}

// Layout is a table's keys in order, for a page that draws them beside what a request touched.
type Layout struct {
	Table      string
	Partitions []Lane
}

// Lane is one partition: its key and the RowKeys in it, in order.
type Lane struct {
	PartitionKey string
	RowKeys      []string
}
