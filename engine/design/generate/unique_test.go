package generate_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/table"
)

// TestUnique: each combination comes once, and a few entities have as many values as they can.
func TestUnique(t *testing.T) {
	all := []*design.Property{
		{Name: "Warehouse", Kind: table.String, Values: 4, Names: []string{"n", "e", "s", "w"}},
		{Name: "Sku", Kind: table.String, Values: 500},
		{Name: "Season", Kind: table.Int32, Values: 3},
	}
	for _, p := range all {
		p.Unique = all
	}
	e := &design.Entity{Name: "Stock", Properties: append(all, &design.Property{Name: "Id", Kind: table.GUID})}
	seen, warehouses, skus := map[[3]table.Value]bool{}, map[string]int{}, map[string]int{}
	for i, p := range generate.Entities(e, 6000, 1) {
		seen[[3]table.Value{p[0].Value, p[1].Value, p[2].Value}] = true
		if i < 500 {
			warehouses[p[0].Value.Text()]++
			skus[p[1].Value.Text()]++
		}
	}
	if len(seen) != 6000 {
		t.Errorf("%d combinations", len(seen))
	}
	if len(skus) < 300 {
		t.Errorf("%d skus in the first 500", len(skus))
	}
	for _, p := range generate.Entities(e, 9000, 1)[6000:] {
		seen[[3]table.Value{p[0].Value, p[1].Value, p[2].Value}] = true
		if season := p[2].Value.Int(); season < 4 || season > 6 {
			t.Fatalf("season %d when all combinations are used", season)
		}
	}
	if len(seen) != 9000 {
		t.Errorf("%d combinations of 9,000", len(seen))
	}
	for _, name := range all[0].Names {
		about(t, "a warehouse", warehouses[name], 125)
	}
}

// TestManyCombinations: of more than can be counted, the values are drawn.
func TestManyCombinations(t *testing.T) {
	all := []*design.Property{{Name: "A", Kind: table.Int64, Values: 1 << 30},
		{Name: "B", Kind: table.Int64, Values: 7}}
	all[0].Unique, all[1].Unique = all, all
	seen := map[table.Value]bool{}
	for _, p := range generate.Entities(&design.Entity{Name: "E", Properties: all}, 100, 1) {
		seen[p[0].Value] = true
	}
	if len(seen) < 99 {
		t.Errorf("%d values", len(seen))
	}
}

// TestPer: the numbers of each value's entities are 1, 2, 3 and so on, whichever is made first.
func TestPer(t *testing.T) {
	of := &design.Property{Name: "Stream", Kind: table.String, Values: 30, Skew: 1}
	version := &design.Property{Name: "Version", Kind: table.Int32, Per: of, Min: 10, Max: 10}
	e := &design.Entity{Name: "Event", Properties: []*design.Property{of, version}}
	last := map[string]int64{}
	for i, p := range generate.Entities(e, 2000, 1) {
		if n := last[p[0].Value.Text()] + 1; p[1].Value.Int() != 10+n {
			t.Fatalf("entity %d of %s is number %d, want %d", i, p[0].Value.Text(), p[1].Value.Int(), 10+n)
		}
		last[p[0].Value.Text()]++
	}
	if len(last) != 30 {
		t.Errorf("%d streams", len(last))
	}
	alone := &design.Entity{Name: "Event", Properties: []*design.Property{version}}
	const any = 1234
	a, b := generate.New(e, 2000, 1).Properties(any)[1], generate.New(alone, 2000, 1).Properties(any)[0]
	if a != b {
		t.Errorf("%v with its stream, %v without", a, b)
	}
}
