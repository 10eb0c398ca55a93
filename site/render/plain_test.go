package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The Markdown of a page has the numbers of its comparisons, and links that lead to Markdown.
func TestPlain(t *testing.T) {
	const body = "See [b](../b/guide.md#x) and [code](../../engine/engine.go).\n\n" +
		"````markdown\n```compare\nA: gone\n```\n[b](../b/guide.md)\n````\n\n" +
		"```compare\nWithout: scan\nWith: one + two\n```\n"
	d, err := renderBody(t, body, measured())
	if err != nil {
		t.Fatal(err)
	}
	want := "See [b](/guides/b/index.md#x) and [code](../../engine/engine.go).\n\n" +
		"````markdown\n```compare\nA: gone\n```\n[b](../b/guide.md)\n````\n\n" +
		"| Request | Kind | Entities read | Returned | Transactions | Bytes read |\n|---|---|--:|--:|--:|--:|\n" +
		"| Without | 3 × Partition scan | 2,500 | 1 | 3 | 4 KB |\n" +
		"| With | 2 × Point query | 2 | 2 | 2 | 200 bytes |\n"
	if diff := cmp.Diff(want, d.Plain); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
}
