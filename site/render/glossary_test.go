package render_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/render/rendertest"
)

// A term is linked once, where prose first uses it: not in headings, code, links or tables, and not inside
// another word.
func TestTermsAreLinkedOnFirstUse(t *testing.T) {
	const link = `<a href="/docs/glossary/#`
	tests := map[string]struct {
		body string
		want []string // the links, in order
	}{
		"first use only": {
			"An entity, an entity.\n\nAn entity.\n", []string{`entity" class="term">entity</a>, an entity.`},
		},
		"longest first": {"A partition scan of a partition.\n", []string{
			`partition-scan" class="term">partition scan</a>`, `partition" class="term">partition</a>.`,
		}},
		"a large letter":    {"Partition scan.\n", []string{`partition-scan" class="term">Partition scan</a>`}},
		"not in a heading":  {"## An entity\n\n`entity` [entity](https://a.b)\n", nil},
		"not within a word": {"Identity, entity-like, entityless.\n", nil},
		"not a plain term":  {"A page.\n", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := rendertest.Body(t, test.body)
			if err != nil {
				t.Fatal(err)
			}
			parts := strings.Split(string(d.HTML), link)[1:]
			if len(parts) != len(test.want) {
				t.Fatalf("%d links, want %d:\n%s", len(parts), len(test.want), d.HTML)
			}
			for i, part := range parts {
				if !strings.HasPrefix(part, test.want[i]) {
					t.Errorf("link %d: %s, want %s", i, part, test.want[i])
				}
			}
		})
	}
}
