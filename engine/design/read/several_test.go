package read_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/read"
)

const orders = `entities:
  Line:
    count: 4000
    properties: {Order: {of: Order.Id, skew: 1}, Number: int32, Weight: {type: int32, max: 9}}
  Order:
    properties: {Id: string, Order: string, Number: int64, Total: double}
patterns:
  whole: {of: [Order, Line], where: "Order = ?", select: [Total, Number]}
designs:
  one: {Order: {PartitionKey: "{Order}", RowKey: ""}, Line: {PartitionKey: "{Order}", RowKey: "{Number:3}"}}
`

// TestSeveralTypes: a question for several types is one for each, and a property can have the values of
// another type's, which can be below it.
func TestSeveralTypes(t *testing.T) {
	f, errs := read.File("a", orders)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	whole, line := f.Patterns[0], f.Entities[0]
	if len(whole.Also) != 1 || whole.Also[0].Where[0].Property != line.Properties[0] {
		t.Fatalf("%+v", whole.Also)
	}
	if got := strings.Join(whole.Select, " ") + ", " + strings.Join(whole.Also[0].Select, " "); got !=
		"Total Number, Number" {
		t.Error(got)
	}
	of := line.Properties[0]
	if of.Of.Property != f.Entities[1].Property("Id") || of.Of.Each != 4 || of.Values != 1000 || of.Skew != 1 {
		t.Errorf("%+v", of)
	}
	for _, test := range []struct{ old, new, want string }{
		{`where: "Order = ?"`, `where: "Total > 5"`, `8:38: Line has no property "Total"`},
		{`where: "Order = ?"`, `where: "Number = 5"`, "8:3: Number is int64 in Order and int32 in Line"},
		{`where: "Order = ?"`, `sort: Number`, "8:3: Number is int64 in Order and int32 in Line"},
		{`where: "Order = ?"`, `filter: "Number eq 5"`, "8:30: a pattern has no filter any more"},
		{"[Total, Number]", "[Weigth]", `8:59: Order has no property "Weigth"`},
		{", Line: {", ", Lines: {", `10:55: there's no type "Lines"`},
		{`, Line: {PartitionKey: "{Order}", RowKey: "{Number:3}"}`, "",
			"10:3: one has no keys for Line, which whole"},
		{"Id: string", "Id: {type: string, values: 9}", "4:30: entities of type Order can't be told apart by Id"},
		{"Order.Id", "Line.Number", "4:30: entities of type Line can't be told apart by Number"},
	} {
		_, errs := read.File("a", strings.Replace(orders, test.old, test.new, 1))
		if len(errs) == 0 || !strings.HasPrefix(strings.TrimPrefix(errs[0].Error(), "a:"), test.want) {
			t.Errorf("%s: %v", test.new, errs)
		}
	}
}

// TestReferred: what one type calls Id is what another refers to it by, if there's only one such property.
func TestReferred(t *testing.T) {
	text := strings.Replace(orders, `"Order = ?"`, `"Id = ?"`, 1)
	f, errs := read.File("a", text)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	if q := f.Patterns[0]; q.Where[0].Property.Name != "Id" || q.Also[0].Where[0].Property.Name != "Order" {
		t.Errorf("%+v, %+v", q.Where, q.Also[0].Where)
	}
	f, errs = read.File("a", strings.Replace(text, "Number: int32", "Id: guid, Number: int32", 1))
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	if of := f.Patterns[0].Also[0].Where[0].Property.Name; of != "Order" {
		t.Errorf("a line has an Id of its own, and %s is asked for", of)
	}
	_, errs = read.File("a", strings.Replace(text, "Number: int32", "Before: {of: Order.Id}, Number: int32", 1))
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), `8:38: Line has no property "Id"`) {
		t.Errorf("two are referred to: %v", errs)
	}
}
