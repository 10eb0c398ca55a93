package store_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// TestBulk: entities that are stored together are in the store as if each had been added alone, and those
// that had to stay out are the same.
func TestBulk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		must := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		want, err := store.Open(store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var bulk store.Bulk
		var contents store.Contents
		var refused []int
		long := strings.Repeat("long", rapid.SampledFrom([]int{1, 1, 500, 20_000}).Draw(t, "length"))
		const stamp = table.MinTicks + 7
		for i := range rapid.IntRange(0, 300).Draw(t, "entities") {
			e := table.Entity{Timestamp: stamp, Key: table.Key{
				PartitionKey: rapid.StringMatching("[ab\ue000😀]?").Draw(t, "partition"),
				RowKey:       rapid.StringMatching("[a-c]{0,3}").Draw(t, "row"),
			}}
			for _, name := range []string{"A", "B"}[:rapid.IntRange(0, 2).Draw(t, "properties")] {
				value := rapid.SampledFrom([]table.Value{table.Int32Value(int32(i)), table.StringValue("é"),
					table.BinaryValue(long)}).Draw(t, "value")
				e.Properties = append(e.Properties, table.Property{Name: name, Value: value})
			}
			tbl := rapid.SampledFrom([]string{"Things", "Others"}).Draw(t, "table")
			bulk.Add(tbl, e.Key, e.Timestamp, contents.Of(e.Properties))
			fresh, err := false, error(nil)
			must(want.Update(func(tx *store.Tx) error { fresh, err = tx.Add(tbl, e); return err }))
			if !fresh {
				refused = append(refused, i)
			}
		}
		got, left, err := bulk.Open(store.Options{})
		must(err)
		slices.Sort(left)
		if !slices.Equal(left, refused) {
			t.Fatalf("left out %v, want %v", left, refused)
		}
		// A later write finds and replaces what is there.
		for _, s := range []*store.Store{want, got} {
			must(s.Update(func(tx *store.Tx) error {
				return tx.Put("Things", table.Entity{Key: table.Key{PartitionKey: "a", RowKey: "b"}})
			}))
			for _, name := range []string{"Things", "Others"} {
				must(s.Update(func(tx *store.Tx) error { return tx.PutTable(store.Table{Name: name}) }))
			}
		}
		must(got.Check())
		if got.Digest() != want.Digest() || got.Used() != want.Used() {
			t.Fatal("the stores differ")
		}
	})
}
