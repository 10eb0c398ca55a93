package board_test

import (
	"os"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/site/board"
)

// TestRead: each row of an area has an address of its own, evidence, and an example that is answered as it
// expects.
func TestRead(t *testing.T) {
	b, err := board.Read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	seen, requests, bytes := map[string]bool{}, 0, 0
	for _, a := range b.Areas {
		requests += a.Requests
		if a.Same() < 0 || a.Other+a.Unknown > 0 && len(a.Rows) == 0 {
			t.Errorf("%s: %+v", a.Title, a.Area)
		}
		for _, r := range a.Rows {
			if seen[r.Slug] || r.Why == "" || r.From == "" || r.Choice != (r.From == "not known") {
				t.Errorf("%s: %+v", a.Title, r)
			}
			seen[r.Slug] = true
			bytes += len(r.Script)
			report := full.Run([]sandbox.File{{Name: "example.http", Text: r.Script}})
			if !report.OK() || len(report.Files[0].Steps) == 0 {
				t.Errorf("%s: %s%s\n%s", r.Slug, report.AppendText(nil), report.AppendErrors(nil), r.Script)
			}
		}
	}
	const mostBytes = 650_000 // the site has a file for each
	if len(seen) < 100 || requests < 500 || bytes > mostBytes || len(b.General) == 0 {
		t.Errorf("%d rows, %d requests, %d bytes, %d of all answers", len(seen), requests, bytes, len(b.General))
	}
	one := b.Areas[0].Rows[0].Script
	if !strings.HasPrefix(one, "# Azurite") || strings.Count(one, "\n### ") < 2 {
		t.Errorf("the first is\n%s", one)
	}
}
