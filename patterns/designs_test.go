package patterns_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
)

// TestDesigns measures the starters. The first design of each keeps the budgets and has no error, and there's
// something to say against the others.
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
		m, err := matrix.Run(f, matrix.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkMatrix(t, name, m)
	}
}

func checkMatrix(t *testing.T, name string, m *design.Matrix) {
	t.Helper()
	for _, row := range m.Cells {
		for i := range row {
			for _, l := range row[i].Missed {
				t.Errorf("%s:%d: %s under %s misses its budget of %s", name, l.Line, row[i].Pattern.Name,
					row[i].Design.Name, l.Figure)
			}
		}
	}
	others := 0
	for _, x := range lint.Check(m.File, m) {
		if x.Error {
			t.Errorf("%s:%d: %s: %s", name, x.Line, x.Code, x.Says)
		}
		if x.Design != m.File.Designs[0].Name {
			others++
		}
	}
	if others == 0 {
		t.Errorf("%s: there's nothing to say against the other designs", name)
	}
}
