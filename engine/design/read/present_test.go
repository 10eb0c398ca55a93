package read_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/table"
)

const jobs = `entities:
  Job:
    count: 100
    properties:
      At:     {type: datetime, every: 1h, from: 2026-01-05T00:00:00Z}
      Due:    {type: datetime, every: 1h, from: 2026-01-05T12:00:00Z}
      Status: {type: string, values: [ready, done]}
  Kind: {count: 5, fixed: true, properties: {Id: string}}
patterns:
  ask: {of: Job, where: "WHERE"}
designs:
  one: {Job: {PartitionKey: all, RowKey: "{At:iso}"}}
  two:
    Job: {PartitionKey: all, RowKey: "{At:iso}",
      copies: {c: {table: Ready, PartitionKey: all, RowKey: "{At:iso}", when: "WHEN"}}}
chosen: two
`

// TestPresent: now is when the first of a type's times ends, and time spans are added to it and to values.
func TestPresent(t *testing.T) {
	const hour, end = 36_000_000_000, "2026-01-09T04:00:00Z" // 100 hours
	now, _ := table.ParseTicks(end)
	for where, want := range map[string]struct {
		op     design.Op
		params []design.Param
	}{
		"Due <= now":    {design.LessOrEqual, []design.Param{{Fixed: true, Now: true}}},
		"At > now - 2h": {design.Greater, []design.Param{{Fixed: true, Now: true, Offset: -2 * hour}}},
		"At > now-2h":   {design.Greater, []design.Param{{Fixed: true, Now: true, Offset: -2 * hour}}},
		"At in last 1d": {design.GreaterOrEqual,
			[]design.Param{{Fixed: true, Now: true, Offset: -24 * hour}}},
		"Due in last 1d": {design.Between,
			[]design.Param{{Fixed: true, Now: true, Offset: -24 * hour}, {Fixed: true, Now: true}}},
		"At < ? + 1h":             {design.Less, []design.Param{{Offset: hour}}},
		"At within 1h of ?":       {design.Between, []design.Param{{Offset: -hour}, {Offset: hour}}},
		"At between ? and ? + 7d": {design.Between, []design.Param{{}, {Offset: 7 * 24 * hour}}},
	} {
		f, errs := read.File("a", strings.NewReplacer("WHERE", where, "WHEN", "Status = 'ready'").Replace(jobs))
		if len(errs) > 0 {
			t.Errorf("%s: %v", where, errs[0])
			continue
		}
		got := f.Patterns[0].Where[0]
		for i, p := range got.Params {
			if p.Now && p.Value != table.DateTimeValue(now+p.Offset) {
				t.Errorf("%s: now is %v", where, p.Value.Ticks())
			}
			got.Params[i].Value = table.Value{}
		}
		if got.Op != want.op || len(got.Params) != len(want.params) || got.Params[0] != want.params[0] ||
			got.Params[len(got.Params)-1] != want.params[len(want.params)-1] {
			t.Errorf("%s: %+v", where, got)
		}
		later := f.Patterns[0].Present(200).Where[0].Params[0]
		if later.Now && later.Value != table.DateTimeValue(now+100*hour+later.Offset) {
			t.Errorf("%s: with 200 jobs it's %v", where, later.Value.Ticks())
		}
		if f.Meant() != f.Designs[1] || !f.Entities[1].Fixed || len(f.Designs[1].Places[1].When) != 1 {
			t.Errorf("%+v", f)
		}
	}
	for _, test := range []struct{ where, when, want string }{
		{"Status = now", "Status = 'ready'", "10:"},
		{"At > now - soon", "Status = 'ready'", `expected a time span, found "soon"`},
		{"At in last week", "Status = 'ready'", `expected a time span, found "week"`},
		{"Status within 1h of ?", "Status = 'ready'", "Status isn't a time"},
		{"At within 1h of 2026-01-05T00:00:00Z", "Status = 'ready'", "within needs ? or now"},
		{"At > now", "Status = ?", "when needs values that are fixed"},
	} {
		text := strings.NewReplacer("WHERE", test.where, "WHEN", test.when).Replace(jobs)
		if _, errs := read.File("a", text); len(errs) == 0 || !strings.Contains(errs[0].Error(), test.want) {
			t.Errorf("%s, %s: %v", test.where, test.when, errs)
		}
	}
}
