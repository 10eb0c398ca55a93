package figure

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGoldens: each kind draws the same bytes, wide and narrow, for each position of its handle.
func TestGoldens(t *testing.T) {
	page, err := os.ReadFile("testdata/page.md")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, found := range fenceOf.FindAllStringSubmatch(string(page), -1) {
		kinds = append(kinds, found[1])
		f := parsed(t, found[0], string(page))
		name := "testdata/" + found[1] + ".html"
		got := f.HTML()
		if *update {
			if err := os.WriteFile(name, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if words := f.Plain(); !strings.HasPrefix(words, "*"+f.caption+"*") || len(words) < len(f.caption)+20 {
			t.Errorf("%s in words: %s", found[1], words)
		}
	}
	if all := slices.Sorted(maps.Keys(drawers)); !slices.Equal(slices.Sorted(slices.Values(kinds)), all) {
		t.Errorf("%s has figures of %v, but there are %v", "testdata/page.md", kinds, all)
	}
}

// TestDrawnAsRead: whatever a table has and a query asks, as many entities are marked as the engine
// read, and as many in full as it returned.
func TestDrawnAsRead(t *testing.T) {
	const page = "```csv Things\nPartitionKey,RowKey,N:Int32\n# %d times\n" +
		"p-{{$index%%3}},{{$pad $index 3}},{{$index%%7}}\n```\n\n" +
		"```http\n### Q\n# @name q\nGET {{host}}/Things()?$filter=%s\n```\n"
	filters := []string{
		"N eq 3", "PartitionKey eq 'p-1'", "PartitionKey eq 'p-2' and N lt 2", "PartitionKey ge 'p-1'",
		"PartitionKey eq 'p-0' and RowKey ge '005' and RowKey lt '020'",
		"PartitionKey eq 'p-0' and RowKey eq '003'",
		"PartitionKey eq 'p-9'", "RowKey ge '004'",
	}
	for _, size := range []int{1, 4, 13, 40, 90} {
		for _, filter := range filters {
			f := parsed(t, "```figure keys\ncaption: C.\nQ: q\n```\n", fmt.Sprintf(page, size, filter))
			cost := f.states[0][0].ran[0].Cost
			for _, width := range []int{wide, narrow} {
				c, _ := f.draw(f.states[0], width)
				full, marked := c.count(hit), c.count(hit)+c.count(waste)
				if full != cost.EntitiesReturned || marked != cost.EntitiesRead {
					t.Errorf("%d entities, %s, %d px: %d marked, %d of them in full; the engine read %d, returned %d",
						size, filter, width, marked, full, cost.EntitiesRead, cost.EntitiesReturned)
				}
			}
		}
	}
}

// TestColumnsAsWritten: however many shards, each entity that was written is one box.
func TestColumnsAsWritten(t *testing.T) {
	const page = "```csv Things\nPartitionKey,RowKey\n```\n\n```http\n### Q\n# @name q\n# @loop for 30\n" +
		"POST {{host}}/Things\nContent-Type: application/json\n\n" +
		"{\"PartitionKey\":\"{{$shard $index 8}}\",\"RowKey\":\"{{$index}}\"}\n```\n"
	const lines = "```figure columns\ncaption: C.\nhandle: Shards | 1, 2, 8, 25 | $index %}}\nQ: q\n```\n"
	f := parsed(t, lines, page)
	if len(f.states) != 4 || f.usual != 2 {
		t.Fatalf("%d states, of which the page's is number %d", len(f.states), f.usual)
	}
	for i, s := range f.states {
		c, _ := f.draw(s, wide)
		if got := c.count(hit); got != 30 || s[0].ran[0].Cost.EntitiesWritten != 30 {
			t.Errorf("position %d: %d boxes for %d entities", i, got, s[0].ran[0].Cost.EntitiesWritten)
		}
	}
}

// count is how many boxes of a class there are.
func (c *canvas) count(class string) int {
	if c.paths[class] == nil {
		return 0
	}
	return strings.Count(c.paths[class].String(), "z")
}
