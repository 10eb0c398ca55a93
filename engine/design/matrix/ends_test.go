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

// TestWeights: all choices together have the weight of all entities, if the last group isn't reached by
// rounding too.
func TestWeights(t *testing.T) {
	m, err := matrix.Run(parse(t, `entities:
  Member:
    count: 600
    unique: [User, Room]
    properties: {User: {type: string, values: 600}, Room: {type: string, values: 30}}
patterns: {members: {of: Member, where: "Room = ?"}}
designs: {one: {Member: {PartitionKey: "{User}", RowKey: "{Room}"}}}
`), matrix.Options{Choices: 24})
	if err != nil {
		t.Fatal(err)
	}
	if read := m.Cells[0][0].Figures.Read; read != 600 {
		t.Errorf("a table scan reads %v of 600", read)
	}
}
