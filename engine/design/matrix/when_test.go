package matrix_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/matrix"
)

const queue = `entities:
  Kind: {count: 40, fixed: true, properties: {Name: string}}
  Job:
    count: 8000
    properties:
      Id:     guid
      Kind:   {of: Kind.Name}
      At:     {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}
      Status: {type: string, values: [done, ready, failed], skew: zipf 3}
patterns:
  ready:  {of: Job, where: "Status = 'ready'", sort: At, limit: 20, rate: 1/s}
  recent: {of: Job, where: "Kind = ? and At in last 6h", rate: 1/s}
  around: {of: Job, where: "Kind = ? and At within 2h of ?", rate: 1/s}
  since:  {of: Job, where: "Kind = ? and At between ? and ? + 1d", rate: 1/s}
  take:   {update: Job, where: "Kind = ? and At = ? and Status = 'ready'", set: [Status], rate: 1/s}
  purge:  {delete: Job, where: "Kind = ? and At < now - 5d", rate: 1/h}
  some:   {delete: Job, where: "Status = 'failed'", limit: 7, rate: 1/h}
  kinds:  {of: Kind, rate: 1/s}
designs:
  plain:
    Kind: {PartitionKey: kinds, RowKey: "{Name}"}
    Job:  {PartitionKey: "{Kind}", RowKey: "{At:iso}"}
  ready ones:
    Kind: {PartitionKey: kinds, RowKey: "{Name}"}
    Job:
      PartitionKey: "{Kind}"
      RowKey: "{At:iso}"
      copies: {ready: {table: Ready, PartitionKey: ready, RowKey: "{At:iso}_{Id}", when: "Status = 'ready'"}}
`

// TestWhen: a copy of some entities only has these, an update that changes which they are moves them, and
// what's asked of the last hours doesn't become more with the years.
func TestWhen(t *testing.T) {
	m, err := matrix.Run(parse(t, queue), matrix.Options{At: []int{800_000}})
	if err != nil {
		t.Fatal(err)
	}
	at := func(pattern string, d int) *design.Cell {
		for i, p := range m.File.Patterns {
			if p.Name == pattern {
				return &m.Cells[i][d]
			}
		}
		t.Fatal(pattern)
		return nil
	}
	if c := at("ready", 1); c.Figures.Read != 20 || c.Plan.Kind != design.RangeQuery || c.Growth[0].Read != 20 {
		t.Errorf("ready: %+v then %+v", c.Figures, c.Growth[0].Figures)
	}
	if got := m.Stored[1][0] / m.Stored[0][0]; got < 1.05 || got > 1.2 {
		t.Errorf("with copies of a tenth %v times as much is stored", got)
	}
	for _, name := range []string{"recent", "around", "since"} {
		c, want := at(name, 0), map[string]float64{"recent": 9, "around": 7, "since": 37}[name]
		if f := c.Figures; f.Read != f.Wanted || f.Wanted < want*.8 || f.Wanted > want*1.2 {
			t.Errorf("%s: %+v", name, f)
		}
		if g := c.Growth[0]; !g.Computed || g.Wanted < c.Figures.Wanted*.8 || g.Wanted > c.Figures.Wanted*1.25 {
			t.Errorf("%s grows: %+v", name, g.Figures)
		}
	}
	take := at("take", 1)
	last := take.Plan.Requests[len(take.Plan.Requests)-1]
	if c := take; c.Figures.Written != 2 || !strings.Contains(last.Path, "Ready") {
		t.Errorf("take: %+v %v", c.Figures, c.Plan.Requests)
	}
	if c := at("purge", 0); c.Figures.Written < 10 || c.Figures.Written != c.Figures.Wanted ||
		c.Figures.Requests > 3 {
		t.Errorf("purge: %+v", c.Figures)
	}
	if c := at("some", 0); c.Figures.Written != 7 || c.Figures.Wanted != 7 {
		t.Errorf("some: %+v", c.Figures)
	}
	if c := at("kinds", 0); c.Figures.Read != 40 || c.Growth[0].Read != 40 {
		t.Errorf("kinds: %+v then %+v", c.Figures, c.Growth[0].Figures)
	}
}

// TestFixedIsMore: a size counts the most common of the types that grow, and limits aren't looked for where
// times would be after the year 9999.
func TestFixedIsMore(t *testing.T) {
	file := strings.Replace(queue, "{count: 40,", "{count: 10000,", 1)
	m, err := matrix.Run(parse(t, file), matrix.Options{At: []int{16_000}, Thresholds: true})
	if err != nil {
		t.Fatal(err)
	}
	if m.Sizes[0] != 8000 {
		t.Errorf("the most common type that grows has %d entities", m.Sizes[0])
	}
	for i, p := range m.File.Patterns {
		cell := &m.Cells[i][0]
		want := map[string]int{"recent": 16_000, "kinds": 10_000}[p.Name]
		if want != 0 && cell.Growth[0].Scale != want {
			t.Errorf("%s at %d, want %d", p.Name, cell.Growth[0].Scale, want)
		}
	}
	slow := strings.Replace(queue, "every: 1m", "every: 1d", 1)
	if m, err = matrix.Run(parse(t, slow), matrix.Options{Thresholds: true}); err != nil {
		t.Fatal(err)
	}
	for i, p := range m.File.Patterns {
		for _, l := range m.Cells[i][0].Thresholds {
			if l.Scale > 2_912_000 { // days until the year 10000
				t.Errorf("%s: from %d entities on: %s", p.Name, l.Scale, l.Says)
			}
		}
	}
}
