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

// What only pages can draw is written out: decisions, questions and folds.
func TestPlainForm(t *testing.T) {
	const lines = "Without: all\nWith: ten — and safe\nAt 4,320: many -> ten"
	d, err := renderBody(t, decisionOf(lines)+"\n## More {#x .fold}\n\n### A {.fold}\n", compared(lines)...)
	if err != nil {
		t.Fatal(err)
	}
	want := "- **Without**: 25 read → 10 wanted\n- **With**: 10 read → 10 wanted, and safe (2.5× fewer)\n" +
		"- At 4,320: 4,320 → 10 read (432× fewer)\n\n" + pair + "\n## More {#x}\n\n### A\n"
	if diff := cmp.Diff(want, d.Plain); diff != "" {
		t.Errorf("decision (-want +got):\n%s", diff)
	}
	body := question + "\n```http\nGET /\n```\n"
	if d, err = renderBody(t, body, proving(body)...); err != nil {
		t.Fatal(err)
	}
	want = "**How many will `this` read?**\n\n- 1\n- 9 <or> so\n- 5,000\n\n" +
		"Answer: 9 <or> so. The city is tested after the read.\n\n```http\nGET /\n```\n"
	if diff := cmp.Diff(want, d.Plain); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
}
