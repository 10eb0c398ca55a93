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
	damaged, another := `{"Served": "`, `{"Served": 1}`
	for _, c := range []struct {
		text string
		want int
	}{{damaged, want.Served}, {another, 1}} {
		if err := os.WriteFile(files[0], []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := result(s, kept.Folder(folder)).Served; got != c.want {
			t.Errorf("%s: got %d, want %d", c.text, got, c.want)
		}
	}
	of := model
	model = func() []byte { return []byte("another") }
	if got := result(s, kept.Folder(folder)).Served; got != want.Served {
		t.Errorf("of another model: %d, want %d", got, want.Served)
	}
	model = of
	s.Seed++
	if got := result(s, kept.Folder(folder)).Served; got == 1 {
		t.Error("another scenario has the same result")
	}
}
