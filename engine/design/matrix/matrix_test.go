package matrix_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
)

const file = `entities:
  Reading:
    count: 6000
    properties:
      Device:  {type: string, values: 3}
      At:      {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}
      Celsius: {type: double}
patterns:
  latest: {of: Reading, where: "Device = ?", sort: At desc, limit: 10, rate: 50/s}
  day:    {of: Reading, where: "Device = ? and At in day ?", rate: 2/s}
  device: {of: Reading, where: "Device = ?"}
  write:  {insert: Reading, rate: 200/s}
designs:
  log tail:  {Reading: {PartitionKey: "{Device}", RowKey: "{At:inverted}"}}
  by time:   {Reading: {PartitionKey: "{Device}", RowKey: "{At:iso}"}}
  by minute: {Reading: {PartitionKey: "{At:yyyy-MM-dd-HH-mm}", RowKey: "{Device}"}}
budgets:
  latest: {read: "<= 11", transactions: "<= 1"}
  device: {transactions: "<= 1"}
`

func parse(t testing.TB, text string) *design.File {
	f, errs := read.File("a.yaml", text)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	return f
}

func TestRun(t *testing.T) {
	m, err := matrix.Run(parse(t, file), matrix.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range m.Cells[:3] {
		for _, c := range row {
			f := c.Figures
			if f.Read < f.Wanted || f.Requests == 0 || f.Bytes == 0 || f.Computed {
				t.Errorf("%s, %s: %+v", c.Pattern.Name, c.Design.Name, f)
			}
		}
	}
	latest := m.Cells[0]
	if latest[0].Figures.Read > 11 || latest[1].Figures.Read < 1800 || latest[2].Figures.Read > 60 ||
		latest[0].Figures.Wanted != 10 || latest[2].Plan.Kind != design.PointQueries {
		t.Errorf("%+v", latest)
	}
	if len(latest[0].Missed) != 0 || len(m.Cells[2][0].Missed) != 1 || len(m.Cells[2][0].Marks) == 0 {
		t.Errorf("missed %v and %v", latest[0].Missed, m.Cells[2][0].Missed)
	}
	if w := m.Cells[3][0]; w.Figures.Written != 1 || w.Plan.Kind != design.Write {
		t.Errorf("%+v", w)
	}
}

// TestLanes: a cell tells which partitions its plan touched, and from which entity to which.
func TestLanes(t *testing.T) {
	m, err := matrix.Run(parse(t, file), matrix.Options{Choices: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range m.Cells {
		for j, c := range row {
			var read, returned, written float64
			for _, l := range c.Lanes {
				read += float64(l.Read)
				returned += float64(l.Returned)
				written += float64(l.Written)
				if l.Table != "Readings" || l.PartitionKey == "" || l.First == "" || l.First > l.Last {
					t.Errorf("%s, %s: %+v", c.Pattern.Name, c.Design.Name, l)
				}
			}
			if f := c.Figures; len(c.Lanes) == design.MostLanes {
				if j != 2 || i == 3 || read >= f.Read {
					t.Errorf("%s, %s: %d lanes", c.Pattern.Name, c.Design.Name, len(c.Lanes))
				}
			} else if j < 2 && len(c.Lanes) != 1 || read != f.Read || returned != f.Returned || written != f.Written {
				t.Errorf("%s, %s: %+v for %+v", c.Pattern.Name, c.Design.Name, c.Lanes, f)
			}
		}
	}
	newest := m.Cells[0][0].Lanes[0]
	if newest.Returned != 10 || !strings.HasPrefix(newest.PartitionKey, "Device-") {
		t.Errorf("%+v", newest)
	}
}

// TestGrowth compares what is computed for a size with what is measured there.
func TestGrowth(t *testing.T) {
	const size = 24_000
	measured, err := matrix.Run(parse(t, file), matrix.Options{At: []int{size}})
	if err != nil {
		t.Fatal(err)
	}
	computed, err := matrix.Run(parse(t, file), matrix.Options{At: []int{size}, Most: 6000})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range measured.Cells {
		for j, c := range row {
			want, got := c.Growth[0], computed.Cells[i][j].Growth[0]
			if want.Computed || !got.Computed || got.Scale != size || want.Scale != size {
				t.Errorf("%+v and %+v", want, got)
			}
			const tolerance = .2
			for k, pair := range [][2]float64{{want.Read, got.Read}, {want.Returned, got.Returned},
				{want.Bytes, got.Bytes}, {want.Requests, got.Requests}} {
				if math.Abs(pair[0]-pair[1]) > tolerance*max(pair[0], 10) {
					t.Errorf("%s, %s: figure %d is %v, computed %v",
						c.Pattern.Name, c.Design.Name, k, pair[0], pair[1])
				}
			}
		}
	}
}

// TestMarks: limits are marked at the size at which they're passed, whether it's measured or computed.
func TestMarks(t *testing.T) {
	const limits = `entities:
  Item:
    count: 2000
    properties:
      Group: {type: string, values: 4}
      Id:    {type: int32}
patterns:
  all:    {of: Item}
  group:  {of: Item, where: "Group = ?", rate: 2/s}
  change: {update: Item, where: "Id = ?", rate: 1/s}
  fill:   {insert: Item, batch: 100, rate: 21/s}
  list:   {of: Item, where: "Group = ?", rate: 8000/s}
designs:
  groups: {Item: {PartitionKey: "{Group}", RowKey: "{Id:9}"}}
  one:    {Item: {PartitionKey: "all", RowKey: "{Group}_{Id:9}"}}
`
	sizes := []int{8000, 24_000, 100_000, 200_000}
	measured, err := matrix.Run(parse(t, limits), matrix.Options{At: sizes, Most: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	computed, err := matrix.Run(parse(t, limits), matrix.Options{At: sizes, Most: 2000})
	if err != nil {
		t.Fatal(err)
	}
	const (
		pages, seconds = "more than 1,000 entities are returned", "more than 5 s"
		account        = "an account's target is 20,000"
		partition      = "in one partition, whose target is 2,000"
	)
	for _, test := range []struct {
		pattern, design int
		mark            string
		from            int // the first size at which it's there; 0: never
	}{
		{0, 0, pages, 2000}, {0, 0, seconds, 200_000}, {0, 0, account, 0},
		{1, 0, pages, 8000}, {1, 0, seconds, 0}, {1, 0, account, 0}, {1, 0, partition, 24_000},
		{1, 1, pages, 8000}, {1, 1, partition, 8000}, {1, 1, account, 0},
		{2, 0, account, 0}, {2, 0, partition, 8000}, {2, 0, seconds, 200_000}, {2, 0, pages, 0},
		{2, 1, partition, 8000}, {4, 0, account, 8000},
		{3, 0, account, 0}, {3, 1, partition, 2000},
	} {
		for name, m := range map[string]*design.Matrix{"measured": measured, "computed": computed} {
			cell, from := m.Cells[test.pattern][test.design], 0
			all := append([]design.Growth{{Figures: cell.Figures, Marks: cell.Marks}}, cell.Growth...)
			for _, g := range all {
				has := strings.Contains(strings.Join(g.Marks, "\n"), test.mark)
				if from == 0 && has {
					from = g.Scale
				}
				if from > 0 && !has {
					t.Errorf("%s at %d: no mark that was there at %d", name, g.Scale, from)
				}
			}
			if from != test.from {
				t.Errorf("%s under %s, %s: %q from %d on, want %d; %v", cell.Pattern.Name, cell.Design.Name,
					name, test.mark, from, test.from, all)
			}
		}
	}
}

// TestStored: what is stored is billed by the entities' sizes, with copies and without what is lost. At a
// larger size there's more of it.
func TestStored(t *testing.T) {
	const text = `entities:
  Item:
    count: 200
    properties:
      Group: {type: string, values: 4}
      Id:    {type: int32}
  Note:
    count: 10
    properties:
      Text: {type: string, length: 20}
patterns:
  group: {of: Item, where: "Group = ?"}
designs:
  one:
    Item: {PartitionKey: "{Group}", RowKey: "{Id:9}"}
    Note: {PartitionKey: "notes", RowKey: "{Text:hash 10}"}
  copied:
    Item:
      PartitionKey: "{Group}"
      RowKey: "{Id:9}"
      copies: {by id: {table: ById, PartitionKey: "{Id:9}", RowKey: "", only: [Id]}}
`
	// 4 bytes, the keys, and 8 and the name for each property.
	const (
		item = 4 + 2*(len("Group-0001")+9) + 8 + 2*len("Group") + 4 + 2*len("Group-0001") + 8 + 2*len("Id") + 4
		copy = 4 + 2*9 + 8 + 2*len("Id") + 4
		note = 4 + 2*(len("notes")+1) + 8 + 2*len("Text") + 4 + 2*20
	)
	var b matrix.Bench
	for _, most := range []int{0, 100, 0} {
		m, err := b.Run(parse(t, text), matrix.Options{At: []int{2000}, Most: most})
		if err != nil {
			t.Fatal(err)
		}
		for j, want := range []float64{200 * float64(item), 200 * float64(item+copy)} {
			got := m.Stored[j]
			if j == 0 && most == 0 {
				want += float64(different(t, text) * note)
			} else if j == 0 {
				want = got[0]
			}
			if len(got) != 2 || got[0] != want || j == 1 && got[1] != 10*want {
				t.Errorf("most %d, design %d: %v bytes, want %v", most, j, got, want)
			}
		}
	}
}

// different returns how many keys the notes of a file have.
func different(t *testing.T, text string) int {
	f, rowKeys := parse(t, text), map[string]bool{}
	for _, e := range generate.Entities(f.Entities[1], 10, f.Seed) {
		key, err := keys.Render(f.Designs[0].Places[1].RowKey, keys.Of(e))
		if err != nil {
			t.Fatal(err)
		}
		rowKeys[key] = true
	}
	return len(rowKeys)
}

func TestCancel(t *testing.T) {
	_, err := matrix.Run(parse(t, file), matrix.Options{Progress: func(float64, string) bool { return false }})
	if err != matrix.ErrCanceled {
		t.Error(err)
	}
}

func BenchmarkRun(b *testing.B) {
	f := parse(b, file)
	f.Entities[0].Count = 100_000
	f.Designs = append(f.Designs, f.Designs[0])
	for len(f.Patterns) < 10 {
		f.Patterns = append(f.Patterns, f.Patterns[len(f.Patterns)%3])
	}
	for b.Loop() {
		if _, err := matrix.Run(f, matrix.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestBuckets: a range of small buckets is one request with its pages, and large ones are asked for each.
// Pages are those of a request: what several send together isn't one.
func TestBuckets(t *testing.T) {
	f := parse(t, `entities:
  Log:
    count: 20000
    properties:
      At: {type: datetime, every: 3s, from: 2026-01-05T00:00:00Z}
      Id: int32
patterns:
  hour: {of: Log, where: "At in hour ?"}
designs:
  minutes: {Log: {PartitionKey: "{At:yyyy-MM-dd-HH-mm}", RowKey: "{At:iso}"}}
  shards:  {Log: {PartitionKey: "{Id:hash 4}_{At:yyyy-MM-dd-HH}", RowKey: "{At:iso}_{Id:8}"}}
`)
	m, err := matrix.Run(f, matrix.Options{Choices: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		requests, read float64
		mark           string
	}{{2, 1200, "2 pages: more than 1,000 entities are returned"}, {4, 1200, ""}} {
		c := m.Cells[0][i]
		if c.Figures.Requests != want.requests || c.Figures.Read != want.read ||
			strings.Join(c.Marks, "") != want.mark {
			t.Errorf("%s: %+v, %s", c.Design.Name, c.Figures, c.Marks)
		}
	}
}

// TestFollow: a copy that has the originals' keys is the way to them, unless that costs more than another
// plan.
func TestFollow(t *testing.T) {
	f := parse(t, `entities:
  User:
    count: 5000
    properties:
      Id: string
      Mail: string
      Town: {type: string, values: 50}
      Name: {type: string, length: 20}
patterns:
  by mail: {of: User, where: "Mail = ?"}
  rename:  {update: User, where: "Mail = ?", set: [Name]}
  of town: {of: User, where: "Town = ?"}
  ids:     {of: User, where: "Mail = ?", select: [Id]}
  known:   {of: User, where: "Id = ?"}
designs:
  index:
    User:
      PartitionKey: "{Id}"
      RowKey: ""
      copies:
        mail: {table: Mails, PartitionKey: "{Mail}", RowKey: "", only: [Id]}
        town: {table: Towns, PartitionKey: "{Town}", RowKey: "{Id}", only: []}
  blind:
    User:
      PartitionKey: "{Id}"
      RowKey: ""
      copies: {mail: {table: Mails, PartitionKey: "{Mail}", RowKey: "", only: []}}
`)
	m, err := matrix.Run(f, matrix.Options{At: []int{1_000_000}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		kind                    design.Kind
		read, requests, written float64
	}{
		{design.PointQueries, 2, 2, 0}, {design.Write, 2, 3, 1}, {kind: design.PartitionScan},
		{design.PointQuery, 1, 1, 0}, {design.PointQuery, 1, 1, 0},
	} {
		c := &m.Cells[i][0]
		for k := range 2 {
			got := c.At(k)
			if c.Pattern.Name == "of town" { // a hundred people live there now, and too many later
				want.read, want.requests = 2*c.Figures.Wanted, c.Figures.Wanted+1
				if k == 1 {
					want.read, want.requests = 1_000_000, got.Requests
				}
			}
			if c.Plan.Kind != want.kind || got.Read != want.read || got.Requests != want.requests ||
				got.Written != want.written {
				t.Errorf("%s: kind %d, %+v", c.Pattern.Name, c.Plan.Kind, *got)
			}
		}
	}
	if c := m.Cells[0][1]; c.Plan.Kind != design.TableScan || c.Plan.Missing == "" {
		t.Errorf("a copy without the key is followed: %+v", c.Plan)
	}
}

// roomsOf returns the value of the first property of each entity.
func roomsOf(e *design.Entity, seed uint64) (all []string) {
	for _, properties := range generate.Entities(e, e.Count, seed) {
		all = append(all, properties[0].Value.Text())
	}
	return all
}
