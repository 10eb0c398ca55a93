package store_test

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// side is a store, and what has to be in it.
type side struct {
	store *store.Store
	want  map[string]string
}

// TestCopy: a store and its copies have the same rows until they are written to, and none of them sees what
// another one writes or undoes.
func TestCopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, err := store.Open(store.Options{Limit: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		sides := []side{{first, map[string]string{}}}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			s := &sides[rapid.IntRange(0, len(sides)-1).Draw(t, "side")]
			if rapid.IntRange(0, 9).Draw(t, "copies") == 0 {
				c, err := s.store.Copy()
				if err != nil {
					t.Fatal(err)
				}
				want := map[string]string{}
				for k, v := range s.want {
					want[k] = v
				}
				sides = append(sides, side{c, want})
				continue
			}
			s.write(t)
		}
		for i, s := range sides {
			s.check(t, i)
		}
	})
}

var errUndone = errors.New("undone")

// write puts and deletes entities in one transaction, which may be undone.
func (s *side) write(t *rapid.T) {
	want := map[string]string{}
	for k, v := range s.want {
		want[k] = v
	}
	undo := rapid.Bool().Draw(t, "undo")
	err := s.store.Update(func(tx *store.Tx) error {
		if err := tx.PutTable(store.Table{Name: "T"}); err != nil {
			return err
		}
		for range rapid.IntRange(1, 80).Draw(t, "writes") {
			n := rapid.IntRange(0, 199).Draw(t, "entity")
			key := table.Key{PartitionKey: "p", RowKey: fmt.Sprintf("%03d", n)}
			if rapid.IntRange(0, 3).Draw(t, "deletes") == 0 {
				delete(want, key.RowKey)
				if err := tx.Delete("T", key); err != nil {
					return err
				}
				continue
			}
			value := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "value")
			e := table.Entity{Key: key, Properties: []table.Property{{Name: "V", Value: table.StringValue(value)}}}
			if _, taken := want[key.RowKey]; taken && value == "c" {
				if fresh, err := tx.Add("T", e); fresh || err != nil {
					t.Fatal("an entity was added where there is one", err)
				}
				continue
			}
			want[key.RowKey] = value
			if err := tx.Put("T", e); err != nil {
				return err
			}
		}
		if undo {
			return errUndone
		}
		return nil
	})
	if err != nil && !undo {
		t.Fatal(err)
	}
	if err == nil {
		s.want = want
	}
}

func (s *side) check(t *rapid.T, side int) {
	if err := s.store.Check(); err != nil {
		t.Error(err)
	}
	err := s.store.View(func(tx *store.Tx) error {
		for n := range 200 {
			rowKey := fmt.Sprintf("%03d", n)
			row, found, err := tx.Get("T", table.Key{PartitionKey: "p", RowKey: rowKey})
			if err != nil {
				return err
			}
			got := ""
			if found {
				value, _ := row.Property("V")
				got = value.Text()
			}
			if want, expected := s.want[rowKey]; found != expected || got != want {
				t.Errorf("side %d: %s is %q, want %q", side, rowKey, got, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestCopyClosed: a copy outlives the store that it's of, and a closed store has none.
func TestCopyClosed(t *testing.T) {
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Copy()
	if err != nil || s.Close() != nil {
		t.Fatal(err)
	}
	if _, err := s.Copy(); err == nil {
		t.Error("a closed store was copied")
	}
	if err := c.Update(func(tx *store.Tx) error { return tx.PutTable(store.Table{Name: "T"}) }); err != nil {
		t.Error(err)
	}
}
