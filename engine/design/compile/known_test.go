package compile_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/table"
)

const members = `entities:
  Member:
    properties:
      User: {type: string, values: 20}
      Room: {type: string, values: 60}
      Seen: datetime
      Note: string
patterns:
  ask: {update: Member, where: "User = ? and Room = ?", set: [Seen]}
designs:
  one:
    Member:
      PartitionKey: "{User}"
      RowKey: "in {Room}"
`

// TestKnown: an entity is only read before it's written if the terms don't say its key, or if a copy that
// changes has a key of something else.
func TestKnown(t *testing.T) {
	copied := func(keys string) string { return "      copies: {c: {table: Copies, " + keys + "}}\n" }
	for name, test := range map[string]struct {
		old, new, last string
		reads          bool
	}{
		"the whole key":             {"", "", "", false},
		"in one string":             {`"in {Room}"`, `"{Room}_{User}"`, "", false},
		"more terms than keys":      {`and Room = ?`, `and Room = ? and Note = ?`, "", false},
		"a fixed one":               {`and Room = ?`, `and Room = ? and Note = 'x'`, "", true},
		"not an equality":           {"Room = ?", "Room in (?, ?)", "", true},
		"a case is lost":            {"{Room}", "{Room:lower}", "", true},
		"something else in it":      {"{Room}", "{Room}_{Note}", "", true},
		"its key changes":           {"set: [Seen]", "set: [Room]", "", true},
		"a copy by the same":        {"", "", copied(`PartitionKey: "{Room}", RowKey: "{User}"`), false},
		"a copy by something else":  {"", "", copied(`PartitionKey: "{Note}", RowKey: "{User}"`), true},
		"that isn't concerned":      {"", "", copied(`PartitionKey: "{Note}", RowKey: "{User}", only: []`), false},
		"a delete is of all copies": {"update", "delete", copied(`PartitionKey: "{Note}", RowKey: ""`), true},
	} {
		text := strings.Replace(members, test.old, test.new, 1) + test.last
		if test.new == "delete" {
			text = strings.Replace(text, ", set: [Seen]", "", 1)
		}
		f, errs := read.File("a", text)
		if len(errs) > 0 {
			t.Fatal(errs[0])
		}
		p := f.Patterns[0]
		now, then := generate.Entities(p.Entity, 2, 1)[0], generate.Entities(p.Entity, 2, 1)[1]
		in := compile.Input{Entity: now}
		for _, term := range p.Where {
			for range term.Params {
				in.Params = append(in.Params, keys.Of(now)(term.Property.Name))
			}
		}
		for _, changed := range p.Select {
			in.Changed = append(in.Changed, table.Property{Name: changed, Value: keys.Of(then)(changed)})
		}
		plan := compile.Compile(p, f.Designs[0], in)
		if got := plan.Requests[0].Method == "GET"; got != test.reads {
			t.Errorf("%s: %v", name, plan.Steps)
		}
	}
}

// TestSpan: several PartitionKeys are asked for each, because a range from the first to the last has those
// between them.
func TestSpan(t *testing.T) {
	text := strings.Replace(members, `update: Member, where: "User = ? and Room = ?", set: [Seen]`,
		`of: Member, where: "User in (?, ?, ?)"`, 1)
	f, errs := read.File("a", text)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	plan := compile.Compile(f.Patterns[0], f.Designs[0], compile.Input{Params: []table.Value{
		table.StringValue("User-0001"), table.StringValue("User-0010"), table.StringValue("User-0020"),
	}})
	if len(plan.Requests) != 3 {
		t.Errorf("%v", plan.Requests)
	}
}

// TestLacks: a copy that a question would be read from has all that it lacks named.
func TestLacks(t *testing.T) {
	text := strings.Replace(members, `update: Member, where: "User = ? and Room = ?", set: [Seen]`,
		`of: Member, where: "Room = ?"`, 1) +
		"      copies: {by room: {table: Copies, PartitionKey: \"{Room}\", RowKey: \"\", only: []}}\n"
	f, errs := read.File("a", text)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	plan := compile.Compile(f.Patterns[0], f.Designs[0],
		compile.Input{Params: []table.Value{table.StringValue("Room-01")}})
	if plan.MissingIn != "by room" || plan.Missing != "User and no Seen and no Note" {
		t.Errorf("%q has no %q: %v", plan.MissingIn, plan.Missing, plan.Steps)
	}
}

// TestExact: if only one text in a key has any length, the key says all of what it's made of.
func TestExact(t *testing.T) {
	for keys, want := range map[string]string{
		"{User}_{Seen:yyyy-MM}": "PartitionKey eq ",
		"{Seen:yyyy-MM}_{User}": "PartitionKey eq ",
		"{User}_{Note}":         "PartitionKey ge ",
	} {
		text := strings.Replace(members, `update: Member, where: "User = ? and Room = ?", set: [Seen]`,
			`of: Member, where: "User = ? and Seen in month ?"`, 1)
		f, errs := read.File("a", strings.Replace(text, "{User}", keys, 1))
		if len(errs) > 0 {
			t.Fatal(errs[0])
		}
		in := compile.Input{Params: []table.Value{table.StringValue("Ann"), table.DateTimeValue(start)}}
		filter := compile.Compile(f.Patterns[0], f.Designs[0], in).Requests[0].Filter
		exact := want == "PartitionKey eq "
		if !strings.HasPrefix(filter, want) || strings.Contains(filter, " and User eq ") == exact {
			t.Errorf("%s: %s", keys, filter)
		}
	}
}
