package data_test

import (
	"slices"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/language/data"
)

// TestTexts: the cells of one entity that a template makes.
func TestTexts(t *testing.T) {
	table := data.Parse("Towns", "PartitionKey,RowKey,N:Int32\na,b,1\n"+
		"# 9 times\np,{{$pad $index 3}},{{$index*2}}\n", data.Whole("t.csv"))
	now := func() time.Time { return time.Time{} }
	for i, want := range [][]string{{"a", "b", "1"}, {"p", "007", "14"}} {
		if got := table.Texts(&table.Rows[i], 7, now); !slices.Equal(got, want) {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
}
