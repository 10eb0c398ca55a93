package matrix_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/matrix"
)

// TestLater: what is said of larger sizes is what a run at these sizes says, and not at the one before.
func TestLater(t *testing.T) {
	const text = `entities:
  Item:
    count: 2000
    properties:
      Group: {type: string, values: 4}
      Id:    {type: int32}
patterns:
  all:    {of: Item}
  group:  {of: Item, where: "Group = ?", rate: 2/s}
  one:    {of: Item, where: "Group = ? and Id = ?", rate: 2/s}
  change: {update: Item, where: "Id = ?", rate: 1/s}
  fill:   {insert: Item, batch: 100, rate: 21/s}
designs:
  groups: {Item: {PartitionKey: "{Group}", RowKey: "{Id:9}"}}
  one:    {Item: {PartitionKey: "all", RowKey: "{Group}_{Id:9}"}}
`
	var bench matrix.Bench // measures 2,000 entities once
	run := func(o matrix.Options) *design.Matrix {
		o.Most = 2000
		m, err := bench.Run(parse(t, text), o)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	sizes := []int{
		3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000,
		300_000_000, 1_000_000_000,
	}
	at := map[int]*design.Matrix{2000: run(matrix.Options{})}
	for _, n := range sizes {
		at[n] = run(matrix.Options{At: []int{n}})
	}
	for _, asked := range []int{0, 10_000} {
		o := matrix.Options{Thresholds: true}
		if asked > 0 {
			o.At = []int{asked}
		}
		count := 0
		for i, row := range run(o).Cells {
			for j, c := range row {
				for k, later := range c.Thresholds {
					if count++; k > 0 && later.Scale < c.Thresholds[k-1].Scale {
						t.Errorf("%s, %s: %v", c.Pattern.Name, c.Design.Name, c.Thresholds)
					}
					from, says := later.Scale, later.Says
					if from <= asked {
						t.Fatalf("%s, asked for %d", later.Text(), asked)
					}
					_, limit, _ := strings.Cut(says, " ")
					before := 2000
					if k := slices.Index(sizes, from); k > 0 {
						before = sizes[k-1]
					}
					if g := at[from].Cells[i][j].Growth[0]; !slices.Contains(g.Marks, says) {
						t.Errorf("%s, %s: “%s” isn't among %q at %d", c.Pattern.Name, c.Design.Name, says, g.Marks, from)
					}
					marks := at[before].Cells[i][j].Marks
					if before > 2000 {
						marks = at[before].Cells[i][j].Growth[0].Marks
					}
					if strings.Contains(strings.Join(marks, "\n"), limit) {
						t.Errorf("%s, %s: “%s” is already among %q at %d", c.Pattern.Name, c.Design.Name, says, marks, before)
					}
				}
			}
		}
		if count < 8 {
			t.Errorf("only %d limits are found when asked for %d", count, asked)
		}
	}
	if later := run(matrix.Options{}).Cells[0][0].Thresholds; later != nil {
		t.Errorf("%v, which wasn't asked for", later)
	}
}

// TestUniqueLater: what tells entities apart finds one of them at any size.
func TestUniqueLater(t *testing.T) {
	m, err := matrix.Run(parse(t, `entities:
  Version:
    count: 9000
    unique: [Page, Number]
    properties:
      Page:   {type: string, values: 600}
      Number: {type: int32, values: 400, min: 1, max: 400}
      State:  {type: string, values: [draft, published]}
patterns:
  version: {of: Version, where: "Page = ? and Number = ?"}
designs:
  padded: {Version: {PartitionKey: "{Page}", RowKey: "{Number:6}"}}
  states: {Version: {PartitionKey: "{Page}", RowKey: "{State}_{Number:6}"}}
`), matrix.Options{Most: 3000, At: []int{90_000}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range m.Cells[0] {
		for _, f := range []design.Figures{c.Figures, c.Growth[0].Figures} {
			if f.Wanted != 1 || f.Returned != 1 {
				t.Errorf("%s, %d: wants %v and returns %v", c.Design.Name, f.Scale, f.Wanted, f.Returned)
			}
		}
	}
}
