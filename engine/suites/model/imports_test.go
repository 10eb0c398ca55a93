package model

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestIndependent: the model imports none of the packages that decide what the engine answers.
func TestIndependent(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("found %v, %v", files, err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported := path.Base(strings.Trim(spec.Path.Value, `"`))
			if slices.Contains([]string{"batch", "fault", "filter", "odata", "plan"}, imported) {
				t.Errorf("%s imports %s", name, imported)
			}
		}
	}
}
