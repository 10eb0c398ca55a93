package matrix_test

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/matrix"
)

// skewed has questions whose cost depends on whose they are.
const skewed = `entities:
  Room:
    count: 400
    properties: {Name: {type: string, pattern: "R###"}}
  Message:
    count: 30000
    properties:
      Room:  {type: string, values: 600, skew: zipf 0.9}
      Of:    {of: Room.Name, skew: zipf 0.8}
      At:    {type: datetime, every: 5s, from: 2026-01-01T00:00:00Z}
      By:    {type: string, values: 5000}
      State: {type: string, values: [read, new, kept], skew: zipf 1}
      Id:    guid
patterns:
  whole room: {of: Message, where: "Room = ?", rate: 50/s}
  of room:    {of: Message, where: "Of = ?", rate: 5/s}
  day:        {of: Message, where: "Room = ? and At in day ?", rate: 5/s}
  newest:     {of: Message, where: "Room = ?", sort: At desc, limit: 10, rate: 5/s}
  since:      {of: Message, where: "Room = ? and At > ?", rate: 5/s}
  week:       {of: Message, where: "Of = ? and At between ? and ?", rate: 5/s}
  new:        {of: Message, where: "State = 'new' and By = ?", rate: 5/s}
  two:        {of: Message, where: "By in (?, ?)", rate: 5/s}
  latest:     {of: Message, sort: At desc, limit: 50, rate: 5/s}
  mark:       {update: Message, where: "Room = ? and Id = ?", set: [State], rate: 5/s}
  clear:      {delete: Message, where: "By = ? and State = 'read'", rate: 1/s}
designs:
  room:  {Message: {PartitionKey: "{Room}", RowKey: "{At:inverted}"}}
  month: {Message: {PartitionKey: "{Room}-{At:yyyy-MM}", RowKey: "{At:iso}"}}
  by:    {Message: {PartitionKey: "{By}", RowKey: "{At:iso}"}}
  hours: {Message: {PartitionKey: "{At:yyyy-MM-dd-HH}-{Id:hash 4}", RowKey: "{At:inverted}"}}
budgets:
  whole room: {read: "<= 550"}
`

var seeded = flag.String("matrix.designs", "", "also try seeds with the design files that this matches")

// TestSeeds: figures are the mean over all values that a question can have, so another seed hardly changes
// them, nor which budgets are kept. What's wanted is the same under every design.
//
// -matrix.designs '../command/testdata/*.yaml' tries other files, too: chance has its part if a type has a
// hundred entities, or if a question has no ?.
func TestSeeds(t *testing.T) {
	small := strings.NewReplacer("count: 30000", "count: 4000", "every: 5s", "every: 45s").Replace(skewed)
	trySeeds(t, small)
	files, _ := filepath.Glob(*seeded)
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			trySeeds(t, string(text))
		})
	}
}

func trySeeds(t *testing.T, text string) {
	t.Helper()
	const seeds, tolerance = 12, 0.05
	var all [seeds]*design.Matrix
	for i := range all {
		f := parse(t, text)
		f.Seed = uint64(i + 1)
		m, err := matrix.Run(f, matrix.Options{Choices: 64})
		if err != nil {
			t.Fatal(err)
		}
		all[i] = m
	}
	for i, row := range all[0].Cells {
		for j := range row {
			for _, name := range design.FigureNames {
				mean := 0.
				for _, m := range all {
					mean += *m.Cells[i][j].Figures.By(name) / seeds
				}
				for seed, m := range all {
					c := &m.Cells[i][j]
					wide := tolerance
					if name == "returned" || name == "bytes" {
						wide *= 2 // a walk through buckets ends where it has enough, or has more
					}
					if got := *c.Figures.By(name); math.Abs(got-mean) > wide*mean+.1 {
						t.Errorf("%s under %s, seed %d: %s is %v, on average %v", c.Pattern.Name, c.Design.Name, seed+1, name,
							got, mean)
					}
					if c.Plan.Kind != all[0].Cells[i][j].Plan.Kind {
						t.Errorf("%s under %s, seed %d: another plan", c.Pattern.Name, c.Design.Name, seed+1)
					}
					if c.Figures.Wanted != m.Cells[i][0].Figures.Wanted {
						t.Errorf("%s wants %v under %s", c.Pattern.Name, c.Figures.Wanted, c.Design.Name)
					}
					if len(c.Missed) != len(all[0].Cells[i][j].Missed) {
						t.Errorf("seed %d: another budget is missed", seed+1)
					}
				}
			}
		}
	}
}

// TestMean: by hand, the mean is the sum of the squares of all rooms' messages, divided by all messages, and
// the worst is the largest room.
func TestMean(t *testing.T) {
	f := parse(t, skewed)
	m, err := matrix.Run(f, matrix.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]float64{}
	for _, e := range f.Entities[1:] {
		for _, name := range roomsOf(e, f.Seed) {
			sizes[name]++
		}
	}
	squares, largest, which := 0., 0., ""
	for name, n := range sizes {
		squares += n * n
		if n > largest {
			largest, which = n, name
		}
	}
	c := m.Cells[0][0]
	want := squares / float64(f.Entities[1].Count)
	if math.Abs(c.Figures.Read-want) > want/50 || c.Figures.Most != largest || c.Worst != "Room “"+which+"”" {
		t.Errorf("reads %v and up to %v for %s, want %v and %v for %s", c.Figures.Read, c.Figures.Most, c.Worst,
			want, largest, which)
	}
	share := largest / float64(f.Entities[1].Count)
	if got := c.Heat[0]; got.PartitionKey != which || math.Abs(got.Entities-share*largest) > share*largest/50 {
		t.Errorf("the hottest partition is %+v", got)
	}
}

// TestLarger: what is computed for ten times and for a hundred times the size is within a factor of 1.5 of
// what's measured there, and nothing is impossible.
func TestLarger(t *testing.T) {
	const base, factor = 1000, 1.5
	text := strings.NewReplacer("count: 30000", "count: 1000", "count: 400", "count: 40", "values: 600",
		"values: 20", "values: 5000", "values: 100", "every: 5s", "every: 1m").Replace(skewed)
	sizes := []int{10 * base, 100 * base}
	var bench matrix.Bench // measures the base once
	measured, err := bench.Run(parse(t, text), matrix.Options{At: sizes, Choices: 64})
	if err != nil {
		t.Fatal(err)
	}
	computed, err := bench.Run(parse(t, text), matrix.Options{At: sizes, Most: base, Choices: 64})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range measured.Cells {
		for j := range row {
			for k, g := range row[j].Growth {
				got := computed.Cells[i][j].Growth[k]
				for _, name := range []string{"read", "wanted", "returned", "requests", "written"} {
					a, b := *g.By(name), *got.By(name)
					walks := row[j].Plan.Until > 0 && name == "returned" // which depends on where it ends
					if max(a, b) > factor*min(a, b)+2 && !walks {
						t.Errorf("%s under %s at %d: %s is %v, computed %v", row[j].Pattern.Name, row[j].Design.Name,
							sizes[k], name, a, b)
					}
				}
				if got.Read+1e-6 < got.Returned || got.Figures.Computed == g.Figures.Computed {
					t.Errorf("%s under %s at %d: %+v", row[j].Pattern.Name, row[j].Design.Name, sizes[k], got.Figures)
				}
			}
		}
	}
}
