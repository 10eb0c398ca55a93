package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// The benchmarks of this file have entities with ten properties, which have all eight types.

const readingsURL = enginetest.Base + "/Readings"

// readingBody is the body of an insert, in which NumbersOf finds the RowKey.
func readingBody(i int) []byte {
	return fmt.Appendf(nil, `{"PartitionKey":"%s","RowKey":"%s",`+
		`"Device":"sensor-%05d","Site":"Hall 7, upper floor, by the third window","Valid":true,"Count":%d,`+
		`"Value":%d.25,"Total@odata.type":"Edm.Int64","Total":"%d",`+
		`"Taken@odata.type":"Edm.DateTime","Taken":"2026-01-05T09:%02d:%02d.1234567Z",`+
		`"Batch@odata.type":"Edm.Guid","Batch":"a455c695-df98-5678-aaaa-81d3367e%04x",`+
		`"Raw@odata.type":"Edm.Binary","Raw":"AAECAwQFBgcICQoLDA0ODw==","Note":"ok"}`,
		partitionOf(i), rowKeyOf(i), i%100_000, i%1000, i%90, 5_000_000_000+i, i/60%60, i%60, i%0xFFFF)
}

// readings returns an account with a table of n readings. step is the distance from one key to the next.
func readings(b *testing.B, n, step int) *enginetest.Tables {
	b.Helper()
	e := orders(b)
	exchange(b, e, 201, wire.Request{
		Method: "POST", URL: enginetest.Base + "/Tables", Headers: clientHeaders(),
		Body: []byte(`{"TableName":"Readings"}`),
	})
	for i := range n {
		exchange(b, e, 204, insertReading(i*step%n))
	}
	return e
}

func insertReading(i int) wire.Request {
	req := insertOf(0)
	req.URL, req.Body = readingsURL, readingBody(i)
	return req
}

// BenchmarkTypedPage reads one full page.
func BenchmarkTypedPage(b *testing.B) {
	e := readings(b, table.MaxPage, 1)
	query := wire.Request{Method: "GET", URL: readingsURL + "()", Headers: clientHeaders()}
	b.ReportAllocs()
	for b.Loop() {
		if _, tr := exchange(b, e, 200, query); tr.Cost.EntitiesReturned != table.MaxPage {
			b.Fatalf("returned %d entities", tr.Cost.EntitiesReturned)
		}
	}
	perEntity(b, table.MaxPage)
}

// BenchmarkTypedFilter reads a whole table, inserted in any order, with a filter that matches nothing. The
// property in the filter is the first, a middle and the last one of each entity.
func BenchmarkTypedFilter(b *testing.B) {
	const n = 100_000
	e := readings(b, n, stride)
	for _, filter := range []string{"Device%20eq%20'none'", "Total%20eq%20-1L", "Note%20eq%20'none'"} {
		name, _, _ := strings.Cut(filter, "%")
		b.Run("property="+name, func(b *testing.B) {
			query := wire.Request{
				Method: "GET", URL: readingsURL + "()?$filter=" + filter, Headers: clientHeaders(),
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, tr := exchange(b, e, 200, query); tr.Cost.EntitiesRead != n {
					b.Fatalf("read %d entities", tr.Cost.EntitiesRead)
				}
			}
			perEntity(b, n)
		})
	}
}

// BenchmarkTypedInsert inserts one entity with each request.
func BenchmarkTypedInsert(b *testing.B) {
	e := readings(b, 0, 1)
	insert := insertReading(0)
	inserted := enginetest.NumbersOf(insert.Body)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		inserted.From(i)
		exchange(b, e, 204, insert)
	}
	perEntity(b, 1)
}

// BenchmarkTypedFill fills an empty table by transactions of 100 inserts.
func BenchmarkTypedFill(b *testing.B) {
	const size = table.MaxTransaction
	each(b, func(b *testing.B, n int) {
		ops := make([]wire.Request, size)
		for i := range ops {
			ops[i] = insertReading(i)
		}
		group := wire.Request{Method: "POST", URL: enginetest.Base + "/$batch", Headers: clientHeaders()}
		contentType, body := batch.Write("b", "c", ops)
		group.Headers.Set("Content-Type", contentType)
		group.Body = body
		inserted := enginetest.NumbersOf(body)
		b.ReportAllocs()
		for b.Loop() {
			e := readings(b, 0, 1)
			for i := 0; i < n; i += size {
				inserted.From(i)
				if _, tr := exchange(b, e, 202, group); tr.Cost.EntitiesWritten != size {
					b.Fatalf("wrote %d entities", tr.Cost.EntitiesWritten)
				}
			}
		}
		perEntity(b, n)
	}, 10_000, 100_000)
}
