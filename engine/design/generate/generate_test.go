package generate_test

import (
	"math"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

const start, minute = table.Ticks(639031680000000000), table.Ticks(600_000_000)

func reading() *design.Entity {
	return &design.Entity{Name: "Reading", Properties: []*design.Property{
		{Name: "Device", Kind: table.String, Values: 3, Skew: 1},
		{Name: "At", Kind: table.DateTime, From: start, Every: minute},
		{Name: "Celsius", Kind: table.Double, Min: -20, Max: 40},
		{Name: "Id", Kind: table.Int64},
		{Name: "Level", Kind: table.Int32, Min: 1, Max: 5},
		{Name: "Grade", Kind: table.Int32, Min: 10, Max: 30, Values: 3},
		{Name: "On", Kind: table.Boolean},
		{Name: "Key", Kind: table.GUID},
		{Name: "Raw", Kind: table.Binary, Length: 5},
		{Name: "Code", Kind: table.String, Pattern: "A#-##"},
		{Name: "Note", Kind: table.String, Length: 40, Values: 9},
	}}
}

// TestBytes fails if another version, or another processor, makes other entities of a file.
func TestBytes(t *testing.T) {
	want := []string{
		"Device-0003", "2026-01-05T02:03:00Z", "-9.78", "124", "4", "30", "true",
		"", "", "A1-24", "",
	}
	for i, p := range generate.Entities(reading(), 200, 1)[123] {
		if got := odata.Text(p.Value); want[i] != "" && got != want[i] {
			t.Errorf("%s: got %s, want %s", p.Name, got, want[i])
		}
	}
	g, other := generate.New(reading(), 200, 1), generate.New(reading(), 200, 2)
	same := 0
	for i, e := range generate.Entities(reading(), 200, 1) {
		differs := other.Properties(i)
		for k, p := range g.Properties(i) {
			if p != e[k] {
				t.Fatalf("entity %d: %v and %v", i, p, e[k])
			}
			if p.Name == "Celsius" && p == differs[k] {
				same++
			}
		}
	}
	if same > 10 {
		t.Errorf("another seed gives %d of 200 equal values", same)
	}
}

func TestDistributions(t *testing.T) {
	const n = 20_000
	devices, levels, grades := map[string]int{}, map[int64]int{}, map[int64]int{}
	unique := map[table.Value]bool{}
	sum, on := 0.0, 0
	for _, e := range generate.Entities(reading(), n, 7) {
		devices[e[0].Value.Text()]++
		sum += e[2].Value.Float()
		levels[e[4].Value.Int()]++
		grades[e[5].Value.Int()]++
		if e[6].Value.Bool() {
			on++
		}
		for _, k := range []int{1, 3, 7, 8, 9} {
			unique[e[k].Value] = true
		}
		if c := e[2].Value.Float(); c < -20 || c > 40 {
			t.Fatalf("%g degrees", c)
		}
		if len(e[8].Value.Text()) != 5 || len(e[10].Value.Text()) != 40 {
			t.Fatalf("lengths: %v %v", e[8], e[10])
		}
	}
	// With exponent 1, three values are as common as 1, 1/2 and 1/3: 6, 3 and 2 of 11.
	about(t, "Device-0001", devices["Device-0001"], n*6/11)
	about(t, "Device-0002", devices["Device-0002"], n*3/11)
	about(t, "Device-0003", devices["Device-0003"], n*2/11)
	for level := range int64(5) {
		about(t, "a level", levels[level+1], n/5)
	}
	for _, grade := range []int64{10, 20, 30} {
		about(t, "a grade", grades[grade], n/3)
	}
	about(t, "on", on, n/2)
	about(t, "degrees", int(sum), 10*n)
	if len(devices) != 3 || len(levels) != 5 || len(grades) != 3 {
		t.Errorf("values: %v %v %v", devices, levels, grades)
	}
	if len(unique) != 5*n {
		t.Errorf("%d of %d values are unique", len(unique), 5*n)
	}
}

// TestZipf compares the shares of many values with the sum that defines them.
func TestZipf(t *testing.T) {
	const n, values, exponent = 50_000, 1000, 1.1
	e := &design.Entity{Name: "E", Properties: []*design.Property{
		{Name: "K", Kind: table.Int32, Values: values, Max: values - 1, Skew: exponent},
	}}
	counts := map[int64]int{}
	for _, p := range generate.Entities(e, n, 3) {
		counts[p[0].Value.Int()]++
	}
	total := 0.0
	for k := range values {
		total += math.Pow(float64(k+1), -exponent)
	}
	for _, k := range []int{0, 1, 4, 9} {
		about(t, "a value", counts[int64(k)], int(n*math.Pow(float64(k+1), -exponent)/total))
	}
}

// about allows a tenth.
func about(t *testing.T, what string, got, want int) {
	t.Helper()
	if math.Abs(float64(got-want)) > float64(want)/10 {
		t.Errorf("%s: %d times, want about %d", what, got, want)
	}
}

// TestOf: what refers to entities of another type has their values, whatever the size, and each about as
// often.
func TestOf(t *testing.T) {
	for _, id := range []*design.Property{
		{Name: "Id", Kind: table.String}, {Name: "Id", Kind: table.String, Pattern: "O-######", Length: 20},
		{Name: "Id", Kind: table.GUID}, {Name: "Id", Kind: table.Int64, Min: 5, Max: 5},
		{Name: "Id", Kind: table.DateTime, From: start, Every: minute},
	} {
		order := &design.Entity{Name: "Order", Count: 1000, Properties: []*design.Property{id}}
		source := design.Source{Entity: order, Property: id, Each: 4}
		line := &design.Entity{Name: "Line", Count: 4000, Properties: []*design.Property{
			{Name: "Order", Kind: id.Kind, Values: 1000, Of: source},
			{Name: "Again", Kind: id.Kind, Values: 1000, Of: source},
			{Name: "Skewed", Kind: id.Kind, Values: 1000, Of: source, Skew: 1},
		}}
		for _, orders := range []int{1, 1000, 20_000} {
			known := map[table.Value]int{}
			for _, e := range generate.Entities(order, orders, 7) {
				known[e[0].Value] = 0
			}
			same, most := 0, 0
			for _, e := range generate.Entities(line, 4*orders, 7) {
				for _, p := range e {
					if _, ok := known[p.Value]; !ok {
						t.Fatalf("%d orders: %s of none is %v", orders, p.Name, odata.Text(p.Value))
					}
				}
				if known[e[2].Value]++; known[e[2].Value] > most {
					most = known[e[2].Value]
				}
				if e[0].Value == e[1].Value {
					same++
				}
			}
			if orders > 1 && (same > orders/10 || most < orders/10) {
				t.Errorf("%d orders: %d lines have one twice, and %d the most common", orders, same, most)
			}
		}
	}
}

// TestUniqueOf: combinations with what is referred to come once each, at any size.
func TestUniqueOf(t *testing.T) {
	id := &design.Property{Name: "Id", Kind: table.String}
	order := &design.Entity{Name: "Order", Count: 100, Properties: []*design.Property{id}}
	of := &design.Property{Name: "Order", Kind: table.String, Values: 100,
		Of: design.Source{Entity: order, Property: id, Each: 4}}
	number := &design.Property{Name: "Number", Kind: table.Int32, Values: 8}
	of.Unique = []*design.Property{of, number}
	number.Unique = of.Unique
	line := &design.Entity{Name: "Line", Count: 400, Properties: of.Unique}
	for _, lines := range []int{400, 40_000} {
		seen := map[[2]table.Value]bool{}
		for _, e := range generate.Entities(line, lines, 1) {
			seen[[2]table.Value{e[0].Value, e[1].Value}] = true
		}
		if len(seen) != lines {
			t.Errorf("%d lines have %d keys", lines, len(seen))
		}
	}
}
