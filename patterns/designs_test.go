package patterns_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
)

// TestDesigns measures the starters: whole applications, and the keys that guides compare. The first design
// of each keeps the budgets and has no error. Of each other one there's something to say, or it would miss
// the budgets.
func TestDesigns(t *testing.T) {
	t.Parallel()
	for _, kind := range []struct {
		files           string
		least, patterns int
	}{{"designs/*.rowkey.yaml", 8, 4}, {"*/design.rowkey.yaml", 26, 2}} {
		files, err := filepath.Glob(kind.files)
		if err != nil || len(files) < kind.least {
			t.Fatalf("%d files are %s, %v", len(files), kind.files, err)
		}
		for _, name := range files {
			t.Run(name, func(t *testing.T) { checkDesign(t, name, kind.patterns) })
		}
	}
}

func checkDesign(t *testing.T, name string, patterns int) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, errors := read.File(name, string(text))
	for _, e := range errors {
		t.Error(e, e.Hint)
	}
	if errors != nil {
		return
	}
	if len(f.Patterns) < patterns || len(f.Designs) < 2 || len(f.Budgets) == 0 {
		t.Errorf("%d patterns, %d designs, %d budgets", len(f.Patterns), len(f.Designs), len(f.Budgets))
	}
	var bench matrix.Bench // measures only once what both runs need
	m, err := bench.Run(f, matrix.Options{})
	if err != nil {
		t.Fatal(err)
	}
	worse := map[string]bool{}
	for _, row := range m.Cells {
		for i := range row {
			for _, l := range row[i].Missed {
				t.Errorf("line %d: %s under %s misses its budget of %s", l.Line, row[i].Pattern.Name,
					row[i].Design.Name, l.Figure)
			}
		}
	}
	for _, x := range lint.Check(f, m) {
		if x.Error {
			t.Errorf("line %d: %s: %s", x.Line, x.Code, x.Says)
		}
		for _, name := range append(x.Also, x.Design) {
			worse[name] = true
		}
	}
	for _, b := range f.Budgets {
		b.Designs = f.Designs
	}
	if m, err = bench.Run(f, matrix.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, row := range m.Cells {
		for i := range row {
			worse[row[i].Design.Name] = worse[row[i].Design.Name] || row[i].Missed != nil
		}
	}
	for _, d := range f.Designs[1:] {
		if !worse[d.Name] {
			t.Errorf("there's nothing to say against %s", d.Name)
		}
	}
}
