package report_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/table"
)

var update = flag.Bool("update", false, "write the golden files")

// sample is a matrix of two patterns and two designs, with something of everything.
func sample() *report.Report {
	device := &design.Property{Name: "Device", Kind: table.String}
	reading := &design.Entity{Name: "Reading", Count: 4320, Properties: []*design.Property{device,
		{Name: "At", Kind: table.DateTime}}}
	latest := &design.Pattern{Name: "latest", Line: 9, Entity: reading, Sort: "At", Newest: true, Limit: 10,
		Rate: 50,
		Where: []design.Term{{Property: device, Op: design.OneOf, Params: []design.Param{{},
			{Fixed: true, Value: table.StringValue("it's")}}}}}
	write := &design.Pattern{Name: "write", Line: 10, Verb: design.Insert, Entity: reading, Rate: 1.0 / 60}
	place := &design.Place{Entity: reading, Table: "Readings"}
	time, tail := &design.Design{Name: "by time"}, &design.Design{Name: "log_tail"}
	most := &design.Limit{Figure: "read", Most: 10, Line: 14}
	file := &design.File{Entities: []*design.Entity{reading}, Patterns: []*design.Pattern{latest, write},
		Designs: []*design.Design{time, tail}, Prices: design.Prices{Currency: "USD", Transactions: 0.0004,
			Storage: 0.05}}
	return &report.Report{Name: "sensors.rowkey.yaml",
		Matrix: &design.Matrix{File: file, Sizes: []int{4320, 1_000_000},
			Stored: [][]float64{{691_200, 160_000_000}, {1_382_400, 320_000_000}}, Cells: [][]design.Cell{
				{
					{Pattern: latest, Design: time, Plan: design.Plan{Kind: design.PartitionScan, Place: place,
						Steps:    []string{"Device is the whole PartitionKey: equality."},
						Requests: []design.Request{{Method: "GET", Path: "Readings()", Filter: "PartitionKey eq 'a'"}},
						Client:   []string{"sort by At"}},
						Figures: design.Figures{Scale: 4320, Read: 1440, Wanted: 10, Returned: 1440, Requests: 2,
							Transactions: 2, Bytes: 181_440},
						Marks:  []string{"2 pages: more than 1,000 entities are returned"},
						Missed: []*design.Limit{most},
						Growth: []design.Growth{{Figures: design.Figures{Scale: 1_000_000, Computed: true,
							Read: 333_333, Wanted: 10, Returned: 333_333, Requests: 334, Transactions: 334, Bytes: 42e6}}}},
					{Pattern: latest, Design: tail, Plan: design.Plan{Kind: design.RangeQuery, Place: place,
						Requests: []design.Request{{Method: "GET", Path: "Readings()?$top=10", Top: 10}}},
						Figures: design.Figures{Scale: 4320, Read: 9.96, Wanted: 9.96, Returned: 9.96, Requests: 1,
							Transactions: 1, Bytes: 1260.4},
						Thresholds: []design.Threshold{{Scale: 3_000_000, Says: "2 pages"}}},
				},
				{
					{Pattern: write, Design: time, Plan: design.Plan{Kind: design.Write, Place: place},
						Figures: design.Figures{Scale: 4320, Requests: 1, Transactions: 1, Written: 1}},
					{Pattern: write, Design: tail, Plan: design.Plan{Kind: design.Writes, Place: place},
						Figures: design.Figures{Scale: 4320, Requests: 2, Transactions: 2, Written: 2}},
				},
			}},
		Findings: []design.Finding{{Code: "table-scan", Error: true, Line: 9, Column: 3, Design: "by time",
			Pattern: "latest", Says: "It reads 4,320 entities, 50 times a second, and wants 10 of them.",
			Guide: "query-kinds"}},
	}
}

func TestGolden(t *testing.T) {
	r := sample()
	for name, got := range map[string]string{"text": r.Text(), "md": r.Markdown(), "json": r.JSON()} {
		golden := "testdata/sample." + name
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || got != string(want) {
			t.Errorf("%s: %v, got\n%s", golden, err, got)
		}
	}
	for line := range strings.Lines(r.Text()) {
		if utf8.RuneCountInString(line) > 111 {
			t.Errorf("too wide: %s", line)
		}
	}
	if !jsontext.Valid(r.JSON()) {
		t.Error("this isn't JSON")
	}
}

func TestOK(t *testing.T) {
	r := sample()
	r.Matrix.Cells[0][0].Missed = nil
	if r.OK() {
		t.Error("an error finding is OK")
	}
	r.Findings[0].Error = false
	if !r.OK() {
		t.Error("a warning isn't OK")
	}
	r.Matrix.Cells[0][1].Missed = []*design.Limit{{}}
	if r.OK() {
		t.Error("a missed budget is OK")
	}
}

// TestComputed: text says so if even the first figures of a design are computed, as with entities too large
// for memory.
func TestComputed(t *testing.T) {
	r := sample()
	if strings.Contains(r.Text(), "range query, computed") {
		t.Error("measured figures are said to be computed")
	}
	r.Matrix.Cells[0][1].Figures.Computed = true
	if !strings.Contains(r.Text(), "range query, computed") {
		t.Errorf("the text doesn't say what is computed:\n%s", r.Text())
	}
}

// TestBill: what a month costs is made of three amounts, each of which can do without a price.
func TestBill(t *testing.T) {
	r := sample()
	const gib = 1 << 30
	r.Matrix.Stored[1] = []float64{0.5 * gib, 2000 * gib}
	r.Matrix.File.Prices = design.Prices{Line: 3, Currency: "EUR", Storage: 0.06, Sent: 0.1, Date: "2026-11-23"}
	for size, want := range []string{
		"reads 498 a second; 132,000,000 transactions a month; " +
			"0.5 GB stored, EUR 0.03; 154 GB sent a month, EUR 15.43. " +
			"In all EUR 15.46 by the prices of 2026-11-23",
		"reads 498 a second; 132,000,000 transactions a month; " +
			"2,000 GB stored, EUR 120; 154 GB sent a month, EUR 15.43. " +
			"In all EUR 135 by the prices of 2026-11-23",
	} {
		if got := r.Bill(1, size); got != want {
			t.Errorf("size %d: %s\nwant %s", size, got, want)
		}
	}
	r.Matrix.File.Prices = design.Prices{Line: 3, Currency: "EUR", Storage: 0.001}
	r.Matrix.File.Patterns[0].Rate, r.Matrix.File.Patterns[1].Rate = 0, 0
	if got, want := r.Bill(0, 0), "0.7 MB stored, under EUR 0.01. In all under EUR 0.01"; got != want {
		t.Errorf("without rates: %s\nwant %s", got, want)
	}
	r.Matrix.Stored = nil
	if got := r.Bill(0, 0); got != "" {
		t.Errorf("nothing costs %s", got)
	}
}
