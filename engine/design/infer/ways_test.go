package infer

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
)

// A filter becomes lists of conditions, any of which is enough.
func TestWays(t *testing.T) {
	for source, want := range map[string]string{
		"PartitionKey eq 'a' and RowKey ge 'b'": "PartitionKey eq 'a' and RowKey ge 'b'",
		"Open or Total gt 5":                    "Open eq true | Total gt 5",
		"not (A eq 1L or not B) and C lt 1.5":   "A ne 1L and B eq true and C lt 1.5",
		"At lt datetime'2026-01-05T00:00:00Z'":  "At lt datetime'2026-01-05T00:00:00Z'",
		"true":                                  "",
		"false":                                 "never",
		"(A or B) and (C or D) and (E or F) and (G or H) and (I or J)": "too many",
	} {
		e, err := filter.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		all, ok := waysOf(e, true)
		var texts []string
		for _, w := range all {
			var terms []string
			for _, c := range w {
				terms = append(terms, c.String())
			}
			texts = append(texts, strings.Join(terms, " and "))
		}
		got := strings.Join(texts, " | ")
		switch {
		case !ok:
			got = "too many"
		case all == nil:
			got = "never"
		}
		if got != want {
			t.Errorf("%s: %s", source, got)
		}
	}
}
