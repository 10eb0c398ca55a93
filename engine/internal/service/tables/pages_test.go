package tables_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestThousand: a page has at most 1,000 items. It has a continuation token if there are more, and none if
// it ends with the last one.
func TestThousand(t *testing.T) {
	e := enginetest.New(t, nil)
	for i := range 1001 {
		expect(t, e, "POST", "/Tables", fmt.Sprintf(`{"TableName":"t%04d"}`, i), 201, ok)
		expect(t, e, "PUT", fmt.Sprintf("/t0000(PartitionKey='%d',RowKey='%03d')", i/500, i%500), `{}`, 204,
			ok)
	}
	for _, c := range []struct {
		path, next string // the continuation headers, as options
		count      int
	}{
		{"/t0000()?", "NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", 1000},
		{"/t0000()?$top=1000", "NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", 1000},
		{"/t0000()?$filter=PartitionKey+ne+'2'", "", 1000},
		{"/t0000()?NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", "", 1},
		{"/t0000()?NextPartitionKey=1!4!MQ--", "", 501},
		{"/t0000()?NextPartitionKey=1!4!MQ--&NextRowKey=1!4!MzAw&$top=201", "", 201},
		{"/t0000()?NextPartitionKey=1!4!MQ--&NextRowKey=1!4!MzAw&$top=200",
			"NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", 200},
		{"/t0000()?NextPartitionKey=1!4!OQ--&NextRowKey=1!0!", "", 0},
		{"/Tables?", "NextTableName", 1000},
		{"/Tables?$filter=TableName+ne+'t0500'", "", 1000},
	} {
		response, _ := e.Do(sent("GET " + c.path))
		var next []string
		for _, h := range response.Headers {
			if name, ok := strings.CutPrefix(h.Name, "x-ms-continuation-"); ok && name == "NextTableName" {
				next = append(next, name)
			} else if ok {
				next = append(next, name+"="+h.Value)
			}
		}
		count := len(gjson.GetBytes(response.Body, "value").Array())
		if got := strings.Join(next, "&"); count != c.count || got != c.next {
			t.Errorf("%s: got %d and %q, want %d and %q", c.path, count, got, c.count, c.next)
		}
	}
	expect(t, e, "GET", "/t0000()?NextRowKey=1!4!MDAw", "", 400, fault.InvalidInput)
}

// TestPageEndsEarly: a page that takes too long, or has examined enough, ends with a token, and the pages
// together have everything once.
func TestPageEndsEarly(t *testing.T) {
	for name, c := range map[string]struct {
		entities int
		slow     time.Duration // of each look at the clock
		filter   string
		want     []int // how many entities are on each page
	}{
		"by time":                {3000, 3 * time.Second, "Total eq -1", []int{0, 0}},
		"by time, between finds": {3000, 3 * time.Second, "RowKey ge '000002000'", []int{47, 953}},
		"by entities":            {100_001, 0, "Total eq 100000", []int{0, 1}},
		"by work": {8000, 0, "Total eq 7999" + strings.Repeat(" or Total eq -1", 499),
			[]int{0, 0, 1}},
		"not by entities": {100_000, 0, "Total eq 99999", []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && c.entities >= 100_000 {
				t.Skip("it fills a large table")
			}
			var now time.Time
			e := enginetest.New(t, func(o *account.Options) {
				o.Watch = func() table.Ticks { now = now.Add(c.slow); return table.TicksOf(now) }
			})
			expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
			fillTotals(t, e, c.entities)
			token, pages := "", []int(nil)
			for len(pages) <= len(c.want) {
				r, _ := e.Do(sent("GET /Orders()?$filter=" + wire.Escape(c.filter, "") + token))
				pages = append(pages, int(gjson.GetBytes(r.Body, "value.#").Int()))
				next := r.Headers.Get("x-ms-continuation-NextRowKey")
				if next == "" {
					break
				}
				token = "&NextPartitionKey=" + r.Headers.Get("x-ms-continuation-NextPartitionKey") +
					"&NextRowKey=" + next
			}
			if !slices.Equal(pages, c.want) {
				t.Errorf("got %v on the pages, want %v", pages, c.want)
			}
		})
	}
}

// fillTotals stores entities with the numbers from 0 on in their Total, in partitions of 1,000.
func fillTotals(t testing.TB, e *enginetest.Tables, count int) {
	t.Helper()
	fillWith(t, e, count, func(i int) []table.Property {
		return []table.Property{{Name: "Total", Value: table.Int32Value(int32(i))}}
	})
}

func fillWith(t testing.TB, e *enginetest.Tables, count int, properties func(i int) []table.Property) {
	t.Helper()
	err := e.Store.Update(func(tx *store.Tx) error {
		for i := range count {
			key := table.Key{PartitionKey: fmt.Sprintf("%03d", i/1000), RowKey: fmt.Sprintf("%09d", i)}
			e := table.Entity{Key: key, Timestamp: 1, Properties: properties(i)}
			if err := tx.Put("orders", e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRuns: a trace has what a scan passed over as runs, each in one partition and up to what it returned.
func TestRuns(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Runs"}`, 201, ok)
	var want []trace.Touch
	for partition, size := range []int{1, 3, 4, 5, 8, 60, 64, 65, 2, 100, 1, 1, 200, 64, 64} {
		passed := false // the entity before is one of the same run
		for row := range size {
			key := table.Key{PartitionKey: fmt.Sprintf("%02d", partition), RowKey: fmt.Sprintf("%03d", row)}
			found := row%50 == 49
			expect(t, e, "PUT", fmt.Sprintf("/Runs(PartitionKey='%s',RowKey='%s')", key.PartitionKey, key.RowKey),
				fmt.Sprintf(`{"A":%t}`, found), 204, ok)
			switch {
			case found:
				want = append(want, trace.Touch{Key: key, Last: key.RowKey, Act: trace.Returned})
			case passed:
				want[len(want)-1].Last = key.RowKey
			default:
				want = append(want, trace.Touch{Key: key, Last: key.RowKey})
			}
			passed = !found
		}
	}
	_, tr := e.Do(sent("GET /Runs()?$filter=A+eq+true"))
	if !slices.Equal(tr.Touched, want) {
		t.Errorf("got %v, want %v", tr.Touched, want)
	}
}

// TestLongPage: an account with little memory makes short pages of long entities, which together have all.
func TestLongPage(t *testing.T) {
	e := enginetest.NewWithin(t, 4<<20, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Long"}`, 201, ok)
	for i := range 40 {
		body := `{"A":"` + strings.Repeat("x", 30_000) + `"}`
		expect(t, e, "PUT", fmt.Sprintf("/Long(PartitionKey='p',RowKey='%02d')", i), body, 204, ok)
	}
	var sizes []int
	for next := "?"; next != ""; {
		response, _ := e.Do(sent("GET /Long()" + next))
		sizes = append(sizes, len(gjson.GetBytes(response.Body, "value").Array()))
		next = ""
		if row := response.Headers.Get("x-ms-continuation-NextRowKey"); row != "" {
			next = "?NextPartitionKey=" + response.Headers.Get("x-ms-continuation-NextPartitionKey") +
				"&NextRowKey=" + row
		}
	}
	if !slices.Equal(sizes, []int{18, 18, 4}) {
		t.Errorf("pages of %v", sizes)
	}
	response, _ := e.Do(sent("GET /Long()?$select=RowKey"))
	if got := len(gjson.GetBytes(response.Body, "value").Array()); got != 40 {
		t.Errorf("a page of %d keys", got)
	}
}

// BenchmarkDearestPage is how long a write can wait for a query: a page of the most expensive filter there
// can be, over 100,000 entities. Its comparisons look for the last of many properties, or compare long
// strings.
func BenchmarkDearestPage(b *testing.B) {
	wide := make([]table.Property, 200)
	for i := range wide {
		wide[i] = table.Property{Name: fmt.Sprintf("P%03d", i), Value: table.BooleanValue(true)}
	}
	long := table.StringValue(strings.Repeat("x", 4000))
	for name, properties := range map[string][]table.Property{
		"narrow": {{Name: "Z", Value: table.Int32Value(1)}},
		"wide":   append(wide, table.Property{Name: "Z", Value: table.Int32Value(1)}),
		"long":   {{Name: "A", Value: long}, {Name: "Z", Value: long}},
	} {
		for _, comparisons := range []int{1, 6, 15, filter.MaxComparisons} {
			b.Run(fmt.Sprintf("%s/comparisons=%d", name, comparisons), func(b *testing.B) {
				e := enginetest.New(b, nil)
				if err := e.Store.Update(func(tx *store.Tx) error {
					return tx.PutTable(store.Table{Name: "Orders"})
				}); err != nil {
					b.Fatal(err)
				}
				n := 100_000
				if name != "narrow" {
					n = 20_000 // or they would need gigabytes
				}
				fillWith(b, e, n, func(int) []table.Property { return properties })
				test := "Z eq -1"
				if name == "long" {
					test = "Z lt '" + strings.Repeat("x", 40) + "'"
				}
				source := test + strings.Repeat(" or "+test, comparisons-1)
				query := sent("GET /Orders()?$filter=" + wire.Escape(source, ""))
				for b.Loop() {
					e.Do(query)
				}
			})
		}
	}
}
