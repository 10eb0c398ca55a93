package journal

import (
	"strings"
	"testing"
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
