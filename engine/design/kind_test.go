package design

import "testing"

// TestKinds: every kind of plan has its words.
func TestKinds(t *testing.T) {
	if len(kinds) != int(Writes)+1 {
		t.Fatalf("%d kinds have words, want %d", len(kinds), Writes+1)
	}
	for kind, k := range kinds {
		if k.glyph == "" || k.words == "" || k.class == "" {
			t.Errorf("kind %d has no words", kind)
		}
	}
}
