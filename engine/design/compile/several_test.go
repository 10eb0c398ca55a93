package compile_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/table"
)

const shop = `entities:
  Order:
    properties:
      Id: string
      At: datetime
      Total: double
  Line:
    count: 40000
    properties:
      Id: {type: string, values: 1000}
      At: datetime
      Number: int32
      Sku: string
  Note:
    properties:
      Id: {type: string, values: 1000}
      At: datetime
patterns:
  ask: {of: [Order, Line], ASK}
designs:
  one:
    Order: {table: Shop, PartitionKey: "{Id}", RowKey: "order"}
    Line:  {table: Shop, PartitionKey: "{Id}", RowKey: "line-{Number:3}"}
    Note:  {PartitionKey: "{Id}", RowKey: "{At:iso}"}
`

// TestSeveral: entities of several types that are together are asked for at once, if that reads no more.
func TestSeveral(t *testing.T) {
	const inOneRow = `PartitionKey: "{Id}", RowKey: "line-{Number:3}"`
	for name, test := range map[string]struct {
		ask, old, new string
		kind          design.Kind
		requests      []string // $filters, or keys
		client        string
	}{
		"all of a partition": {
			kind: design.PartitionScan, requests: []string{"PartitionKey eq 'x'"},
		},
		"another type before them": {
			old: `Note:  {`, new: `Note:  {table: Shop, `, kind: design.RangeQuery, requests: []string{
				"PartitionKey eq 'x' and RowKey ge 'line-' and RowKey le 'order' and " +
					"(EntityType eq 'Order' or EntityType eq 'Line')"},
		},
		"another type between them": {
			old: `Note:  {PartitionKey: "{Id}", RowKey: "{At:iso}"}`,
			new: `Note:  {table: Shop, PartitionKey: "{Id}", RowKey: "note-{At:iso}"}`, kind: design.RangeQueries,
			requests: []string{"Shop(PartitionKey='x',RowKey='order')",
				"PartitionKey eq 'x' and RowKey ge 'line-' and RowKey lt 'line.'"},
		},
		"another type behind them": {
			old: `Note:  {PartitionKey: "{Id}", RowKey: "{At:iso}"}`,
			new: `Note:  {table: Shop, PartitionKey: "{Id}", RowKey: "remark-{At:iso}"}`, kind: design.RangeQuery,
			requests: []string{"PartitionKey eq 'x' and RowKey ge 'line-' and RowKey le 'order'"},
		},
		"in two tables": {
			old: "Line:  {table: Shop, ", new: "Line:  {", kind: design.PartitionScans,
			requests: []string{"Shop(PartitionKey='x',RowKey='order')", "PartitionKey eq 'x'"},
		},
		"in two partitions": {
			old: inOneRow, new: `PartitionKey: "lines of {Id}", RowKey: "line-{Number:3}"`, kind: design.RangeQueries,
			requests: []string{"Shop(PartitionKey='x',RowKey='order')",
				"PartitionKey eq 'lines of x' and RowKey ge 'line-' and RowKey lt 'line.'"},
		},
		"one order among others": {
			old: `PartitionKey: "{Id}", RowKey: "order"}
    Line:  {table: Shop, ` + inOneRow,
			new: `PartitionKey: "all", RowKey: "{Id}"}
    Line:  {table: Shop, PartitionKey: "all", RowKey: "{Id}_{Number:3}"`,
			kind:     design.RangeQuery,
			requests: []string{"PartitionKey eq 'all' and RowKey ge 'x' and RowKey lt 'x`' and Id eq 'x'"},
		},
		"far from each other": {
			old: `PartitionKey: "{Id}", RowKey: "order"}
    Line:  {table: Shop, ` + inOneRow,
			new: `PartitionKey: "all", RowKey: "order_{Id}"}
    Line:  {table: Shop, PartitionKey: "all", RowKey: "line_{Id}_{Number:3}"`,
			kind: design.RangeQueries, requests: []string{"Shop(PartitionKey='all',RowKey='order_x')",
				"PartitionKey eq 'all' and RowKey ge 'line_x_' and RowKey lt 'line_x`' and Id eq 'x'"},
		},
		"newest first": {
			ask: ", sort: At desc, limit: 5", old: `RowKey: "order"}
    Line:  {table: Shop, ` + inOneRow,
			new: `RowKey: "{At:inverted}"}
    Line:  {table: Shop, PartitionKey: "{Id}", RowKey: "{At:inverted}-{Number:3}"`,
			kind: design.RangeQuery, requests: []string{"PartitionKey eq 'x'"},
		},
		"newest of each": {
			ask: ", sort: At desc, limit: 5, select: [Sku]", old: `RowKey: "order"}
    Line:  {table: Shop, ` + inOneRow,
			new: `RowKey: "order-{At:inverted}"}
    Line:  {table: Shop, PartitionKey: "{Id}", RowKey: "line-{At:inverted}-{Number:3}"`,
			kind: design.RangeQueries, requests: []string{
				"PartitionKey eq 'x' and RowKey ge 'order-' and RowKey lt 'order.'",
				"PartitionKey eq 'x' and RowKey ge 'line-' and RowKey lt 'line.'"},
			client: "merge 2 answers by At, take the first 5",
		},
	} {
		text := strings.Replace(strings.Replace(shop, "ASK", `where: "Id = ?"`+test.ask, 1), test.old, test.new, 1)
		f, errs := read.File("a", text)
		if len(errs) > 0 {
			t.Fatalf("%s: %v\n%s", name, errs[0], text)
		}
		plan := compile.Compile(f.Patterns[0], f.Designs[0],
			compile.Input{Params: []table.Value{table.StringValue("x")}})
		var got []string
		for _, r := range plan.Requests {
			if r.Filter == "" {
				r.Filter = r.Path
			}
			got = append(got, r.Filter)
			if len(test.ask) > 30 && !strings.Contains(r.Path, "At") {
				t.Errorf("%s: the client can't merge without At: %s", name, r.Path)
			}
		}
		if strings.Join(got, "\n") != strings.Join(test.requests, "\n") || plan.Kind != test.kind ||
			strings.Join(plan.Client, ", ") != test.client {
			t.Errorf("%s: kind %d: %s; %s; %s", name, plan.Kind, strings.Join(got, "\n"), plan.Client, plan.Steps)
		}
	}
}
