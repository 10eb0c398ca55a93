package journal

import (
	"errors"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// TestBoundedSearch: a search for the next record ends after so much work, and then nothing is cut off.
func TestBoundedSearch(t *testing.T) {
	r := recorder{log: new(Log), keep: func() error { return nil }}
	r.Begin()
	for range 1000 {
		r.Set("key", "data")
	}
	if err := r.Commit(1); err != nil {
		t.Fatal(err)
	}
	data := append([]byte("?"), r.record...)
	if at, ended := nextRecord(data, searchWork); at != 1 || ended {
		t.Errorf("got %d, %t", at, ended)
	}
	if at, ended := nextRecord(data, 100); at != 0 || !ended {
		t.Errorf("with little work: got %d, %t", at, ended)
	}
	d := &Damage{Offset: 5, Size: 9, Ended: true, Reason: "it is"}
	if d.Torn() || !strings.Contains(d.Error(), "corrupt at byte 5") {
		t.Errorf("it counts as torn: %v", d)
	}
}

// zeros is a journal of a terabyte without a record, on a disk that has hardly a byte of it.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.read += len(p); z.read > 64<<20 {
		return 0, errors.New("it's read as a whole")
	}
	clear(p)
	return len(p), nil
}

func (z *zeros) Len() int { return 1<<40 - z.read }

// TestLongRest: what follows a flaw isn't taken into memory if it's longer than that, and not cut off.
func TestLongRest(t *testing.T) {
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	size, err := new(Log).Replay(s, &zeros{})
	if d, damaged := errors.AsType[*Damage](err); !damaged || d.Torn() || size != 0 || d.Size != 1<<40 {
		t.Errorf("got %d, %v", size, err)
	}
}
