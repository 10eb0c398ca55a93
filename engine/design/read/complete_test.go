package read_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/read"
)

const begun = `entities:
  Order:
    count: 100
    properties:
      Id:       guid
      Customer: {type: string, values: 9}
      Placed:   datetime
`

// TestComplete: what is offered at the end of a text, and what has been typed of it.
func TestComplete(t *testing.T) {
	const designed = begun + "patterns:\n  mine: {of: Order}\ndesigns:\n" +
		"  one: {Order: {PartitionKey: \"{Id}\", RowKey: \"\"}}\n"
	const asked = begun + "patterns:\n  mine: {of: Order, where: \"Customer = ?\"}\n"
	for _, test := range [][2]string{
		{"",
			": entities: | patterns: | designs: | chosen: | budgets: | prices: | seed:"},
		{begun + "pa",
			"pa: patterns:"},
		{"entities:\n  Order:\n    ",
			": count: | properties: | unique: | fixed:"},
		{"entities:\n  Order:\n    count: 3\n    p",
			"p: properties:"},
		{begun + "      At: d",
			"d: datetime | double"},
		{begun + "      At: {",
			": type: | values: | skew: | pattern: | length: | several: | of:"},
		{begun + "      At: {type: datetime, ",
			": values: | skew: | from: | every: | of:"},
		{begun + "      At: {type: int",
			"int: int32 | int64"},
		{begun + "  Line:\n    properties:\n      Order: {of: O",
			"O: Order.Id"},
		{begun + "patterns:\n  mine: {",
			": of: | insert: | update: | delete:"},
		{begun + "patterns:\n  mine: {of: O",
			"O: Order"},
		{begun + "patterns:\n  mine: {of: Order, s",
			"s: sort: | select:"},
		{begun + "patterns:\n  mine: {of: Order, where: \"Customer = ? and P",
			"P: Placed = ? | Placed in day ? | Placed in last 7d | Placed > ? | Placed between ? and ?"},
		{begun + "patterns:\n  mine: {of: Order, sort: P",
			"P: Placed desc | Placed"},
		{begun + "patterns:\n  mine: {of: Order, select: [Id, C",
			"C: Customer"},
		{begun + "patterns:\n  mine: {insert: Order, rate: ",
			": 1/s | 1/m | 1/h | 1/d"},
		{asked + "designs:\n  one:\n    ",
			": Order:"},
		{asked + "designs:\n  one: {Order: {P",
			"P: PartitionKey:"},
		{asked + "designs:\n  one: {Order: {PartitionKey: \"{C",
			"C: Customer} | Customer:hash 16} | Customer:lower}"},
		{asked + "designs:\n  one:\n    Order:\n      RowKey: \"{Placed:i",
			"Placed:i: Placed:iso} | Placed:inverted}"},
		{designed + "chosen: ",
			": one"},
		{designed + "budgets:\n  ",
			": mine:"},
		{designed + "budgets:\n  mine: {re",
			"re: read: | returned: | requests:"},
		{begun + "      # At: d",
			"d: "},
	} {
		text, want := test[0], test[1]
		reply := read.Complete(text)
		var all []string
		for _, o := range reply.Options {
			all = append(all, strings.TrimSpace(o.Write))
		}
		if got := reply.Typed + ": " + strings.Join(all, " | "); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text[max(0, len(text)-60):], got, want)
		}
	}
}
