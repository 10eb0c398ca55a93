package store_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

func open(t *testing.T, limit int64) *store.Store {
	t.Helper()
	s, err := store.Open(store.Options{Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Check(); err != nil {
			t.Errorf("inconsistent: %v", err)
		}
		_ = s.Close()
	})
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func createTable(t *testing.T, s *store.Store, name string) {
	t.Helper()
	must(t, s.Update(func(tx *store.Tx) error {
		return tx.PutTable(store.Table{Name: name, Created: table.MinTicks})
	}))
}

func put(t *testing.T, s *store.Store, tbl, partition, row string) {
	t.Helper()
	must(t, s.Update(func(tx *store.Tx) error {
		return tx.Put(tbl, table.Entity{Key: table.Key{PartitionKey: partition, RowKey: row}})
	}))
}

func everyKind() table.Entity {
	return table.Entity{
		Key:       table.Key{PartitionKey: "p", RowKey: "r"},
		Timestamp: table.MinTicks,
		Properties: []table.Property{
			{Name: "Z", Value: table.StringValue("naïve 😀")},
			{Name: "Empty", Value: table.StringValue("")},
			{Name: "B", Value: table.BinaryValue("\x00\xff")},
			{Name: "T", Value: table.BooleanValue(true)},
			{Name: "W", Value: table.DateTimeValue(table.MaxTicks)},
			{Name: "D", Value: table.DoubleValue(math.Copysign(0, -1))},
			{Name: "G", Value: table.GUIDValue([16]byte{1, 2, 3})},
			{Name: "I", Value: table.Int32Value(math.MinInt32)},
			{Name: "L", Value: table.Int64Value(math.MaxInt64)},
			{Name: strings.Repeat("n", 255), Value: table.StringValue(strings.Repeat("x", 40000))},
		},
	}
}

func TestRowRoundTrip(t *testing.T) {
	s := open(t, 0)
	createTable(t, s, "Things")
	want := everyKind()
	must(t, s.Update(func(tx *store.Tx) error { return tx.Put("Things", want) }))
	must(t, s.View(func(tx *store.Tx) error {
		row, ok, err := tx.Get("things", want.Key)
		if err != nil || !ok {
			t.Fatalf("not found: %v", err)
		}
		opts := cmp.Comparer(func(a, b table.Value) bool { return a == b })
		if diff := cmp.Diff(want, row.Entity(nil, nil), opts); diff != "" {
			t.Errorf("the entity came back changed:\n%s", diff)
		}
		for _, p := range want.Properties {
			if got, ok := row.Property(p.Name); !ok || got != p.Value {
				t.Errorf("%.10s: got %v, %v", p.Name, got, ok)
			}
		}
		if got, ok := row.Property("RowKey"); !ok || got != table.StringValue("r") {
			t.Errorf("RowKey: got %v, %v", got, ok)
		}
		if got, ok := row.Property("Timestamp"); !ok || got.Ticks() != want.Timestamp {
			t.Errorf("Timestamp: got %v, %v", got, ok)
		}
		if _, ok := row.Property("z"); ok {
			t.Error("property names are case-sensitive")
		}
		if row.Size() != want.Size() || row.ETag() != want.ETag() {
			t.Errorf("size %d, ETag %s; want %d, %s", row.Size(), row.ETag(), want.Size(), want.ETag())
		}
		some := row.Entity(nil, func(name string) bool { return name == "I" })
		if len(some.Properties) != 1 || some.Properties[0].Name != "I" {
			t.Errorf("a projection took %v", some.Properties)
		}
		return nil
	}))
}

func TestScanOrder(t *testing.T) {
	s := open(t, 0)
	createTable(t, s, "Things")
	createTable(t, s, "Things2")
	put(t, s, "Things2", "a", "elsewhere")
	for _, row := range []string{"\ue000", "b", "10", "", "😀", "9", "B"} {
		put(t, s, "Things", "a", row)
	}
	put(t, s, "Things", "aa", "1")
	if got, want := scan(t, s, keys.Entities("things")),
		[]string{"a/", "a/10", "a/9", "a/B", "a/b", "a/😀", "a/\ue000", "aa/1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := scan(t, s, keys.Partition("Things", "aa")), []string{"aa/1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := scan(t, s, keys.Range{From: "z", To: "a"}); got != nil {
		t.Errorf("an empty range gave %q", got)
	}
}

func scan(t *testing.T, s *store.Store, r keys.Range) (found []string) {
	t.Helper()
	must(t, s.View(func(tx *store.Tx) error {
		for row := range tx.Scan(r) {
			found = append(found, row.Key().PartitionKey+"/"+row.Key().RowKey)
		}
		return nil
	}))
	return found
}

// TestUpdateIsAtomic: a transaction that fails in any way leaves nothing behind.
func TestUpdateIsAtomic(t *testing.T) {
	boom := errors.New("boom")
	for name, end := range map[string]func() error{
		"error":          func() error { return boom },
		"panic":          func() error { panic(boom) },
		"runtime panic":  func() error { return []error{}[len(boom.Error())-4] },
		"over the limit": func() error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, 2000)
			createTable(t, s, "Things")
			put(t, s, "Things", "a", "kept")
			before := s.Used()
			err := s.Update(func(tx *store.Tx) error {
				key := table.Key{PartitionKey: "a", RowKey: "kept"}
				if err := tx.Delete("Things", key); err != nil {
					return err
				}
				for i := range 100 {
					key.RowKey = fmt.Sprintf("new %d", i)
					if err := tx.Put("Things", table.Entity{Key: key}); err != nil {
						return err
					}
				}
				return end()
			})
			if err == nil {
				t.Fatal("the transaction was committed")
			}
			if name == "over the limit" && !errors.Is(err, store.ErrFull) {
				t.Errorf("got %v, want ErrFull", err)
			}
			if got := scan(t, s, keys.Entities("Things")); !slices.Equal(got, []string{"a/kept"}) {
				t.Errorf("what is left is %q", got)
			}
			if s.Used() != before {
				t.Errorf("%d bytes are counted, %d before", s.Used(), before)
			}
		})
	}
}

// TestFullStoreShrinks: entities can be deleted from a store at its limit.
func TestFullStoreShrinks(t *testing.T) {
	s := open(t, 300)
	createTable(t, s, "Things")
	for i := 0; ; i++ {
		err := s.Update(func(tx *store.Tx) error {
			return tx.Put("Things", table.Entity{Key: table.Key{RowKey: fmt.Sprint(i)}})
		})
		if errors.Is(err, store.ErrFull) {
			break
		}
		must(t, err)
	}
	must(t, s.Update(func(tx *store.Tx) error { return tx.Delete("Things", table.Key{RowKey: "0"}) }))
	if got := scan(t, s, keys.Entities("Things")); len(got) == 0 || got[0] != "/1" {
		t.Errorf("what is left is %q", got)
	}
}

func TestTables(t *testing.T) {
	s := open(t, 0)
	for _, name := range []string{"Zebras", "apples", "Books"} {
		createTable(t, s, name)
	}
	var names []string
	must(t, s.View(func(tx *store.Tx) error {
		for tbl := range tx.Tables(keys.Tables()) {
			names = append(names, tbl.Name)
		}
		tbl, ok, err := tx.Table("ZEBRAS")
		if err != nil || !ok || tbl.Name != "Zebras" || tbl.Created != table.MinTicks {
			t.Errorf("got %v, %v, %v", tbl, ok, err)
		}
		if _, ok, _ := tx.Table("none"); ok {
			t.Error("found a table that is not there")
		}
		return nil
	}))
	if want := []string{"apples", "Books", "Zebras"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	for _, row := range []string{"1", "2", "3"} {
		put(t, s, "Books", "a", row)
	}
	createTable(t, s, "Bookshelves")
	put(t, s, "Bookshelves", "a", "1")
	must(t, s.Update(func(tx *store.Tx) error { return tx.DeleteEntities("BOOKS") }))
	if got := scan(t, s, keys.Entities("Books")); got != nil {
		t.Errorf("an emptied table holds %q", got)
	}
	if got := scan(t, s, keys.Entities("Bookshelves")); !slices.Equal(got, []string{"a/1"}) {
		t.Errorf("the table beside it holds %q", got)
	}
}

// TestTableUndone: a View finds a table as it is after an Update that wrote and read it and was undone.
func TestTableUndone(t *testing.T) {
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	created := func() (at table.Ticks) {
		err := s.View(func(tx *store.Tx) error {
			tbl, _, err := tx.Table("orders")
			at = tbl.Created
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return at
	}
	write := func(at table.Ticks, then error) error {
		return s.Update(func(tx *store.Tx) error {
			err := tx.PutTable(store.Table{Name: "Orders", Created: at})
			if tbl, found, _ := tx.Table("Orders"); !found || tbl.Created != at {
				t.Errorf("within the Update it's %d, %t", tbl.Created, found)
			}
			return errors.Join(err, then)
		})
	}
	for _, c := range []struct {
		write, want table.Ticks
		undone      error
	}{{1, 1, nil}, {2, 1, errors.New("on purpose")}, {3, 3, nil}} {
		if err := write(c.write, c.undone); (err != nil) != (c.undone != nil) {
			t.Error(err)
		}
		if got := created(); got != c.want {
			t.Errorf("after %d it's %d, want %d", c.write, got, c.want)
		}
	}
	if err := s.Update(func(tx *store.Tx) error { return tx.DeleteRecords(keys.All()) }); err != nil {
		t.Fatal(err)
	}
	if got := created(); got != 0 {
		t.Errorf("a table that's gone is found, of %d", got)
	}
}
