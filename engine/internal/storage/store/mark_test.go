package store_test

import (
	"errors"
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// state is what a store had at a mark.
type state struct {
	mark   *store.Mark
	digest uint64
	used   int64
	last   table.Ticks
	rows   map[string]string
}

func stateOf(s *store.Store, m *mirror) state {
	return state{digest: s.Digest(), used: s.Used(), last: s.Last(), rows: maps.Clone(m.kept)}
}

// TestMarks writes, marks, goes back and drops marks in random order. At a mark the store is what it was when
// the mark was made, and what its journal repeated is the same.
func TestMarks(t *testing.T) {
	key := rapid.Custom(func(t *rapid.T) string {
		return keys.Record(keys.Queue, rapid.StringMatching("[a-c]{1,2}").Draw(t, "name"))
	})
	rapid.Check(t, func(t *rapid.T) {
		s, err := store.Open(store.Options{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		m := &mirror{kept: map[string]string{}}
		s.SetJournal(m)
		var marks []state
		for now := range rapid.IntRange(1, 40).Draw(t, "steps") {
			step := rapid.SampledFrom([]string{"write", "write", "mark", "back", "drop"}).Draw(t, "step")
			if len(marks) == 0 && (step == "back" || step == "drop") {
				step = "mark"
			}
			switch step {
			case "mark":
				at := stateOf(s, m)
				if at.mark, err = s.Mark(); err != nil {
					t.Fatal(err)
				}
				marks = append(marks, at)
			case "back":
				want := rapid.SampledFrom(marks).Draw(t, "mark")
				goBack(t, s, m, want, rapid.Bool().Draw(t, "refused"))
			case "drop":
				at := rapid.IntRange(0, len(marks)-1).Draw(t, "mark")
				if err := s.Drop(marks[at].mark); err != nil {
					t.Fatal(err)
				}
				if s.Drop(marks[at].mark) == nil || s.Back(marks[at].mark) == nil {
					t.Fatal("a dropped mark can be used")
				}
				marks = append(marks[:at:at], marks[at+1:]...)
			default:
				way := rapid.SampledFrom([]string{"", "", "", "error"}).Draw(t, "way")
				_ = s.Update(func(tx *store.Tx) error {
					tx.Stamp(table.MinTicks + table.Ticks(now))
					return random(t, tx, key, way)
				})
			}
			compare(t, s, m.kept)
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

// goBack goes back to a mark. If the journal refuses that, the store stays as it is.
func goBack(t *rapid.T, s *store.Store, m *mirror, want state, refused bool) {
	before := stateOf(s, m)
	m.refuses = refused
	err := s.Back(want.mark)
	m.refuses = false
	if refused != (err != nil) {
		t.Fatalf("going back: %v", err)
	}
	if refused {
		want = before
	}
	got := stateOf(s, m)
	if got.digest != want.digest || got.used != want.used || got.last != want.last ||
		!maps.Equal(got.rows, want.rows) {
		t.Fatalf("the store has %v, want %v", got, want)
	}
}

// TestMarkOfClosed: a closed store has no marks, and can't go back to one.
func TestMarkOfClosed(t *testing.T) {
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Mark()
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Mark(); err == nil {
		t.Error("a closed store has a mark")
	}
	if s.Back(m) == nil || s.Drop(m) == nil {
		t.Error("the mark of a closed store can be used")
	}
}

// BenchmarkBack goes back over 100 changes at 100,000 entities.
func BenchmarkBack(b *testing.B) {
	s, err := store.Open(store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	entity := func(n int, value string) table.Entity {
		return table.Entity{Key: table.Key{PartitionKey: "p", RowKey: fmt.Sprintf("%06d", n)},
			Properties: []table.Property{{Name: "V", Value: table.StringValue(value)}}}
	}
	write := func(from, n int, value string) {
		err := errors.Join(err, s.Update(func(tx *store.Tx) (err error) {
			for i := range n {
				err = errors.Join(err, tx.Put("T", entity(from+i, value)))
			}
			return err
		}))
		if err != nil {
			b.Fatal(err)
		}
	}
	for from := 0; from < 100_000; from += 1000 {
		write(from, 1000, "old")
	}
	m, err := s.Mark()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		write(b.N*1000%99_000, 100, "new")
		if err := s.Back(m); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFork: a fork has what the store had, and what either writes later isn't in the other.
func TestFork(t *testing.T) {
	s, err := store.Open(store.Options{Limit: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	put := func(to *store.Store, name string) {
		err := to.Update(func(tx *store.Tx) error {
			tx.Stamp(table.MinTicks + 7)
			return tx.PutRecord(keys.Record(keys.Queue, name), "data of "+name)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for n := range 100 {
		put(s, fmt.Sprint(n))
	}
	fork, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	if fork.Digest() != s.Digest() || fork.Used() != s.Used() || fork.Last() != s.Last() {
		t.Error("the fork differs")
	}
	put(fork, "its own")
	put(s, "the store's")
	if err := errors.Join(s.Check(), fork.Check()); err != nil || fork.Digest() == s.Digest() {
		t.Errorf("they share what was written: %v", err)
	}
}

// BenchmarkFork forks a store of 10,000 entities.
func BenchmarkFork(b *testing.B) {
	s, err := store.Open(store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	err = s.Update(func(tx *store.Tx) (err error) {
		for n := range 10_000 {
			key := table.Key{PartitionKey: "p", RowKey: fmt.Sprintf("%06d", n)}
			value := []table.Property{{Name: "V", Value: table.StringValue("value")}}
			err = errors.Join(err, tx.Put("T", table.Entity{Key: key, Properties: value}))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		fork, err := s.Fork()
		if err != nil {
			b.Fatal(err)
		}
		_ = fork.Close()
	}
}
