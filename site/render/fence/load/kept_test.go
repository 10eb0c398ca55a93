package load

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/site/kept"
)

// A result that was kept is the same to the last bit, and damage to its file loses nothing.
func TestResultIsKept(t *testing.T) {
	scenarios, errs := partition.Parse("rate: 3,333/s\nfor: 70 s\nBy depot: 7 keys, 3 ranges\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s, folder := scenarios[0], t.TempDir()
	want := partition.Run(s)
	for range 2 {
		if diff := cmp.Diff(want, result(s, kept.Folder(folder))); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("kept %q, %v", files, err)
	}
	for text, served := range map[string]int{`{"Served": 1}`: 1, `{"Served": "`: want.Served} {
		if err := os.WriteFile(files[0], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := result(s, kept.Folder(folder)).Served; got != served {
			t.Errorf("%s: got %d, want %d", text, got, served)
		}
	}
	s.Seed++
	if got := result(s, kept.Folder(folder)).Served; got == 1 {
		t.Error("another scenario has the same result")
	}
}
