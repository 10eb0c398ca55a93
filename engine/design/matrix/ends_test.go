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
		m, err := matrix.Run(parse(t, text), matrix.Options{Tries: 3})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Cells[1][0].Figures.Wanted; got < 500 || got > 700 {
			t.Errorf("%s: %v", where, got)
		}
	}
}
