package suggest_test

import (
	"strings"
	"testing"
)

const shop = `entities:
  Order:
    count: 500
    properties: {Order: string, Total: double}
  Line:
    count: 2000
    properties: {Order: {of: Order.Order}, Number: {type: int32, min: 0}}
patterns:
  whole: {of: [Order, Line], where: "Order = ?", rate: 5/s}
designs:
  apart:
    Order: {PartitionKey: "{Order}", RowKey: ""}
    Line:  {PartitionKey: "{Order}", RowKey: "{Number:8}"}
`

// TestTogether: types that are asked for together are proposed to be in one partition, if that takes fewer
// requests or reads less.
func TestTogether(t *testing.T) {
	const better = `    Order:
      table: Orders
      PartitionKey: "{Order}"
      RowKey: "order"
    Line:
      table: Orders
      PartitionKey: "{Order}"
      RowKey: "line_{Number:8}"
`
	scanned := strings.Replace(shop, `"{Order}", RowKey: "{Number:8}"`, `"{Number:8}", RowKey: ""`, 1)
	for text, says := range map[string]string{
		shop:    "It takes fewer requests: 1 instead of 2.",
		scanned: "It reads 5 instead of 2,001.",
	} {
		all := suggestions(t, text)
		if len(all) != 1 || all[0].Says != says || !strings.HasSuffix(all[0].Text, better) {
			t.Errorf("%+v", all)
		}
		if again := suggestions(t, strings.Replace(all[0].Text, "  apart:", "  old:", 1)); len(again) > 0 {
			t.Errorf("what is there already is proposed: %+v", again)
		}
	}
}
