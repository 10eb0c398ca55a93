package patterns_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

// A guide is a test: its examples pass, and every request outside transactions expects something.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("*/guide.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Dir(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			report := full.Run([]sandbox.File{{Name: file, Text: string(text)}})
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
