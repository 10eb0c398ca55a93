package patterns_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/sandbox"
	"github.com/rowkey/rowkey/engine/sandbox/whole"
	"github.com/rowkey/rowkey/patterns"
)

// A guide is a test: every request in it states what it expects.
func TestExamples(t *testing.T) {
	for _, e := range patterns.Catalogue {
		t.Run(e.Slug, func(t *testing.T) {
			file := e.Slug + "/guide.md"
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			report := whole.Run([]sandbox.File{{Name: file, Text: string(text)}})
			if !report.OK() {
				t.Errorf("%s%s", report.AppendText(nil), report.AppendErrors(nil))
			}
			steps := report.Files[0].Steps
			if len(steps) == 0 {
				t.Fatal("the guide runs nothing")
			}
			for _, s := range steps {
				if len(s.Expectations) == 0 && s.Transaction == "" {
					t.Errorf("%s:%d: the request expects nothing", file, s.Line)
				}
			}
		})
	}
}

func TestEveryGuideIsInTheCatalogue(t *testing.T) {
	files, err := filepath.Glob("*/guide.md")
	if err != nil || len(files) != len(patterns.Catalogue) {
		t.Errorf("%d guides, %v; the catalogue has %d", len(files), err, len(patterns.Catalogue))
	}
}
