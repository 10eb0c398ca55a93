package matrix_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/matrix"
)

// TestTwoEnds: a range that is written as two terms has as many entities as one that is written as between.
func TestTwoEnds(t *testing.T) {
	for _, where := range []string{"At between ? and ?", "At >= ? and At <= ?",
		"At <= ? and Device != 'x' and At >= ?"} {
		text := strings.Replace(file, "Device = ? and At in day ?", where, 1)
		m, err := matrix.Run(parse(t, text), matrix.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Cells[1][0].Figures.Wanted; got < 500 || got > 700 {
			t.Errorf("%s: %v", where, got)
		}
	}
}

// TestSame: what belongs together is written in one transaction, if the PartitionKey is of what it shares.
func TestSame(t *testing.T) {
	for same, want := range map[string][2]float64{"": {3, 20}, ", same: [Device]": {1, 20}} {
		f := parse(t, strings.Replace(file, "insert: Reading", "insert: Reading, batch: 20"+same, 1))
		m, err := matrix.Run(f, matrix.Options{Choices: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Cells[3][0].Figures; got.Requests != want[0] || got.Written != want[1] {
			t.Errorf("batch%s: %+v", same, got)
		}
	}
}
