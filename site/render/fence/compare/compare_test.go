package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

// measured returns an example whose requests have costs.
func measured() fence.Example {
	point, scan := view.Kind(plan.Point), view.Kind(plan.PartitionScan)
	single := trace.Cost{EntitiesRead: 1, EntitiesReturned: 1, BytesRead: 100, Transactions: 1}
	many := trace.Cost{EntitiesRead: 2500, EntitiesReturned: 1, BytesRead: 4096, Transactions: 3}
	return fence.Example{Measures: map[string]fence.Measure{
		"scan": {Run: "1", Label: scan, Cost: many},
		"one":  {Run: "2", Label: point, Cost: single},
		"two":  {Run: "3", Label: point, Cost: single},
		"same": {Run: "3", Label: point, Cost: single},
	}}
}

func TestCompare(t *testing.T) {
	const body = "```compare\nWithout: it is here: scan\nWith: one\n\n" +
		"One: one\nThree names, two requests: one + two + same\n```\n"
	d, err := rendertest.Body(t, body, measured())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(d.HTML)) {
		if strings.HasPrefix(line, "<tr>") {
			got = append(got, rendertest.Cells(line))
		}
	}
	want := []string{
		"Without: it is here3 × ▤ Partition scan|2,500|1|3|4 KB|",
		"With● Point query|1 2,500× fewer|1|1 3× fewer|100 bytes 41× less|",
		"One● Point query|1|1|1|100 bytes|",
		"Three names, two requests2 × ● Point query|2 2× more|2|2 2× more|200 bytes 2× more|",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestCompareChoosesColumns(t *testing.T) {
	read := trace.Cost{EntitiesRead: 4, EntitiesReturned: 2, BytesRead: 40, BytesReturned: 99, Transactions: 1}
	all := trace.Cost{EntitiesRead: 3, EntitiesReturned: 3, BytesRead: 30, BytesReturned: 98, Transactions: 1}
	one := trace.Cost{EntitiesRead: 1, EntitiesReturned: 1, BytesRead: 10, BytesReturned: 97, Transactions: 1}
	write := trace.Cost{EntitiesWritten: 1, BytesWritten: 10, BytesReturned: 7, Transactions: 1}
	brief := trace.Cost{EntitiesWritten: 1, BytesWritten: 10, Transactions: 1}
	tests := map[string]struct {
		a, b trace.Cost
		want string
	}{
		"reads": {
			read, one, "Request|Entities read|Returned|Transactions|Bytes read|Bytes sent|",
		},
		"reads that return it all":  {all, one, "Request|Entities read|Transactions|Bytes read|Bytes sent|"},
		"reads that return as much": {read, read, "Request|Entities read|Transactions|Bytes read|"},
		"writes": {
			write, brief, "Request|Entities written|Transactions|Bytes sent|Bytes written|",
		},
		"both": {
			all, write, "Request|Entities read|Entities written|Transactions|Bytes read|Bytes written|",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			label := view.Kind(plan.Point)
			measures := map[string]fence.Measure{
				"a": {Run: "1", Label: label, Cost: test.a}, "b": {Run: "2", Label: label, Cost: test.b},
			}
			const body = "```compare\nA: a\nB: b\n```\n"
			d, err := rendertest.Body(t, body, fence.Example{Measures: measures})
			if err != nil {
				t.Fatal(err)
			}
			_, head, _ := strings.Cut(string(d.HTML), "<thead>")
			head, _, _ = strings.Cut(head, "</thead>")
			if got := strings.ReplaceAll(rendertest.Cells(head), "\u00ad", ""); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestCompareRefuses(t *testing.T) {
	tests := map[string]struct{ lines, want string }{
		"no such request": {"A: scan\nB: gone", `10: no request with the name "gone" ran on this page`},
		"no label": {
			"A: scan\nB: one\njust words",
			`11: write each line of a compare fence as Label: request or Label: one + another, not "just words"`,
		},
		"one row": {"A: scan", "8: each group of a compare fence needs two lines or more: Label: request"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := rendertest.Body(t, "```compare\n"+test.lines+"\n```\n", measured())
			if err == nil || err.Error() != rendertest.Page+":"+test.want {
				t.Errorf("got %v, want %s", err, rendertest.Page+":"+test.want)
			}
		})
	}
}

// The Markdown of a page has the numbers of its comparisons, and links that lead to Markdown.
func TestPlain(t *testing.T) {
	const body = "See [b](../b/guide.md#x) and [code](../../engine/engine.go).\n\n" +
		"````markdown\n```compare\nA: gone\n```\n[b](../b/guide.md)\n````\n\n" +
		"```compare\nWithout: scan\nWith: one + two\n```\n"
	d, err := rendertest.Body(t, body, measured())
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
