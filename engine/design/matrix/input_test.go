package matrix_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/matrix"
)

// TestMeant: an entity of which a pattern has values fulfills what the pattern says itself, and an update
// gives it another value. So a job that starts goes from one partition to another.
func TestMeant(t *testing.T) {
	f := parse(t, `entities:
  Job:
    count: 500
    properties:
      Id:     {type: string}
      Status: {type: string, values: [done, failed, ready, waiting], skew: zipf 2}
patterns:
  see:   {of: Job, where: "Status = 'waiting' and Id = ?"}
  start: {update: Job, where: "Status = 'waiting' and Id = ?", set: [Status]}
designs:
  by status: {Job: {PartitionKey: "{Status}", RowKey: "{Id}"}}
`)
	m, err := matrix.Run(f, matrix.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if see := m.Cells[0][0].Figures; see.Wanted != 1 || see.Returned != 1 {
		t.Errorf("%+v", see)
	}
	start := m.Cells[1][0]
	if start.Figures.Requests != 3 || start.Figures.Written != 2 {
		t.Errorf("%+v", start.Figures)
	}
	for i, want := range []string{"(PartitionKey='waiting'", "(PartitionKey='waiting'"} {
		if r := start.Plan.Requests[i]; !strings.Contains(r.Path, want) {
			t.Errorf("request %d: %s %s", i, r.Method, r.Path)
		}
	}
	if last := start.Plan.Requests[2]; last.Method != "POST" || strings.Contains(last.Body, `"waiting"`) {
		t.Errorf("%s %s", last.Method, last.Body)
	}
}
