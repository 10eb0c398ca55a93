package keeper_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/keeper"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

var errRefused = errors.New("refused")

// memory is a Keeper that refuses on request.
type memory struct {
	journal  []byte
	appended int
	replaced chan int // receives the new length of each journal that was replaced
	refuses  func(what string) bool
}

func newMemory() *memory {
	return &memory{replaced: make(chan int, 100), refuses: func(string) bool { return false }}
}

func (m *memory) Read() io.Reader { return bytes.NewReader(m.journal) }

func (m *memory) Append(record []byte) error {
	if m.refuses("append") {
		return errRefused
	}
	m.journal = append(m.journal, record...)
	m.appended++
	return nil
}

func (m *memory) Replace(records iter.Seq[[]byte]) error {
	var draft []byte
	for record := range records {
		if m.refuses("replace") {
			m.replaced <- -1
			return errRefused
		}
		draft = append(draft, record...)
	}
	m.journal = draft
	m.replaced <- len(draft)
	return nil
}

func open(t *testing.T, m *memory) (s *store.Store, reported *[]error) {
	t.Helper()
	reported = new([]error)
	s, err := keeper.Open(m, 0, func(err error) { *reported = append(*reported, err) })
	if err != nil {
		t.Fatal(err)
	}
	return s, reported
}

func put(s *store.Store, n int, text string) error {
	return s.Update(func(tx *store.Tx) error {
		tx.Stamp(table.Ticks(n))
		return tx.Put("orders", table.Entity{Key: table.Key{PartitionKey: text, RowKey: fmt.Sprint(n)}})
	})
}

func TestWritesAreThereAgain(t *testing.T) {
	m := newMemory()
	s, _ := open(t, m)
	for n := range 100 {
		if err := put(s, n, "text"); err != nil {
			t.Fatal(err)
		}
	}
	again, _ := open(t, m)
	if s.Digest() != again.Digest() || again.Last() != 99 {
		t.Errorf("another store was read, until %d", again.Last())
	}
	if m.appended != 100 {
		t.Errorf("100 transactions became %d records", m.appended)
	}
}

func TestRefusedWritesAreUndone(t *testing.T) {
	m := newMemory()
	s, reported := open(t, m)
	if err := put(s, 1, "kept"); err != nil {
		t.Fatal(err)
	}
	before := s.Digest()
	m.refuses = func(string) bool { return true }
	if err := put(s, 2, "refused"); !errors.Is(err, errRefused) {
		t.Errorf("a write that wasn't kept got %v", err)
	}
	if s.Digest() != before || s.Last() != 1 {
		t.Error("a write that wasn't kept is in the store")
	}
	if len(*reported) != 1 || !errors.Is((*reported)[0], errRefused) {
		t.Errorf("reported: %v", *reported)
	}
	m.refuses = func(string) bool { return false }
	if err := put(s, 3, "kept"); err != nil {
		t.Errorf("a write after a refused one got %v", err)
	}
	if again, _ := open(t, m); again.Digest() != s.Digest() {
		t.Error("the journal isn't what the store has")
	}
}

// TestLongJournals writes over the same entity until the journal has been replaced twice. The first attempt
// fails and is made again after as many bytes.
func TestLongJournals(t *testing.T) {
	m := newMemory()
	s, _ := open(t, m)
	m.refuses = func(what string) bool { return what == "replace" }
	var replacements []int
	text := strings.Repeat("x", 30_000)
	for n := 0; n < 1000 && len(replacements) < 3; n++ {
		if err := put(s, 1, text); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched() // as a host does between requests
		select {
		case size := <-m.replaced:
			replacements = append(replacements, size)
			m.refuses = func(string) bool { return false }
		default:
		}
	}
	if len(replacements) != 3 || replacements[0] != -1 || replacements[1] > 100_000 {
		t.Fatalf("the journal was replaced by %v bytes", replacements)
	}
	if again, _ := open(t, m); again.Digest() != s.Digest() {
		t.Error("the journal isn't what the store has")
	}
}

func TestDamageIsAnError(t *testing.T) {
	m := newMemory()
	s, _ := open(t, m)
	if err := put(s, 1, "text"); err != nil {
		t.Fatal(err)
	}
	m.journal = slices.Clone(m.journal)
	m.journal[20] ^= 1
	if _, err := keeper.Open(m, 0, func(error) {}); err == nil {
		t.Error("a journal that was changed is read")
	}
}
