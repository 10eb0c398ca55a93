package read_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/table"
)

const readings = `# Sensors
entities:
  Reading:
    count: 4_320                       # now
    properties:
      Device:  {type: string, values: 3, skew: zipf 1.1}
      At:      {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}
      Celsius: {type: double,
        min: -20, max: 45.5}           # over two lines
      Id:      int32
patterns:
  latest:   {of: Reading, where: "Device = ? and At in day ?", sort: At desc, limit: 10, rate: 50/s,
             select: [At, Celsius]}
  some:     {of: Reading, count: true,
    where: "Device in ('a, b', 'it''s') and At between ? and 2026-02-01 and Id >= 7"}
  write:    {insert: Reading, rate: 30/m, batch: 100}
  fix:
    update: Reading
    where: Device starts 'D' and At = ?
designs:
  by time:  {Reading: {PartitionKey: "{Device}", RowKey: "{At:iso}"}}
  "tail #2":
    Reading:
      table: Log
      PartitionKey: 'v1{{{Device:hash 16}}}-{At:yyyy-MM-dd}'
      RowKey: "{At:inverted}_{Id:8}"
      copies: {by id: {PartitionKey: "", RowKey: "{Id:8}", only: []}}
budgets:
  latest: {read: "<= 10", bytes: 4e3, designs: ["tail #2"]}
prices: {currency: EUR, transactions: 0.0004, sent: 0.08, date: 2026-01-05}
seed: 7
`

func TestFile(t *testing.T) {
	f, errors := read.File("a", readings)
	for _, e := range errors {
		t.Fatal(e, e.Hint)
	}
	e := f.Entities[0]
	start, _ := table.ParseTicks("2026-01-05T00:00:00Z")
	device, at, celsius, id := e.Properties[0], e.Properties[1], e.Properties[2], e.Properties[3]
	if e.Count != 4320 || device.Values != 3 || device.Skew != 1.1 || at.From != start ||
		at.Every != 600_000_000 ||
		celsius.Min != -20 || celsius.Max != 45.5 || id.Kind != table.Int32 || id.Line != 10 {
		t.Errorf("entities: %+v %+v %+v %+v %+v", e, device, at, celsius, id)
	}
	latest, some, write, fix := f.Patterns[0], f.Patterns[1], f.Patterns[2], f.Patterns[3]
	if w := latest.Where; len(w) != 2 || w[0].Op != design.Equal || w[0].Column != 35 ||
		w[1].Op != design.InUnit ||
		w[1].Unit != design.Day || w[1].Column != 50 || latest.Sort != "At" || !latest.Newest ||
		latest.Limit != 10 ||
		latest.Rate != 50 || len(latest.Select) != 2 {
		t.Errorf("latest: %+v", latest)
	}
	if w := some.Where; len(w) != 3 || len(w[0].Params) != 2 || w[0].Params[1].Value.Text() != "it's" ||
		len(w[1].Params) != 2 || w[1].Params[0].Fixed || !w[1].Params[1].Fixed || w[2].Params[0].Value.Int() != 7 ||
		!some.Count {
		t.Errorf("some: %+v", some)
	}
	if write.Verb != design.Insert || write.Rate != 0.5 || write.Batch != 100 || fix.Verb != design.Update ||
		fix.Where[0].Op != design.Prefix {
		t.Errorf("writes: %+v %+v", write, fix)
	}
	if f.Designs[0].Places[0].Table != "Readings" {
		t.Errorf("table: %+v", f.Designs[0].Places[0])
	}
	original, copied := f.Designs[1].Places[0], f.Designs[1].Places[1]
	parts := original.PartitionKey.Parts
	if original.Table != "Log" || len(parts) != 4 || parts[0].Literal != "v1{" || parts[1].Width != 16 ||
		parts[1].Format != design.Hash || parts[2].Literal != "}-" || parts[3].Unit != design.Day {
		t.Errorf("original: %+v", parts)
	}
	if copied.Table != "Log" || copied.Copy != "by id" || copied.Only == nil ||
		len(copied.PartitionKey.Parts) != 0 ||
		copied.RowKey.Parts[0].Format != design.Padded || original.RowKey.Parts[0].Format != design.Inverted {
		t.Errorf("copy: %+v", copied)
	}
	b := f.Budgets[0]
	if len(b.Limits) != 2 || b.Limits[0].Most != 10 || b.Limits[1].Most != 4000 ||
		b.Designs[0] != f.Designs[1] ||
		b.Line != 29 || f.Prices.Currency != "EUR" || f.Prices.Sent != 0.08 || f.Seed != 7 {
		t.Errorf("budget: %+v, prices: %+v", b, f.Prices)
	}
}

// TestErrors changes one piece of a good file, and expects one error at one place.
func TestErrors(t *testing.T) {
	const good = `entities:
  Reading:
    count: 10
    properties:
      Device: {type: string, values: 3}
      At: {type: datetime}
      Celsius: {type: double}
patterns:
  latest: {of: Reading, where: "Device = ?", sort: At, rate: 5/s}
designs:
  first: {Reading: {PartitionKey: "{Device}", RowKey: "{At:iso}"}}
budgets:
  latest: {read: "<= 10"}
`
	if _, errors := read.File("a", good); errors != nil {
		t.Fatal(errors[0], errors[0].Hint)
	}
	for _, test := range []struct{ old, new, want string }{
		{"    count: 10", "\tcount: 10", "3:1: a tab can't indent"},
		{"    count: 10", "     count: 10", `4:5: this line is indented differently from its neighbours`},
		{"    properties", "     properties", "4:6: this line is indented differently from its neighbours"},
		{"count: 10", "count: ten", `3:12: count needs to be a whole number, found "ten"`},
		{"count: 10", "count", `3:10: expected a colon after "count"`},
		{"count: 10", "- count", "3:5: a list can't be written with dashes here"},
		{"count: 10", "count: &a 10", `3:12: a design file has no "&" of YAML`},
		{"count: 10", "count: |", `3:12: a design file has no "|" of YAML`},
		{"count: 10", "cuont: 10", `3:5: a type has no "cuont"`},
		{"count: 10", "count: 10\n    count: 11", `4:5: "count" is here twice`},
		{"Reading:\n", "Réading:\n", `2:3: "Réading" can't name a type`},
		{"values: 3}", "values: 3", "5:15: this bracket isn't closed"},
		{"values: 3}", "values: 3]", `5:39: expected a comma or }, found "]"`},
		{"values: 3}", "values: 3} x", `5:41: expected the end of the line, found "x"`},
		{"type: string", "type: text", `5:22: there's no type "text"`},
		{"values: 3", "skew: zipf 9", `5:36: skew needs to be a Zipf exponent from 0 to 5, found "zipf 9"`},
		{"values: 3", "skew: zipf 1", "5:7: Device has a skew and no values"},
		{"values: 3", "every: 1m", `5:30: a property of type string has no "every"`},
		{"values: 3", "pattern: D", "5:39: the pattern has no #"},
		{"datetime}", "datetime, every: 1w}", `6:35: every needs to be a time span, found "1w"`},
		{"datetime}", "datetime, from: never}", `6:34: "never" isn't a time`},
		{"values: 3", "values: [pump, [valve]]", "5:45: an item of values needs to be a string, found a list"},
		{"double}", "double, values: [1.5, 2]}", "7:39: Celsius can't have this list of values"},
		{"count: 10", "count: 10\n    unique: [Celsius]", "4:14: Celsius has no number of values"},
		{"count: 10", "count: 10\n    unique: [Device]", "4:13: there are only 3 combinations of these values, " +
			"and 10 of Reading"},
		{"10\n    properties:\n      Device: {type: string, values: 3",
			"10\n    unique: [Device]\n    properties:\n      Device: {type: string, values: 30, skew: 1",
			"4:14: Device has a skew"},
		{"{type: double}", "{of: Raeding.Id}", `7:21: there's no type "Raeding"`},
		{"{type: double}", "{of: Reading}", `7:21: Reading has no property ""`},
		{"{type: double}", "{of: Reading.At}", "7:21: entities of type Reading can't be told apart by At"},
		{"{type: double}", "{of: Reading.At, values: 3}", `7:33: a property of another type has no "values"`},
		{"of: Reading", "of: [Reading, Reading]", "9:26: Reading is there twice"},
		{"of: Reading", "of: [Reading, Raeding]", `9:26: there's no type "Raeding"`},
		{"of: Reading", "of: []", "9:16: of needs to be a list, found an empty one"},
		{"double}", "double, min: 2000}", "7:7: Celsius has a max below its min"},
		{"      Celsius", "      RowKey", `7:7: "RowKey" can't name a property`},
		{"of: Reading", "of: Raeding", `9:16: there's no type "Raeding"`},
		{"of: Reading", "insert: Reading, of: Reading", "9:20: latest does two things"},
		{"of: Reading, ", "", "9:3: latest doesn't say what it does"},
		{"of: Reading", "delete: Reading", `9:50: a pattern with delete has no "sort"`},
		{`"Device = ?"`, `"Devcie = ?"`, `9:33: Reading has no property "Devcie"`},
		{`"Device = ?"`, `"Device is ?"`, `9:40: expected a comparison, found "is"`},
		{`"Device = ?"`, `"Device = ? or At = ?"`, "9:44: a where has no or"},
		{`"Device = ?"`, `"Device = ? and"`, "9:47: expected a condition"},
		{`"Device = ?"`, `"Device = 5"`, `9:42: expected a value of type string, found "5"`},
		{`"Device = ?"`, `"Device = 'a"`, "9:42: this string has no end"},
		{`"Device = ?"`, `"Device in day ?"`, "9:40: Device isn't a time"},
		{`"Device = ?"`, `"At in week ?"`, `9:39: expected a unit of time or (, found "week"`},
		{`"Device = ?"`, `"At starts ?"`, "9:36: At isn't a string"},
		{`"Device = ?"`, `"At between ?, ?"`, `9:45: expected and, found ","`},
		{`"Device = ?`, `"Device = ?\n`, `9:43: a backslash can only stand before " and \ here`},
		{`"Device = ?", s`, `"Device = ?, s`, "9:32: this string has no end"},
		{"sort: At", "newest: At", "9:46: a pattern has no newest any more"},
		{"sort: At", "oldest: At", "9:46: a pattern has no oldest any more"},
		{"sort: At", "filter: At", "9:46: a pattern has no filter any more"},
		{`of: Reading, where: "Device = ?", sort: At`, "insert: Reading, same: [Kelvin]",
			`9:36: Reading has no property "Kelvin"`},
		{"sort: At", "sort: Kelvin desc", `9:52: Reading has no property "Kelvin"`},
		{"sort: At", "limit: 0", "9:53: limit 0 wants nothing"},
		{"sort: At", "count: yes", `9:53: count needs to be true or false, found "yes"`},
		{"sort: At", "select: At", `9:54: select needs to be a list, found "At"`},
		{"5/s", "5/w", `9:62: rate needs to say how often in a time, found "5/w"`},
		{"first: {Reading", "first: {Raeding", `11:11: there's no type "Raeding"`},
		{`RowKey: "{At:iso}"`, "table: Log", "11:11: Reading has no RowKey"},
		{`RowKey: "{At:iso}"`, "table: X, RowKey: a", `11:54: "X" can't name a table`},
		{"{At:iso}", "{At:iso", "11:56: this brace isn't closed"},
		{"{At:iso}", "{At}}", "11:60: this brace closes nothing"},
		{"{At:iso}", "a/{At}", `11:57: a key can't have "/"`},
		{"{At:iso}", "{Hour}", `11:57: Reading has no property "Hour"`},
		{"{At:iso}", "{At:date}", `11:60: there's no format "date"`},
		{"{At:iso}", "{At:8}", "11:60: At is datetime, and 8 is for int64"},
		{"{At:iso}", "{Device:hash 1}", "11:64: expected hash and how many values"},
		{"{At:iso}", "{At:inverted 8}", `11:60: there's no format "inverted 8"`},
		{"{At:iso}", "{Device:inverted}", "11:64: Device is string, and inverted is for datetime"},
		{"{At:iso}", "{Celsius}", "11:65: double can't be in a key"},
		{`"{At:iso}"`, "{At:iso}", `11:62: expected a colon after "At:iso"`},
		{"  latest: {read", "  newest: {read", `13:3: there's no pattern "newest"`},
		{"<= 10", ">= 10", `13:19: a limit needs to be <= and a number, found ">= 10"`},
		{"{read:", "{reed:", `13:12: a budget has no "reed"`},
		{"budgets:", "budget:", `12:1: a design file has no "budget"`},
		{"designs:", "designs: {}\nseed:", "10:10: designs needs to be a mapping, found an empty one"},
		{"values: 3", "values: \x80", "5:38: this character isn't text"},
	} {
		text := strings.Replace(good, test.old, test.new, 1)
		if text == good {
			t.Errorf("%q isn't in the file", test.old)
		}
		f, errors := read.File("a", text)
		if f != nil || len(errors) == 0 {
			t.Errorf("%q is accepted", test.new)
			continue
		}
		if got := strings.TrimPrefix(errors[0].Error(), "a:"); got != test.want || errors[0].Hint == "" {
			t.Errorf("%q:\n got %s\nwant %s", test.new, got, test.want)
		}
	}
}

// TestLongFiles: what a short link can bring in any length is refused, and isn't worked on.
func TestLongFiles(t *testing.T) {
	const head = "entities:\n  Row: {properties: {Id: {type: string%s}}}\n"
	const rest = "patterns:\n%s  p: {of: Row, where: \"Id = ?\"}\n" +
		"designs:\n%s  d: {Row: {PartitionKey: \"%s\", RowKey: \"{Id}\"}}\n"
	lines := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	file := func(property, patterns, designs, key string) string {
		return fmt.Sprintf(head+rest, property, patterns, designs, key)
	}
	const pattern = "  p%d: {of: Row, where: \"Id = ?\"}\n"
	const other = "  d%d: {Row: {PartitionKey: a, RowKey: \"{Id}\"}}\n"
	enough := strings.TrimSuffix(lines(1000, "v%d,"), ",")
	list := strings.TrimSuffix(lines(1001, "v%d,"), ",")
	for _, test := range []struct{ text, want string }{
		{file("", "", "", "a"), ""},
		{file(", values: ["+enough+"]", lines(199, pattern), lines(19, other), "a"), ""},
		{file(`, pattern: "`+strings.Repeat("#", 257)+`"`, "", "", "a"), "the pattern has more than 256 bytes"},
		{file("", "", "", strings.Repeat("a", 1025)), "this key has more than 1,024 bytes"},
		{file("", lines(200, pattern), "", "a"), "patterns has more than 200 names"},
		{file("", "", lines(20, other), "a"), "designs has more than 20 names"},
		{file("", lines(1001, pattern), "", "a"), "there are more than 1,000 names here"},
		{file(", values: ["+list+"]", "", "", "a"), "there are more than 1,000 names here"},
		{strings.Replace(file("", "", "", "a"), "of: Row", "of: ["+list+"]", 1),
			"there are more than 1,000 names here"},
		{file("", "", "", "a") + strings.Repeat("#", 1<<20), "the file has more than 1 MiB"},
	} {
		_, errors := read.File("a", test.text)
		got := ""
		if len(errors) > 0 {
			got = errors[0].Message
		}
		if got != test.want {
			t.Errorf("%.300s…: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestNoSections(t *testing.T) {
	_, errors := read.File("a", "")
	if len(errors) != 3 || errors[0].Message != "the file has no entities" {
		t.Errorf("got %v", errors)
	}
}

// FuzzFile reads any text, and checks that an error is at a place of it.
func FuzzFile(f *testing.F) {
	f.Add(readings)
	for _, text := range []string{"a: {b: [c, {d: e}]}", "a:\n b:\n  c: d", "{", "[", "'", "a: {",
		"entities: {A: {properties: {B: []}}}"} {
		f.Add(text)
	}
	for i := 0; i < len(readings); i += 40 {
		f.Add(readings[:i] + readings[min(len(readings), i+3):])
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, errors := read.File("a", text)
		if (file == nil) != (len(errors) > 0) {
			t.Fatalf("a file and %d errors", len(errors))
		}
		lines := strings.Split(text, "\n")
		for _, e := range errors {
			if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Message == "" || e.Hint == "" {
				t.Fatalf("%+v", e)
			}
		}
	})
}

// TestNaturalForms: what most authors write first. Of what's unique, values with names can't become more, so
// the last is another property.
func TestNaturalForms(t *testing.T) {
	f, errors := read.File("a", `entities:
  Score:
    count: 40
    unique: [Player, Game]
    properties:
      Game:   {type: string, values: [chess, go]}
      Player: {type: string, values: 20}
      Points: {type: int32, min: 1}
patterns:
  top: {of: Score, where: "Game = 'go'", sort: Points  desc, limit: 3}
designs:
  best: {Score: {PartitionKey: "{Game}", RowKey: "{Points:inverted 6}_{Player}"}}
`)
	if errors != nil {
		t.Fatal(errors[0], errors[0].Hint)
	}
	all, top := f.Entities[0].Properties, f.Patterns[0]
	if all[0].Values != 2 || all[0].Names[1] != "go" || all[0].Unique[1] != all[1] || all[2].Max != 1 ||
		all[2].Unique != nil || top.Sort != "Points" || !top.Newest {
		t.Errorf("%+v %+v %+v", all[0], all[2], top)
	}
	if part := f.Designs[0].Places[0].RowKey.Parts[0]; part.Format != design.Inverted || part.Width != 6 {
		t.Errorf("%+v", part)
	}
}
