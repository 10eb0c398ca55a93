package view_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/view"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestResultHTML(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			got := append(view.Result(s.steps, s.layout).AppendHTML(nil), '\n')
			file := filepath.Join("testdata", s.name+".html")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", file, diff)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	for _, s := range samples() {
		if got := view.Status(s.steps); got != s.status {
			t.Errorf("%s: got %q, want %q", s.name, got, s.status)
		}
	}
}
