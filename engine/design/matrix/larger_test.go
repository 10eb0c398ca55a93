package matrix_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/matrix"
)

// TestLargerOfAny: in generated files with skews, what is computed for ten and for a hundred times the size
// is within a factor of 1.5 of what's measured there, in all but 2 of 100 cells: estimates take properties
// for independent, and the last bucket of time for as full as others.
func TestLargerOfAny(t *testing.T) {
	const base, factor, worlds, allowed = 400, 1.5, 3, 0.02
	cells, off := 0, 0
	for seed := range uint64(worlds) {
		text := anyFile(rand.New(rand.NewPCG(seed, 7)), base)
		sizes := []int{10 * base, 100 * base}
		f := parse(t, text)
		var bench matrix.Bench // measures the base once
		measured, err := bench.Run(f, matrix.Options{At: sizes, Choices: 64})
		if err != nil {
			t.Fatal(err)
		}
		computed, err := bench.Run(f, matrix.Options{At: sizes, Most: base, Choices: 64})
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range measured.Cells {
			for j := range row {
				for k, g := range row[j].Growth {
					got, wrong := computed.Cells[i][j].Growth[k], ""
					for _, name := range []string{"read", "wanted", "requests", "written"} {
						a, b := *g.By(name), *got.By(name)
						if max(a, b) > factor*min(a, b)+2 {
							wrong += fmt.Sprintf(" %s is %.4g, computed %.4g", name, a, b)
						}
					}
					if cells++; wrong != "" {
						off++
						t.Logf("seed %d: %s under %s at %d:%s", seed, row[j].Pattern.Name, row[j].Design.Name, sizes[k], wrong)
					}
					if got.Read+1e-6 < got.Returned || !got.Computed {
						t.Errorf("seed %d: %s under %s at %d: %+v", seed, row[j].Pattern.Name, row[j].Design.Name, sizes[k],
							got.Figures)
					}
				}
			}
		}
	}
	if float64(off) > allowed*float64(cells) {
		t.Errorf("%d of %d cells are off", off, cells)
	}
}

// anyFile makes a file with a skew, questions and keys of all kinds.
func anyFile(r *rand.Rand, count int) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	skew := pick("", "", ", skew: zipf 0.7", ", skew: zipf 1", ", skew: zipf 1.3")
	var b strings.Builder
	fmt.Fprintf(&b, `entities:
  Item:
    count: %d
    properties:
      Group: {type: string, values: %d%s}
      Owner: {type: string, values: %d}
      State: {type: string, values: [a, b, c]%s}
      Score: {type: int32, min: 0, max: 999}
      At:    {type: datetime, every: %s, from: 2026-01-01T00:00:00Z}
      Id:    guid
patterns:
`, count, 5+r.IntN(40), skew, 10+r.IntN(100), pick("", ", skew: zipf 1"), pick("1m", "20m", "3h"))
	wheres := []string{"Group = ?", "Owner = ?", "Group = ? and At in day ?", "Group = ? and At > ?",
		"Owner = ? and State = ?", "State = 'b'", "Group = ? and Score > 900", "Group in (?, ?)",
		"At between ? and ?", "Group = ? and Owner = ?", "At in last 6h", "Group = ? and Id = ?"}
	for i := range 6 {
		order := pick("", "", ", sort: At desc, limit: 20", ", sort: At, limit: 5", ", sort: Score desc, limit: 10",
			", limit: 30")
		fmt.Fprintf(&b, "  q%d: {of: Item, where: %q%s, rate: 1/s}\n", i, wheres[r.IntN(len(wheres))], order)
	}
	fmt.Fprintf(&b, "  u: {update: Item, where: %q, set: [Score], rate: 1/s}\n",
		pick("Group = ? and Id = ?", "Owner = ? and State = 'a'"))
	b.WriteString("  w: {insert: Item, rate: 1/s}\ndesigns:\n")
	for i := range 3 {
		fmt.Fprintf(&b, "  d%d: {Item: {PartitionKey: %q, RowKey: %q}}\n", i,
			pick("{Group}", "{Owner}", "{Group}-{At:yyyy-MM}", "{At:yyyy-MM-dd}", "{Id:hash 4}", "all", "{State}"),
			pick("{At:inverted}-{Id}", "{At:iso}-{Id}", "{Id}", "{Score:4}-{Id}", "{State}-{At:iso}-{Id}"))
	}
	return b.String()
}
