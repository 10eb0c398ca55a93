package load_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/load"
	measured "github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/partition"
)

const file = `entities:
  Reading:
    count: 4320
    properties:
      Number: {type: int64}
      Device: {type: string, values: 30, skew: zipf 1.1}
      At:     {type: datetime, every: 2s, from: 2026-01-05T00:00:00Z}
patterns:
  latest: {of: Reading, where: "Device = ?", newest: At, limit: 10, rate: 50/s}
  write:  {insert: Reading, rate: 200/s}
  more:   {insert: Reading, batch: 100, rate: 1/s}
designs:
`

// matrix is a file with one design or more, whose question reads so many entities under each.
func matrix(t *testing.T, reads []float64, designs ...string) *design.Matrix {
	t.Helper()
	text := file
	for i, d := range designs {
		text += "  design " + string(rune('a'+i)) + ": {Reading: {PartitionKey: \"" + d +
			"\", RowKey: \"{Number}\"}}\n"
	}
	f, errors := read.File("test", text)
	if len(errors) > 0 {
		t.Fatal(errors[0])
	}
	m := &design.Matrix{File: f}
	for _, p := range f.Patterns {
		var row []design.Cell
		for i, d := range f.Designs {
			figures := design.Figures{Read: reads[min(i, len(reads)-1)]}
			row = append(row, design.Cell{Pattern: p, Design: d, Figures: figures})
		}
		m.Cells = append(m.Cells, row)
	}
	return m
}

// A PartitionKey becomes clauses, with which the load can be simulated.
func TestKeys(t *testing.T) {
	for key, want := range map[string]string{
		"all":                             "one key",
		"{Device}":                        "30 keys, zipf 1.1",
		"{Device:hash 8}":                 "8 keys",
		"{At:yyyy-MM-dd-HH-mm}":           "new every 1 min",
		"{At:inverted}":                   "new every 1 s, newest first",
		"{Device}_{At:yyyy-MM-dd}":        "30 keys, zipf 1.1, new every 24 h",
		"{At:yyyy-MM-dd}_{Device:hash 4}": "4 keys, new every 24 h, time first",
		"{Number}":                        "new every 1 s",
	} {
		l, ok := load.Of(matrix(t, []float64{10}, key), []int{0}, 1)
		lines := strings.Split(strings.TrimSpace(l.Text), "\n")
		if got := lines[len(lines)-1]; !ok || got != "Design a: "+want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
		if _, errors := partition.Parse(l.Text); errors != nil {
			t.Errorf("%s: %v in %s", key, errors[0], l.Text)
		}
	}
}

// What both designs have is said once. What one reads in pages is that many requests.
func TestLoads(t *testing.T) {
	l, _ := load.Of(matrix(t, []float64{10, 4320}, "{Device}", "all"), []int{0, 1}, 10)
	want := "rate: 2000/s\nrate: 10/s of 100\nfor: 10 min\n" +
		"Design a: 30 keys, zipf 1.1, reads 500/s of 10\nDesign b: one key, reads 2160/s of 1000\n"
	if diff := cmp.Diff(want, l.Text); diff != "" {
		t.Error(diff)
	}
	if scenarios, errors := partition.Parse(l.Text); errors != nil || len(scenarios[1].Loads) != 3 {
		t.Error(errors, scenarios)
	}
}

// A load begins with the design's name, in whichever letters.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{"äpfel: alle": "Äpfel alle", "日本": "Design 1 日本"} {
		m := matrix(t, []float64{10}, "all")
		m.File.Designs[0].Name = name
		if l, _ := load.Of(m, []int{0}, 1); !strings.Contains(l.Text, "\n"+want+": one key") {
			t.Errorf("%q: %s", name, l.Text)
		}
	}
}

// A copy in the partition of its original has the load there, too, and one elsewhere hasn't.
func TestCopies(t *testing.T) {
	for copied, want := range map[string]string{
		`{PartitionKey: "{Device}", RowKey: "c_{Number:inverted 9}"}`:   "rate: 200/s of 2\nreads: 50/s of 10\n",
		`{table: Copies, PartitionKey: "{Device}", RowKey: "{Number}"}`: "rate: 200/s\n",
	} {
		m := matrix(t, []float64{10}, "{Device}\", copies: {c: "+copied+"}, table: \"Log")
		m.Cells[0][0].Plan.Place = m.File.Designs[0].Places[1]
		l, _ := load.Of(m, []int{0}, 1)
		for line := range strings.Lines(want) {
			if !strings.Contains(l.Text, line) {
				t.Errorf("%s: no %s in %s", copied, line, l.Text)
			}
		}
		if strings.Contains(want, "reads") != strings.Contains(l.Text, "reads") {
			t.Errorf("%s: %s", copied, l.Text)
		}
	}
}

// What reads through all partitions is no one partition's load. It's left out and said. Several requests go
// to a partition each.
func TestScans(t *testing.T) {
	m := matrix(t, []float64{4320}, "all", "{Device}")
	m.Cells[0][0].Plan.Kind, m.Cells[0][0].Plan.Requests = design.TableScan, make([]design.Request, 1)
	m.Cells[0][1].Plan.Kind, m.Cells[0][1].Plan.Requests = design.PartitionScans, make([]design.Request, 10)
	m.Cells[0][1].Plan.Parallel = true
	l, _ := load.Of(m, []int{0, 1}, 1)
	if !strings.Contains(l.Text, "Design a: one key\n") || !strings.Contains(l.Text, "reads 500/s of 432\n") ||
		!strings.Contains(strings.Join(l.Notes, " "), "latest reads through all partitions under design a") {
		t.Errorf("%s%v", l.Text, l.Notes)
	}
	for _, p := range m.File.Patterns[1:] {
		p.Rate = 0
	}
	if l, ok := load.Of(m, []int{0, 1}, 1); ok {
		t.Errorf("a scan alone is a load: %s", l.Text)
	}
	l, ok := load.Of(m, []int{1, 0}, 1)
	if scenarios, errors := partition.Parse(l.Text); !ok || errors != nil || len(scenarios) != 2 {
		t.Errorf("%v: %s", errors, l.Text)
	}
}

func TestNoRate(t *testing.T) {
	m := matrix(t, []float64{1}, "all")
	for _, p := range m.File.Patterns {
		p.Rate = 0
	}
	if l, ok := load.Of(m, []int{0}, 1); ok {
		t.Error(l)
	}
}

// A question for several types is a load on each one's table. What an index finds is read in the originals'.
func TestTypes(t *testing.T) {
	f, errors := read.File("test", `entities:
  Order:
    count: 2000
    properties:
      Order:    {type: int64}
      Customer: {type: string, values: 100}
      Total:    {type: double}
  Line:
    count: 8000
    properties:
      Number: {type: int64}
      Order:  {of: Order.Order}
patterns:
  order: {of: [Order, Line], where: "Order = ?", rate: 10/s}
  mine:  {of: Order, where: "Customer = ?", rate: 1/s}
designs:
  apart:
    Order:
      PartitionKey: "{Order}"
      RowKey: "order"
      copies: {by: {table: ByCustomer, PartitionKey: "{Customer}", RowKey: "{Order}", only: []}}
    Line: {PartitionKey: "{Order}", RowKey: "{Number}"}
`)
	if len(errors) > 0 {
		t.Fatal(errors[0])
	}
	m, err := measured.Run(f, measured.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for rate, want := range map[float64]string{
		0: "reads: 10/s of 5\n", // the lines of an order
		5: "reads: 110/s\n",     // ten times the order itself, and five times the twenty orders of a customer
	} {
		f.Patterns[1].Rate = rate
		l, ok := load.Of(m, []int{0}, 1)
		if !ok || !strings.Contains(l.Text, want) {
			t.Errorf("%g: %s, want %s", rate, l.Text, want)
		}
	}
}
