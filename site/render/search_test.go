package render_test

import (
	"encoding/json"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// The index has pages, sections, terms and codes, under the words of their text and its aliases, and code
// isn't text.
func TestSearchIndex(t *testing.T) {
	l, err := content.Load(fstest.MapFS{
		"docs/d.md": {Data: []byte("---\ntitle: D\nslug: d\nsummary: S\n---\nBegins.\n\n## The RowKey {#rk}\n\n" +
			"Read `eq`\nand [that](https://a.example).\n\n```\nfenced\n```\n\n## Empty\n")},
		"docs/glossary.md": {Data: []byte("---\ntitle: G\nslug: glossary\nkind: reference\nsummary: S\n---\n" +
			"| word | meaning |\n|---|---|\n| **point query** | One entity. |\n")},
		"docs/errors.md": {Data: []byte("---\ntitle: E\nslug: errors\nkind: reference\nsummary: S\n---\n" +
			"| code | status |\n|---|---|\n| `ServerBusy` | 503 |\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	body, err := render.SearchIndex(l)
	if err != nil {
		t.Fatal(err)
	}
	var index struct {
		StoredFields map[string]map[string]string
		Index        [][2]any
	}
	if err := json.Unmarshal(body, &index); err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{
		"0": {"t": "E", "k": "Reference", "u": "/docs/errors/", "x": "S"},
		"1": {"t": "ServerBusy", "p": "E", "k": "Error", "u": "/docs/errors/#serverbusy", "x": "503"},
		"2": {"t": "G", "k": "Reference", "u": "/docs/glossary/", "x": "S"},
		"3": {"t": "point query", "p": "G", "k": "Term", "u": "/docs/glossary/#point-query", "x": "One entity."},
		"4": {"t": "D", "k": "Documentation", "u": "/docs/d/", "x": "S"},
		"5": {"t": "The RowKey", "p": "D", "k": "Section", "u": "/docs/d/#rk", "x": "Read eq and that."},
	}
	if diff := cmp.Diff(want, index.StoredFields); diff != "" {
		t.Errorf("finds (-want +got):\n%s", diff)
	}
	var words []string
	for _, entry := range index.Index {
		words = append(words, entry[0].(string))
	}
	wantWords := []string{"503", "begins", "d", "e", "entity", "eq", "g", "one", "point", "query", "read", "rk",
		"rowkey", "s", "serverbusy", "throttled", "throttling"}
	if !slices.Equal(words, wantWords) {
		t.Errorf("words %q, want %q", words, wantWords)
	}
}
