//go:build !race

package tables_test

import (
	"fmt"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestAllocations limits how often a request allocates. That's where most of a request's time goes, and
// unlike times, counts are the same on every machine. If a change is worth more allocations, raise the
// limit.
func TestAllocations(t *testing.T) {
	e := enginetest.New(t, nil)
	number := 0
	insert := func() wire.Request {
		number++
		return wire.Request{
			Method: "POST", URL: enginetest.Base + "/Things", Headers: allocHeaders,
			Body: fmt.Appendf(nil, `{"PartitionKey":"p","RowKey":"%06d","Number":%d,"Text":"text"}`, number,
				number),
		}
	}
	get := func(path string) wire.Request {
		return wire.Request{Method: "GET", URL: enginetest.Base + path, Headers: allocHeaders}
	}
	e.Do(wire.Request{
		Method: "POST", URL: enginetest.Base + "/Tables", Headers: allocHeaders,
		Body: []byte(`{"TableName":"Things"}`),
	})
	for range 100 {
		e.Do(insert())
	}
	building := testing.AllocsPerRun(100, func() { insert() })
	inserted := testing.AllocsPerRun(100, func() { e.Do(insert()) }) - building
	got := testing.AllocsPerRun(100, func() { e.Do(get("/Things(PartitionKey='p',RowKey='000007')")) })
	group := func() wire.Request {
		ops := make([]wire.Request, table.MaxTransaction)
		for i := range ops {
			ops[i] = insert()
		}
		contentType, body := batch.Write("b", "c", ops)
		return wire.Request{
			Method: "POST", URL: enginetest.Base + "/$batch", Body: body,
			Headers: wire.Headers{{Name: "Content-Type", Value: contentType}},
		}
	}
	grouping := testing.AllocsPerRun(10, func() { group() })
	grouped := testing.AllocsPerRun(10, func() {
		if _, tr := e.Do(group()); tr.Cost.EntitiesWritten != table.MaxTransaction {
			t.Fatalf("%d entities were written", tr.Cost.EntitiesWritten)
		}
	}) - grouping
	scan := func() { e.Do(get("/Things()?$filter=Number%20eq%20-1")) }
	few := testing.AllocsPerRun(100, scan)
	for range 1000 {
		e.Do(insert())
	}
	many := testing.AllocsPerRun(100, scan)
	for _, c := range []struct {
		what  string
		count float64
		limit float64
	}{
		{"a point get", got, 23},    // two of them are buntdb's
		{"an insert", inserted, 27}, // and so are six of these
		{"an insert in a transaction of 100", grouped / table.MaxTransaction, 9},
		{"1,000 more entities that a filter passes over", many - few, 0},
	} {
		if c.count > c.limit {
			t.Errorf("%s: %v allocations, want at most %v", c.what, c.count, c.limit)
		}
	}
}

var allocHeaders = wire.Headers{
	{Name: "Accept", Value: "application/json;odata=minimalmetadata"},
	{Name: "Content-Type", Value: "application/json"},
	{Name: "Prefer", Value: "return-no-content"},
	{Name: "x-ms-version", Value: "2019-02-02"},
}
