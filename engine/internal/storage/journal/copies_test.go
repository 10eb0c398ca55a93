package journal_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/rowkey/rowkey/engine/internal/storage/journal"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// TestCopies: what has the same string in many places has it again after a replay, of the journal and of a
// snapshot; what only begins the same doesn't.
func TestCopies(t *testing.T) {
	s, written := journalled(t)
	long := strings.Repeat("x", 70_000)
	values := []string{long, long + "y", long, "short", "short", long}
	key := func(i int) string { return keys.Record(keys.Content, "c", string(rune('a'+i)), "1", "1") }
	for i, value := range values {
		must(t, s.Update(func(tx *store.Tx) error { return tx.PutRecord(key(i), value) }))
	}
	for _, all := range [][]byte{written.Bytes(), snapshot(t, s)} {
		again := open(t)
		if _, err := new(journal.Log).Replay(again, bytes.NewReader(all)); err != nil {
			t.Fatal(err)
		}
		var at []*byte
		must(t, again.View(func(tx *store.Tx) error {
			for i, want := range values {
				got, _, err := tx.Record(key(i))
				if got != want || err != nil {
					t.Errorf("value %d has %d bytes, not %d: %v", i, len(got), len(want), err)
				}
				at = append(at, unsafe.StringData(got))
			}
			return nil
		}))
		if at[0] != at[2] || at[0] != at[5] || slices.Contains(at[2:], at[1]) {
			t.Error("copies don't share their string")
		}
	}
}
