package lint_test

import (
	"os"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/read"
)

// quiet is a design of which there's nothing to say.
const quiet = `entities:
  Reading:
    count: 5000
    properties:
      Device: {type: string, values: 100}
      At: {type: datetime}
      Number: {type: int32, min: 0, max: 500}
      Note: {type: string, length: 10}
patterns:
  latest: {of: Reading, where: "Device = ?", sort: At desc, limit: 10, rate: 50/s}
  numbered: {of: Reading, where: "Device = ? and Number < ?"}
  write: {insert: Reading, rate: 10/s}
designs:
  first: {Reading: {PartitionKey: "{Device}", RowKey: "{At:inverted}"}}
`

// cells are what a matrix of that file could be: point queries that read what they want.
func cells(f *design.File) *design.Matrix {
	m := &design.Matrix{File: f}
	for _, p := range f.Patterns {
		var row []design.Cell
		for _, d := range f.Designs {
			row = append(row, design.Cell{Pattern: p, Design: d, Figures: design.Figures{Read: 10, Wanted: 10,
				Returned: 10}})
		}
		m.Cells = append(m.Cells, row)
	}
	return m
}

// TestRules changes the quiet file: each rule has changes that it speaks of, and others that it doesn't.
func TestRules(t *testing.T) {
	scanned := func(m *design.Matrix) {
		m.Cells[0][0].Plan.Kind = design.TableScan
		m.Cells[0][0].Figures.Read = 5000
	}
	whole := func(read float64) func(*design.Matrix) {
		return func(m *design.Matrix) {
			scanned(m)
			m.Cells[0][0].Figures.Read, m.Cells[0][0].Figures.Wanted = read, read
		}
	}
	inserts := func(requests float64) func(*design.Matrix) {
		return func(m *design.Matrix) {
			m.File.Patterns[2].Batch, m.File.Patterns[2].Rate = 200, 0
			m.Cells[2][0].Figures.Requests = requests
		}
	}
	updates := func(methods ...string) func(*design.Matrix) {
		return func(m *design.Matrix) {
			m.File.Patterns[2].Verb = design.Update
			for _, method := range methods {
				c := &m.Cells[2][0]
				c.Plan.Requests = append(c.Plan.Requests, design.Request{Method: method})
			}
		}
	}
	busy := func(m *design.Matrix) { m.Cells[0][0].Figures.Read, m.Cells[0][0].Figures.Wanted = 100, 100 }
	often := func(m *design.Matrix) { m.File.Patterns[2].Rate = 200 }
	hot := func(key string, entities float64) func(*design.Matrix) {
		return func(m *design.Matrix) {
			m.Cells[0][0].Heat = []design.Heat{{Table: "readings", PartitionKey: key, Entities: entities}}
		}
	}
	wasted := func(read float64, plan design.Plan) func(*design.Matrix) {
		return func(m *design.Matrix) { m.Cells[0][0].Figures.Read, m.Cells[0][0].Plan = read, plan }
	}
	many := "length: 10}"
	for i := range 16 {
		many += "\n      B" + string(rune('A'+i)) + ": {type: binary, length: 60000}"
	}
	for _, test := range []struct {
		name, old, new string
		change         func(*design.Matrix)
		want           string
	}{
		{name: "quiet"},
		{"time first", `"{Device}"`, `"{At:yyyy-MM-dd}"`, often, "time-first warning"},
		{"now and then, time first", `"{Device}"`, `"{At:yyyy-MM-dd}"`, nil, ""},
		{"inverted time first", `"{Device}"`, `"all-{At:inverted}"`, often, "time-first warning"},
		{"too much time first", `"{Device}"`, `"{At:iso}"`, func(m *design.Matrix) {
			m.File.Patterns[2].Rate = 3000
		}, "time-first error"},
		{"time after the device", `"{Device}"`, `"{Device}-{At:yyyy-MM-dd}"`, nil, ""},
		{"hash of the time", `"{Device}"`, `"{At:hash 64}"`, nil, ""},
		{"unpadded", `"{At:inverted}"`, `"{Number}_{At:iso}"`, nil, "unpadded-number error"},
		{"unpadded without order", "Number < ?", "Number = ?", func(m *design.Matrix) {
			row := &m.File.Designs[0].Places[0].RowKey
			row.Parts = append(row.Parts, design.Part{Property: m.File.Entities[0].Properties[2]})
		}, "unpadded-number warning"},
		{"padded", `"{At:inverted}"`, `"{Number:3}_{At:iso}"`, nil, ""},
		{"too many digits", `"{At:inverted}"`, `"{Number:2}_{At:iso}"`, nil, "key-mistake error"},
		{"same key", `"{At:inverted}"`, `"{Device}"`, nil, "same-key error"},
		{"same key by chance", `"{At:inverted}"`, `"{Number:3}"`, nil, "same-key warning"},
		{"one partition", `"{Device}"`, `"all"`, nil, "one-partition warning"},
		{"one busy partition", `"{Device}"`, `"all"`, hot("all", 100), "one-partition error"},
		{"one small partition", `"{Device}"`, `"all"`, func(m *design.Matrix) {
			m.File.Entities[0].Count, m.File.Patterns[0].Rate = 10, 1
		}, ""},
		{"unbounded", "rate: 10/s", "rate: 100/s", nil, "unbounded-partition warning"},
		{"a batch of the same", "rate: 10/s}", "same: [Device], batch: 10, rate: 10/s}", nil,
			"unbounded-partition warning"},
		{"deleted again", "rate: 10/s}", "rate: 100/s}\n  old: {delete: Reading, where: \"At = ?\", rate: 100/s}",
			nil, ""},
		{"hot value", "values: 100}", "values: 100, skew: zipf 1.3}", hot("Device-0001", 30), "hot-value warning"},
		{"hotter value", "values: 100}", "values: 100, skew: zipf 4}", hot("Device-0001", 50), "hot-value error"},
		{"few values", "values: 100}", "values: 2}", hot("Device-0001", 50),
			"hot-value error unbounded-partition warning"},
		{"few values without load", "values: 100}", "values: 2}", nil, "unbounded-partition warning"},
		{"a time of birth first", `"{Device}"`, `"{At:yyyy}"`, func(m *design.Matrix) {
			m.File.Entities[0].Properties[1].Values = 5000
		}, "same-key error"},
		{"skew without load", "values: 100}", "values: 100, skew: zipf 4}", nil, ""},
		{"load without skew", "", "", busy, ""},
		{"sharded", `values: 100}`, "values: 100, skew: zipf 4}", func(m *design.Matrix) {
			busy(m)
			m.File.Designs[0].Places[0].PartitionKey.Parts[0].Format = design.Lower
			at := m.File.Entities[0].Properties[1]
			p := &m.File.Designs[0].Places[0].PartitionKey
			p.Parts = append(p.Parts, design.Part{Property: at, Format: design.Hash, Width: 16})
		}, ""},
		{"separate copy", `inverted}"`,
			`inverted}", copies: {c: {PartitionKey: "{Number:3}", RowKey: "{At:iso}"}}`, nil,
			"separate-copy warning"},
		{"copy beside it", `inverted}"`,
			`inverted}", copies: {c: {PartitionKey: "{Device}", RowKey: "{At:iso}"}}`, nil, ""},
		{"a copy for a value that isn't listed", `inverted}"`,
			`inverted}", copies: {c: {PartitionKey: "{Device}", RowKey: "{At:iso}", when: "Device = 'pump'"}}`, nil,
			"matches-nothing warning"},
		{"a copy for a value that is made", `inverted}"`,
			`inverted}", copies: {c: {PartitionKey: "{Device}", RowKey: "{At:iso}", when: "Device = 'Device-0001'"}}`,
			nil, ""},
		{"large entities", "length: 10}", "length: 1000}", nil, "missing-projection warning"},
		{"large, selected", "length: 10}", "length: 1000}", func(m *design.Matrix) {
			m.File.Patterns[0].Select = []string{"At"}
		}, ""},
		{"near the limit", "length: 10}", many, nil, "near-limit warning missing-projection warning"},
		{"table scan", "", "", scanned, "table-scan error"},
		{"a table that's wanted", "", "", whole(5000), "table-scan warning"},
		{"a small table that's wanted", "", "", whole(500), ""},
		{"table scan, at night", "", "", func(m *design.Matrix) {
			scanned(m)
			m.File.Patterns[0].Rate = 1.0 / 86400
		}, "table-scan warning"},
		{"partition scan in vain", "", "", wasted(100, design.Plan{Kind: design.PartitionScan}),
			"wasted-reads warning"},
		{"partition scan for half of it", "", "", wasted(20, design.Plan{Kind: design.PartitionScan}), ""},
		{"a copy that lacks a property", "", "", wasted(20, design.Plan{Missing: "Note", MissingIn: "a copy"}),
			"wasted-reads warning"},
		{"the limit of each shard", "", "", wasted(100, design.Plan{Work: design.Work{Merge: true}}), ""},
		{"a value that nothing has", `"Device = ?"`, `"Device = 'pump'"`, func(m *design.Matrix) {
			m.Cells[0][0].Figures = design.Figures{}
		}, "matches-nothing warning"},
		{"a value that isn't in the list", `"Device = ?"`, `"Device = 'pump'"`, func(m *design.Matrix) {
			m.Cells[0][0].Figures = design.Figures{}
			m.File.Entities[0].Properties[0].Names = []string{"valve"}
		}, "matches-nothing warning"},
		{"a value of the list", "type: string, values: 100", "type: string, values: [pump, valve]",
			func(m *design.Matrix) { m.Cells[0][0].Figures, m.File.Patterns[2].Rate = design.Figures{}, 0 },
			"matches-nothing warning"},
		{"across partitions", "", "", inserts(200), "cross-partition-transaction warning"},
		{"as few as can be", "", "", inserts(2), ""},
		{"moved", `numbered: {of: Reading, where: "Device = ? and Number < ?"}`,
			`move: {update: Reading, where: "At = ?", set: [Device], rate: 1/s}`, nil, "moved-entity warning"},
		{"changed in its place", `numbered: {of: Reading, where: "Device = ? and Number < ?"}`,
			`change: {update: Reading, where: "At = ?", set: [At, Number], rate: 1/s}`, nil, ""},
		{"time and shard first", `"{Device}"`, `"{At:yyyy-MM-dd}_{Device:hash 8}"`, often, "time-first warning"},
		{"read for its key", "", "", updates("GET", "MERGE"), ""},
		{"read and added to", "", "", func(m *design.Matrix) {
			updates("GET", "MERGE")(m)
			m.File.Patterns[2].Add = []string{"Number"}
		}, "write-without-etag warning"},
		{"read and moved", "", "", func(m *design.Matrix) {
			updates("GET", "DELETE", "POST")(m)
			m.File.Patterns[2].Select = []string{"At"}
		}, "write-without-etag warning"},
		{"read with a condition that it changes", `"Device = ? and Number < ?"}`,
			`"Device = ?"}
  lower: {update: Reading, where: "Device = ? and Number < ?", set: [Number], rate: 1/s}`,
			func(m *design.Matrix) {
				m.Cells[2][0].Plan.Requests = []design.Request{{Method: "GET"}}
			}, "write-without-etag warning"},
		{"written alone", "", "", updates("MERGE"), ""},
		{"table scan, never", "", "", func(m *design.Matrix) {
			scanned(m)
			m.File.Patterns[0].Rate = 0
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(quiet, test.old, test.new, 1)
			if got := strings.Join(check(t, text, test.change), " "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestUnique: values that are drawn meet by chance, and combinations that are unique don't.
func TestUnique(t *testing.T) {
	stock := strings.NewReplacer("values: 100}", "values: 20}", "{type: int32, min: 0, max: 500}",
		"{type: string, values: 250}", "Number < ?", "Number = ?", "{At:inverted}", "{Number}", "10/s",
		"1/m").Replace(quiet)
	f, _ := read.File("a", stock)
	if found := lint.Check(f, nil); len(found) != 1 || found[0].Code != "same-key" ||
		!strings.Contains(found[0].Says, "unique: [Device, Number]") {
		t.Errorf("drawn: %v", found)
	}
	f, _ = read.File("a", strings.Replace(stock, "count: 5000", "count: 5000\n    unique: [Number, Device]", 1))
	if found := lint.Check(f, nil); found != nil {
		t.Errorf("unique: %v", found)
	}
}

// TestOtherDesigns: only the first design is meant.
func TestOtherDesigns(t *testing.T) {
	text := quiet + `  second: {Reading: {PartitionKey: "{Number}", RowKey: "{At:iso}"}}` + "\n"
	if got := strings.Join(check(t, text, nil), " "); got != "unpadded-number warning" {
		t.Errorf("got %q", got)
	}
}

// TestNothingMeasured: a file alone has findings, too.
func TestNothingMeasured(t *testing.T) {
	f, _ := read.File("a", strings.NewReplacer(`"{Device}"`, `"{At:iso}"`, "10/s", "200/s").Replace(quiet))
	if found := lint.Check(f, nil); len(found) != 1 || found[0].Code != "time-first" || found[0].Line != 14 ||
		found[0].Design != "first" {
		t.Errorf("got %v", found)
	}
}

// check returns the findings on a text as "code line severity", and the guides.
func check(t *testing.T, text string, change func(*design.Matrix)) (found []string) {
	t.Helper()
	f, errors := read.File("a", text)
	for _, e := range errors {
		t.Fatal(e)
	}
	m := cells(f)
	if change != nil {
		change(m)
	}
	for _, x := range lint.Check(f, m) {
		if info, err := os.Stat("../../../patterns/" + x.Guide); err != nil || !info.IsDir() {
			t.Errorf("%s: there's no guide %q", x.Code, x.Guide)
		}
		if x.Line == 0 || !strings.HasSuffix(x.Says, ".") {
			t.Errorf("%+v", x)
		}
		severity := " warning"
		if x.Error {
			severity = " error"
		}
		found = append(found, x.Code+severity)
	}
	return found
}

// TestLikewise: what's wrong with a question under several designs is said once, as of the one that is meant.
func TestLikewise(t *testing.T) {
	text := quiet
	for _, name := range []string{"second", "third", "fourth"} {
		text += "  " + name + `: {Reading: {PartitionKey: "{Device}", RowKey: "{At:inverted}"}}` + "\n"
	}
	f, errs := read.File("a", text)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	m := cells(f)
	for _, k := range []int{1, 0, 3} {
		m.Cells[0][k].Plan.Kind = design.TableScan
		m.Cells[0][k].Figures.Read = float64(1000 * (k + 1))
	}
	f.Patterns[1].Rate = 1
	m.Cells[1][2].Plan.Kind, m.Cells[1][2].Figures.Read = design.TableScan, 5000
	all := lint.Check(f, m)
	if len(all) != 2 {
		t.Fatalf("%d findings: %v", len(all), all)
	}
	first, other := all[0], all[1]
	if !first.Error || first.Design != "first" || strings.Join(first.Also, " ") != "second fourth" ||
		!strings.HasSuffix(first.Says, " Likewise under “second” and “fourth”.") {
		t.Errorf("%+v", first)
	}
	if other.Design != "third" || other.Also != nil || strings.Contains(other.Says, "Likewise") {
		t.Errorf("%+v", other)
	}
}

// TestSeveralTypes: a question for several types loads each one's partition with what it reads there,
// and a copy is named.
func TestSeveralTypes(t *testing.T) {
	f, errs := read.File("a", `entities:
  User:
    count: 5000
    properties: {Id: string}
  Login:
    count: 6000
    properties: {Id: {of: User.Id}, Key: string}
patterns:
  all: {of: [User, Login], where: "Id = ?", rate: 50/s}
designs:
  each:
    User: {PartitionKey: users, RowKey: "{Id}", copies: {all: {table: All, PartitionKey: a, RowKey: "{Id}"}}}
    Login: {PartitionKey: logins, RowKey: "{Key}"}
`)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	m := cells(f)
	c := &m.Cells[0][0]
	c.Figures.Read, c.Figures.Wanted = 6001, 6001
	c.Heat = []design.Heat{
		{Table: "Users", PartitionKey: "users", Entities: 1},
		{Table: "Logins", PartitionKey: "logins", Entities: 6000},
	}
	var says []string
	for _, x := range lint.Check(f, m) {
		if x.Code == "one-partition" {
			says = append(says, x.Says)
		}
	}
	all := strings.Join(says, "\n")
	if len(says) != 3 || !strings.Contains(all, "The copy all is in one") ||
		!strings.Contains(all, "need 50 entities a second") ||
		!strings.Contains(all, "need 300,000 entities a second") {
		t.Error(all)
	}
}

// TestAllow: a comment with a reason allows what would be said of the next line. One that allows nothing is
// an error.
func TestAllow(t *testing.T) {
	allow := func(code, before string) string {
		return strings.Replace(quiet, before, "# @allow "+code+": because\n  "+before, 1)
	}
	scanned := func(m *design.Matrix) {
		m.Cells[0][0].Plan.Kind = design.TableScan
		m.Cells[0][0].Figures.Read = 5000
	}
	for name, test := range map[string]struct {
		text   string
		change func(*design.Matrix)
		want   string
	}{
		"allowed":       {allow("table-scan", "latest:"), scanned, ""},
		"of another":    {allow("table-scan", "numbered:"), scanned, "stale-allow error table-scan error"},
		"another rule":  {allow("hot-value", "latest:"), scanned, "stale-allow error table-scan error"},
		"not any more":  {allow("table-scan", "latest:"), nil, "stale-allow error"},
		"of the design": {strings.Replace(allow("one-partition", "first:"), `"{Device}"`, "all", 1), nil, ""},
	} {
		if got := strings.Join(check(t, test.text, test.change), " "); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
	_, errs := read.File("a", strings.Replace(quiet, "latest:", "# @allow table-scan\n  latest:", 1))
	if len(errs) != 1 || errs[0].Line != 10 || !strings.Contains(errs[0].Message, "without a reason") {
		t.Errorf("%v", errs)
	}
}
