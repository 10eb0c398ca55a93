package matrix_test

import (
	"math"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/matrix"
)

// TestRare: a question has its values from an entity, so it finds that one and those that happen to be alike.
// With more entities only the latter become more.
func TestRare(t *testing.T) {
	const size, times = 60_000, 20
	f := parse(t, `entities:
  Order:
    count: 3000
    properties:
      Id:       {type: int64}
      Customer: {type: string, values: 1000}
patterns:
  mine: {of: Order, where: "Customer = ?"}
designs:
  customers: {Order: {PartitionKey: "{Customer}", RowKey: "{Id:9}"}}
  all:       {Order: {PartitionKey: "all", RowKey: "{Id:9}"}}
`)
	run := func(most int) []design.Cell {
		m, err := matrix.Run(f, matrix.Options{At: []int{size}, Most: most})
		if err != nil {
			t.Fatal(err)
		}
		return m.Cells[0]
	}
	measured, computed := run(size), run(3000)
	const tolerance = .1
	for i := range measured {
		want, got := measured[i].Growth[0], computed[i].Growth[0]
		if want.Computed || !got.Computed || math.Abs(want.Read-got.Read) > tolerance*want.Read {
			t.Errorf("%s reads %v of %d, computed %v", f.Designs[i].Name, want.Read, size, got.Read)
		}
	}
}
