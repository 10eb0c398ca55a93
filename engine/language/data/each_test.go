package data_test

import (
	"slices"
	"testing"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

// TestTexts: the cells of one entity that a template makes.
func TestTexts(t *testing.T) {
	towns := data.Parse("Towns", "PartitionKey,RowKey,N:Int32\na,b,1\n"+
		"# 9 times\np,{{$pad $index 3}},{{$index*2}}\n", data.Whole("t.csv"))
	now := func() table.Ticks { return 0 }
	for i, want := range [][]string{{"a", "b", "1"}, {"p", "007", "14"}} {
		if got := towns.Texts(&towns.Rows[i], 7, now); !slices.Equal(got, want) {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
}
