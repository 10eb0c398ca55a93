package check_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/check"
	"github.com/rowkey/rowkey/site/content"
)

func TestGuide(t *testing.T) {
	page := &content.Page{
		Source: "patterns/a/guide.md", Slug: "a", Summary: strings.Repeat("ä", 110), Cosmos: "C",
		Catalogue: content.Catalogue{Use: "U", Avoid: strings.Repeat("a", 91)},
	}
	tests := map[string]struct {
		guide check.Guide
		mark  string
		want  string
	}{
		"one that is long": {
			check.Guide{Page: page, Decided: true, Words: 1001, Open: 10}, "✘",
			"patterns/a/guide.md:1: 1001 words of prose outside folds, at most 1000\n" +
				"patterns/a/guide.md:1: 91 characters of avoid, at most 90",
		},
		"one without a decision": {
			check.Guide{Page: &content.Page{
				Source: "x", Slug: "x", Catalogue: content.Catalogue{Use: "U", Avoid: "A"},
			}},
			"✘", "x:1: a guide begins with a decision",
		},
		"a good one": {
			check.Guide{
				Page:    &content.Page{Slug: "x", Catalogue: content.Catalogue{Use: "U", Avoid: "A"}},
				Decided: true, Words: 1000, Open: 10,
			}, "✔", "",
		},
		"one without the reader's words": {
			check.Guide{Page: &content.Page{Source: "x", Slug: "x"}, Decided: true}, "✘",
			"x:1: front matter: use is missing\nx:1: front matter: avoid is missing",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := ""
			if err := test.guide.Problems(); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if line := test.guide.Line(); !strings.HasPrefix(line, "  "+test.mark+" ") {
				t.Errorf("line %q doesn't begin with %s", line, test.mark)
			}
		})
	}
	want := "  ✘ a                                     1001 words  10 requests  110 characters of summary\n"
	if got := tests["one that is long"].guide.Line(); got != want {
		t.Errorf("line %q, want %q", got, want)
	}
}
