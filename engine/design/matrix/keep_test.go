package matrix_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/table"
)

// starters are the files that readers begin with, by name, with 4,000 entities of each type.
func starters(t testing.TB) map[string]string {
	texts := map[string]string{}
	names, err := filepath.Glob("../../../patterns/designs/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		larger := regexp.MustCompile(`count: \d+`).ReplaceAllString(string(text), "count: 4000")
		name, _, _ = strings.Cut(filepath.Base(name), ".")
		texts[name] = strings.ReplaceAll(larger, "values: 500", "values: 1000") // as many as are unique
	}
	return texts
}

// TestKept: a bench that has measured something else gives what a new one does.
func TestKept(t *testing.T) {
	var texts []string
	for _, change := range [][2]string{
		{"", ""}, {"values: 3", "values: 4"}, {"Celsius: {type: double}", "Celsius: {type: double, min: 2}"},
		{"limit: 10", "limit: 20"}, {`"{At:inverted}"`, `"{At:inverted}-{Device}"`}, {"latest:", "newest:"},
		{"rate: 50/s", "rate: 5000/s"}, {"log tail:", "tail:"}, {"budgets:", "seed: 7\nbudgets:"},
		{"insert: Reading", "insert: Reading, batch: 2"}, {"", ""},
	} {
		text := strings.ReplaceAll(file, "count: 6000", "count: 1500")
		texts = append(texts, strings.ReplaceAll(text, change[0], change[1]))
	}
	var b matrix.Bench
	for i, text := range texts {
		for _, o := range []matrix.Options{{Choices: 9}, {At: []int{500, 50_000}, Most: 1000, Choices: 9}} {
			want, err := matrix.Run(parse(t, text), o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Run(parse(t, text), o)
			if err != nil {
				t.Fatal(err)
			}
			same := []cmp.Option{cmp.Comparer(sameDesign), cmp.Comparer(sameValue)}
			if diff := cmp.Diff(want.Cells, got.Cells, same...); diff != "" {
				t.Errorf("file %d, %v (-want +got):\n%s", i, o.At, diff)
			}
		}
	}
}

// two has two types, which designs can store apart or in one table.
const two = `entities:
  Order:
    count: 900
    properties:
      Id:       {type: string}
      Customer: {type: string, values: 40, skew: zipf 1}
      Total:    {type: double}
  Line:
    count: 1500
    properties:
      Order:  {type: string, values: 900}
      Number: {type: int32}
      Note:   {type: string, length: 30}
patterns:
  order:    {of: Order, where: "Id = ?"}
  of one:   {of: Order, where: "Customer = ?"}
  lines:    {of: Line, where: "Order = ?"}
  add:      {insert: Line}
  change:   {update: Order, where: "Id = ?"}
designs:
  apart:
    Order:
      PartitionKey: "{Id}"
      RowKey: ""
      copies: {by customer: {table: ByCustomer, PartitionKey: "{Customer}", RowKey: "{Id}"}}
    Line:  {PartitionKey: "{Order}", RowKey: "{Number:8}"}
  one table:
    Order: {table: All, PartitionKey: "{Id}", RowKey: ""}
    Line:  {table: All, PartitionKey: "{Order}", RowKey: "{Number:8}"}
  lost:
    Order: {PartitionKey: "{Customer}", RowKey: ""}
    Line:  {PartitionKey: "{Order}", RowKey: "{Note}"}
`

// TestKeptTypes: what is kept of one type is right beside what has changed of another one, and patterns can
// change places.
func TestKeptTypes(t *testing.T) {
	first := strings.Index(two, "  order: ")
	last := strings.Index(two, "  lines: ")
	swapped := two[:first] + two[last:strings.Index(two, "designs:")] + two[first:last] +
		two[strings.Index(two, "designs:"):]
	var b matrix.Bench
	for i, text := range []string{
		two, strings.Replace(two, "values: 40", "values: 41", 1),
		strings.Replace(two, "length: 30", "length: 31", 1),
		swapped, strings.Replace(two, `table: All, PartitionKey: "{Id}"`, `table: Alls, PartitionKey: "{Id}"`, 1),
		strings.Replace(two, "Line:  {table: All,", "Line:  {table: ALL,", 1),
		strings.Replace(two, "by customer: {", "of customer: {only: [Total], ", 1),
		strings.Replace(two, "  Order:\n    count: 900", "  Order:\n    count: 901", 1), two,
	} {
		if i > 0 && i < 8 && text == two {
			t.Fatalf("change %d isn't one", i)
		}
		want, err := matrix.Run(parse(t, text), matrix.Options{Choices: 9})
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.Run(parse(t, text), matrix.Options{Choices: 9})
		if err != nil {
			t.Fatal(err)
		}
		same := []cmp.Option{cmp.Comparer(sameDesign), cmp.Comparer(sameValue)}
		if diff := cmp.Diff(want.Cells, got.Cells, same...); diff != "" {
			t.Errorf("file %d (-want +got):\n%s", i, diff)
		}
		for k, d := range got.File.Designs {
			if place := got.Cells[0][k].Plan.Place; place == nil || !slices.Contains(d.Places, place) {
				t.Errorf("file %d: the plan's place isn't one of the design %s", i, d.Name)
			}
		}
	}
}

func sameDesign(a, b *design.Design) bool { return a.Name == b.Name }

func sameValue(a, b table.Value) bool { return a == b }

// TestKeptPlan: what is kept of a file names the places of the next one.
func TestKeptPlan(t *testing.T) {
	var b matrix.Bench
	for range 2 {
		m, err := b.Run(parse(t, file), matrix.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m.Cells[0][1].Plan.Place != m.File.Designs[1].Places[0] {
			t.Error("the plan's place isn't the design's")
		}
	}
}

// BenchmarkEdit measures each starter again after an entity was edited.
func BenchmarkEdit(b *testing.B) {
	for name, text := range starters(b) {
		b.Run(name, func(b *testing.B) {
			var bench matrix.Bench
			for n := 0; b.Loop(); n++ {
				edited := strings.Replace(text, "count: 4000", fmt.Sprintf("count: %d", 4000-n%100), 1)
				if _, err := bench.Run(parse(b, edited), matrix.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStarters(b *testing.B) {
	for b.Loop() {
		for _, text := range starters(b) {
			if _, err := matrix.Run(parse(b, text), matrix.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
