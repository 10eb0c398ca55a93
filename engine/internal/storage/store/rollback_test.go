package store_test

import (
	"errors"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// mirror is a journal that repeats in a map the records it gets, and refuses an Update on demand.
type mirror struct {
	kept, next map[string]string
	refuses    bool
}

func (m *mirror) Begin()               { m.next = maps.Clone(m.kept) }
func (m *mirror) Set(key, data string) { m.next[key] = data }
func (m *mirror) Delete(key string)    { delete(m.next, key) }

func (m *mirror) DeleteRange(r keys.Range) {
	maps.DeleteFunc(m.next, func(key, _ string) bool { return r.Contains(key) })
}

func (m *mirror) Commit(table.Ticks) error {
	if m.refuses {
		return errors.New("refused")
	}
	m.kept = m.next
	return nil
}

// TestRollback runs random Updates, which fail in every way there is, and compares the store with what its
// journal repeated: the rows, the bytes counted, the last time. After a failure the digest is what it was.
func TestRollback(t *testing.T) {
	key := rapid.Custom(func(t *rapid.T) string {
		return keys.Record(keys.Queue, rapid.StringMatching("[a-c]{1,2}").Draw(t, "name"))
	})
	rapid.Check(t, func(t *rapid.T) {
		const limit = 100
		s, err := store.Open(store.Options{Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		m := &mirror{kept: map[string]string{}}
		s.SetJournal(m)
		for now := range rapid.IntRange(1, 20).Draw(t, "updates") {
			digest, last := s.Digest(), s.Last()
			way := rapid.SampledFrom([]string{"", "", "error", "panic", "refused"}).Draw(t, "way")
			m.refuses = way == "refused"
			var broken any // a failed Draw, which can't pass through the Update
			err := s.Update(func(tx *store.Tx) error {
				defer func() {
					if broken = recover(); broken != nil {
						panic(broken)
					}
				}()
				tx.Stamp(table.MinTicks + table.Ticks(now))
				return random(t, tx, key, way)
			})
			if broken != nil && broken != "on purpose" {
				panic(broken)
			}
			if way != "" && err == nil || way == "" && err != nil && !errors.Is(err, store.ErrFull) {
				t.Fatalf("way %q: %v", way, err)
			}
			if err != nil && (s.Digest() != digest || s.Last() != last) {
				t.Fatalf("a failed Update (%v) left something behind", err)
			}
			compare(t, s, m.kept)
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

// random writes and deletes records, and then ends in a way.
func random(t *rapid.T, tx *store.Tx, key *rapid.Generator[string], way string) (err error) {
	for range rapid.IntRange(0, 6).Draw(t, "writes") {
		k := key.Draw(t, "key")
		switch rapid.IntRange(0, 5).Draw(t, "what") {
		case 0:
			err = tx.DeleteRecord(k)
		case 1:
			err = tx.DeleteRecords(keys.Range{From: k, To: key.Draw(t, "to")})
		default:
			err = tx.PutRecord(k, rapid.StringMatching("[0-9]{0,30}").Draw(t, "data"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	switch way {
	case "error":
		return errors.New("on purpose")
	case "panic":
		panic("on purpose")
	default:
		return nil
	}
}

// compare compares the rows of a store, and their bytes, with a map.
func compare(t *rapid.T, s *store.Store, want map[string]string) {
	got, used, before := map[string]string{}, 0, ""
	_ = s.View(func(tx *store.Tx) error {
		for key, data := range tx.Records(keys.All()) {
			if key <= before {
				t.Errorf("%q comes after %q", key, before)
			}
			got[key], before = data, key
			used += len(key) + len(data)
		}
		return nil
	})
	if !maps.Equal(got, want) || s.Used() != int64(used) {
		t.Fatalf("the store has %v in %d bytes, the journal %v", got, s.Used(), want)
	}
}
