package compile_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/table"
)

const bucketed = `entities:
  Reading:
    count: 100000
    properties:
      Device: {type: string, values: 100}
      At:     {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}
patterns:
  newest: {of: Reading, where: "Device = ?", sort: At desc, limit: 10}
designs:
  by day: {Reading: {PartitionKey: "{Device}_{At:yyyy-MM-dd}", RowKey: "{At:inverted}"}}
`

// TestSteps: what comes first is in the first buckets. Each has 14 or 15 of a device, and 70 days are in the
// data. Some more are asked for if these have too few, and one request gets the rest.
func TestStepwise(t *testing.T) {
	const older, newer = "le 'Device-1_2026-03-12'", "ge 'Device-1_2026-01-07'"
	for name, test := range map[string]struct {
		old, new  string
		sends     float64 // 0: it isn't answered so
		kind      design.Kind
		top, last string
	}{
		"one is enough, or two": {"", "", 2, design.RangeQueries, "$top=10", older},
		"more": {"limit: 10", "limit: 40", 4, design.RangeQueries, "$top=40",
			"le 'Device-1_2026-03-09'"},
		"in one month":    {"yyyy-MM-dd", "yyyy-MM", 1, design.RangeQuery, "$top=10", "2026-02'"},
		"only one bucket": {"yyyy-MM-dd", "yyyy", 1, design.RangeQuery, "$top=10", "2026'"},
		"many": {"limit: 10", "limit: 90", 7, design.RangeQueries, "$top=90",
			"le 'Device-1_2026-03-05'"},
		"too many":     {"limit: 10", "limit: 900", 0, 0, "", ""},
		"not in order": {"{At:inverted}", "{At:iso}", 2, design.PartitionScans, "'", older},
		"before a time": {"Device = ?", "Device = ? and At < 2026-01-08T12:00:00Z",
			2, design.RangeQueries, "$top=10", "2026-01-05"},
		"since a time": {"Device = ?", "Device = ? and At > 2026-03-14T00:00:00Z",
			0, 0, "", ""}, // a range of PartitionKeys has no more than these

		"the oldest":       {"sort: At desc", "sort: At", 1, design.PartitionScan, "'", newer},
		"whole partitions": {"{Device}_", "", 2, design.PartitionScans, "$top=10", "le '2026-03-12'"},
	} {
		f, errs := read.File("a", strings.Replace(bucketed, test.old, test.new, 1))
		if len(errs) > 0 {
			t.Fatal(errs[0])
		}
		in := compile.Input{Params: []table.Value{table.StringValue("Device-1")}}
		plan := compile.Compile(f.Patterns[0], f.Designs[0], in)
		if plan.Sends != test.sends || (plan.Until > 0) != (test.sends > 0) || test.sends > 0 && plan.Spread() {
			t.Errorf("%s: sends %v until %d, %v", name, plan.Sends, plan.Until, plan.Kind)
			continue
		}
		if test.sends == 0 {
			continue
		}
		first, last := plan.Requests[0], plan.Requests[len(plan.Requests)-1]
		if !strings.HasSuffix(first.Path, test.top) ||
			!strings.HasPrefix(first.Filter, "PartitionKey eq ") || !strings.Contains(last.Filter, test.last) {
			t.Errorf("%s: %d requests: %s … %s", name, len(plan.Requests), first.Path, last.Filter)
		}
		if plan.Kind != test.kind {
			t.Errorf("%s: kind %d", name, plan.Kind)
		}
	}
}
