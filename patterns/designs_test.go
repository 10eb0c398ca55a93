package patterns_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/read"
)

// TestDesigns reads the starters. Each has several patterns and designs, and the first design has no error.
func TestDesigns(t *testing.T) {
	files, err := filepath.Glob("designs/*.rowkey.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, errors := read.File(name, string(text))
		for _, e := range errors {
			t.Error(e, e.Hint)
		}
		if errors != nil {
			continue
		}
		if len(f.Patterns) < 4 || len(f.Designs) < 2 || len(f.Budgets) == 0 {
			t.Errorf("%s: %d patterns, %d designs, %d budgets", name, len(f.Patterns), len(f.Designs), len(f.Budgets))
		}
		for _, x := range lint.Check(f, nil) {
			t.Logf("%s:%d: %s %s %s", name, x.Line, x.Code, x.Design, x.Says)
			if x.Error {
				t.Errorf("%s:%d: %s: %s", name, x.Line, x.Code, x.Says)
			}
		}
	}
}
