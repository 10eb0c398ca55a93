package tables_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/btree"

	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// The benchmarks compare the engine with the B-tree of its store, with as many bytes under as many keys in
// the same order. The difference is what the engine adds. docs/contributing.md says how to run them.

const (
	ordersURL = enginetest.Base + "/Orders"

	// perPartition is how many entities each partition has. Keys are numbers, and follow the order of
	// time: entity i is in partition i/perPartition.
	perPartition = 10_000

	// stride visits all keys of a table in an order that a cache can't predict.
	stride = 7919

	// payload is 210 bytes of properties as they are sent.
	payload = `"Customer":"customer-00042","Status":"open","Lines":12,"Total":123.45,"Paid":false,` +
		`"Note":"Leave it with the neighbours at number 14 if nobody is at home, and ring the bell twice, ` +
		`please, as it is not loud. --"`
)

func partitionOf(i int) string { return fmt.Sprintf("p%03d", i/perPartition) }
func rowKeyOf(i int) string    { return fmt.Sprintf("%012d", i) }

func orderBody(i int) []byte {
	return fmt.Appendf(nil, `{"PartitionKey":"%s","RowKey":"%s","Number":%d,%s}`,
		partitionOf(i), rowKeyOf(i), i, payload)
}

// clientHeaders returns the headers that an official client sends.
func clientHeaders(more ...wire.Header) wire.Headers {
	return append(wire.Headers{
		{Name: "Accept", Value: "application/json;odata=minimalmetadata"},
		{Name: "Authorization",
			Value: "SharedKeyLite devstoreaccount1:x7ZH1Jm6wWsvgVmuC1XOcXxLhGhGbQk1GcyJq6vKn3E="},
		{Name: "Content-Type", Value: "application/json"},
		{Name: "DataServiceVersion", Value: "3.0"},
		{Name: "User-Agent", Value: "azsdk-js-azure-data-tables/13.3.2"},
		{Name: "x-ms-client-request-id", Value: "9c2d6f5e-2d0e-4d0f-9a55-3ad0f3c1b2a4"},
		{Name: "x-ms-date", Value: "Mon, 05 Jan 2026 09:00:00 GMT"},
		{Name: "x-ms-version", Value: "2019-02-02"},
	}, more...)
}

// orders returns an account with an empty table. Its clock and identifiers take almost no time.
func orders(b *testing.B) *enginetest.Tables {
	b.Helper()
	now, random := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), rand.New(rand.NewPCG(1, 1))
	s, err := store.Open(store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	e := &enginetest.Tables{Store: s, Account: account.Open(s, account.Options{
		Name: enginetest.Account, Services: []service.Service{tables.Service()},
		Clock: func() table.Ticks {
			now = now.Add(time.Microsecond)
			return table.TicksOf(now)
		},
		NewID: func() string {
			var id [16]byte
			for i := range id {
				id[i] = byte(random.Uint32())
			}
			return table.RandomGUID(id)
		},
	})}
	exchange(b, e, 201, wire.Request{
		Method: "POST", URL: enginetest.Base + "/Tables", Headers: clientHeaders(),
		Body: []byte(`{"TableName":"Orders"}`),
	})
	return e
}

// exchange sends a request and fails if the answer has another status.
func exchange(b *testing.B, e *enginetest.Tables, status int, req wire.Request) (wire.Response, trace.Trace) {
	response, tr := e.Do(req)
	if response.Status != status {
		b.Helper()
		b.Fatalf("%s %s: got %d, want %d: %s", req.Method, req.URL, response.Status, status, response.Body)
	}
	return response, tr
}

func insertOf(i int) wire.Request {
	return wire.Request{
		Method: "POST", URL: ordersURL, Body: orderBody(i),
		Headers: clientHeaders(wire.Header{Name: "Prefer", Value: "return-no-content"}),
	}
}

// fill inserts n entities. step is the distance from one key to the next.
func fill(b *testing.B, e *enginetest.Tables, n, step int) {
	for i := range n {
		exchange(b, e, 204, insertOf(i*step%n))
	}
}

// pair is what the raw tree keeps. Its key and row share one allocation, as in the store.
type pair struct{ key, row string }

// rawRow is how many bytes the engine stores for an order.
const rawRow = 236

func rawKey(i int) string { return "eorders\x00" + partitionOf(i) + "\x00" + rowKeyOf(i) + "\x00" }

// raw is a B-tree with n keys and rows like those of the engine, step keys from one to the next.
func raw(n, step int) *btree.BTreeG[*pair] {
	tree := btree.NewBTreeGOptions(func(a, b *pair) bool { return a.key < b.key }, btree.Options{})
	for i := range n {
		rawSet(tree, rawKey(i*step%n))
	}
	return tree
}

func rawSet(tree *btree.BTreeG[*pair], key string) {
	both := key + rawBytes
	tree.Set(&pair{both[:len(key)], both[len(key):]})
}

var rawBytes = strings.Repeat("x", rawRow)

// each runs a benchmark for tables of several sizes.
func each(b *testing.B, run func(b *testing.B, n int), sizes ...int) {
	for _, n := range sizes {
		if runtime.GOOS == "js" && n > 100_000 {
			continue // it would take minutes and show nothing new
		}
		b.Run("entities="+strconv.Itoa(n), func(b *testing.B) { run(b, n) })
	}
}

func BenchmarkGet(b *testing.B) {
	const n = 100_000
	b.Run("by=engine", func(b *testing.B) {
		e := orders(b)
		fill(b, e, n, 1)
		requests := make([]wire.Request, 1000)
		for i := range requests {
			at := i * stride % n
			requests[i] = wire.Request{Method: "GET", Headers: clientHeaders(), URL: ordersURL +
				"(PartitionKey='" + partitionOf(at) + "',RowKey='" + rowKeyOf(at) + "')"}
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			exchange(b, e, 200, requests[i%len(requests)])
		}
	})
	b.Run("by=btree", func(b *testing.B) {
		tree := raw(n, 1)
		keys := make([]string, 1000)
		for i := range keys {
			keys[i] = rawKey(i * stride % n)
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, found := tree.Get(&pair{key: keys[i%len(keys)]}); !found {
				b.Fatal("a key is missing")
			}
		}
	})
}

// BenchmarkInsert begins with an empty table.
func BenchmarkInsert(b *testing.B) {
	b.Run("by=engine", func(b *testing.B) {
		e := orders(b)
		insert := insertOf(0)
		inserted := enginetest.NumbersOf(insert.Body)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			inserted.From(i)
			exchange(b, e, 204, insert)
		}
	})
	b.Run("by=btree", func(b *testing.B) {
		tree, key := raw(0, 1), enginetest.NumbersOf([]byte(rawKey(0)))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			rawSet(tree, string(key.From(i)))
		}
	})
}

// BenchmarkTransaction inserts 100 entities at once.
func BenchmarkTransaction(b *testing.B) {
	const size = table.MaxTransaction
	b.Run("by=engine", func(b *testing.B) {
		e := orders(b)
		ops := make([]wire.Request, size)
		for i := range ops {
			ops[i] = insertOf(i)
		}
		group := wire.Request{Method: "POST", URL: enginetest.Base + "/$batch", Headers: clientHeaders()}
		contentType, body := batch.Write("b", "c", ops)
		group.Headers.Set("Content-Type", contentType)
		group.Body = body
		inserted := enginetest.NumbersOf(body)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			inserted.From(i * size)
			if _, tr := exchange(b, e, 202, group); tr.Cost.EntitiesWritten != size {
				b.Fatalf("wrote %d entities", tr.Cost.EntitiesWritten)
			}
		}
	})
	b.Run("by=btree", func(b *testing.B) {
		tree, key := raw(0, 1), enginetest.NumbersOf([]byte(rawKey(0)))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			for j := range size {
				rawSet(tree, string(key.From(i*size+j)))
			}
		}
	})
}

// BenchmarkRange reads the ten entities of a range.
func BenchmarkRange(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		e := orders(b)
		fill(b, e, n, 1)
		from := n / 2
		query := wire.Request{Method: "GET", Headers: clientHeaders(), URL: ordersURL + "()?$filter=" +
			"PartitionKey%20eq%20'" + partitionOf(from) + "'%20and%20RowKey%20ge%20'" + rowKeyOf(from) +
			"'%20and%20RowKey%20lt%20'" + rowKeyOf(from+10) + "'"}
		b.ReportAllocs()
		for b.Loop() {
			if _, tr := exchange(b, e, 200, query); tr.Cost.EntitiesReturned != 10 {
				b.Fatalf("returned %d entities", tr.Cost.EntitiesReturned)
			}
		}
	}, 1_000, 100_000, 1_000_000)
}

// BenchmarkPages reads whole tables, a page of 1,000 at a time.
func BenchmarkPages(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		e := orders(b)
		fill(b, e, n, 1)
		b.ReportAllocs()
		for b.Loop() {
			if got := readPages(b, e); got != n {
				b.Fatalf("read %d entities", got)
			}
		}
		perEntity(b, n)
	}, 10_000, 100_000)
}

func readPages(b *testing.B, e *enginetest.Tables) (entities int) {
	const next = "x-ms-continuation-Next"
	for query := "()"; query != ""; {
		page, tr := exchange(b, e, 200, wire.Request{Method: "GET", URL: ordersURL + query,
			Headers: clientHeaders()})
		entities += tr.Cost.EntitiesReturned
		query = ""
		if partition, more := page.Headers.Lookup(next + "PartitionKey"); more {
			query = "()?NextPartitionKey=" + partition + "&NextRowKey=" + page.Headers.Get(next+"RowKey")
		}
	}
	return entities
}

// BenchmarkFilter reads a whole table with a filter that matches nothing. In memory, entities are in the
// order in which they were inserted: that of their keys, or another.
func BenchmarkFilter(b *testing.B) {
	const n = 100_000
	for _, order := range []struct {
		name string
		step int
	}{{"keys", 1}, {"any", stride}} {
		b.Run("inserted="+order.name+"/by=engine", func(b *testing.B) {
			e := orders(b)
			fill(b, e, n, order.step)
			query := wire.Request{
				Method: "GET", Headers: clientHeaders(), URL: ordersURL + "()?$filter=Number%20eq%20-1",
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, tr := exchange(b, e, 200, query); tr.Cost.EntitiesRead != n {
					b.Fatalf("read %d entities", tr.Cost.EntitiesRead)
				}
			}
			perEntity(b, n)
		})
		b.Run("inserted="+order.name+"/by=btree", func(b *testing.B) {
			tree := raw(n, order.step)
			b.ReportAllocs()
			for b.Loop() {
				sum := 0
				tree.Scan(func(p *pair) bool {
					sum += int(p.row[0])
					return true
				})
				if sum != n*'x' {
					b.Fatal("not all rows were read")
				}
			}
			perEntity(b, n)
		})
	}
}

func perEntity(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
}

// BenchmarkMemory fills a table and reports how much the heap has grown.
func BenchmarkMemory(b *testing.B) {
	each(b, func(b *testing.B, n int) {
		b.Run("by=engine", func(b *testing.B) {
			for b.Loop() {
				before := heap()
				e := orders(b)
				fill(b, e, n, 1)
				b.ReportMetric((heap()-before)/float64(n), "bytes/entity")
				runtime.KeepAlive(e)
			}
		})
		b.Run("by=btree", func(b *testing.B) {
			for b.Loop() {
				before := heap()
				tree := raw(n, 1)
				b.ReportMetric((heap()-before)/float64(n), "bytes/entity")
				runtime.KeepAlive(tree)
			}
		})
	}, 100_000, 1_000_000)
}

func heap() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
