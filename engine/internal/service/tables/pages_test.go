package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// TestThousand: a page has at most 1,000 items. It has a continuation token if there are more, and none if
// it ends with the last one.
func TestThousand(t *testing.T) {
	e := enginetest.New(t, nil)
	for i := range 1001 {
		expect(t, e, "POST", "/Tables", fmt.Sprintf(`{"TableName":"t%04d"}`, i), 201, ok)
		expect(t, e, "PUT", fmt.Sprintf("/t0000(PartitionKey='%d',RowKey='%03d')", i/500, i%500), `{}`, 204,
			ok)
	}
	for _, c := range []struct {
		path, next string // the continuation headers, as options
		count      int
	}{
		{"/t0000()?", "NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", 1000},
		{"/t0000()?$top=1000", "NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", 1000},
		{"/t0000()?$filter=PartitionKey+ne+'2'", "", 1000},
		{"/t0000()?NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", "", 1},
		{"/t0000()?NextPartitionKey=1!4!MQ--", "", 501},
		{"/t0000()?NextPartitionKey=1!4!MQ--&NextRowKey=1!4!MzAw&$top=201", "", 201},
		{"/t0000()?NextPartitionKey=1!4!MQ--&NextRowKey=1!4!MzAw&$top=200",
			"NextPartitionKey=1!4!Mg--&NextRowKey=1!4!MDAw", 200},
		{"/t0000()?NextPartitionKey=1!4!OQ--&NextRowKey=1!0!", "", 0},
		{"/Tables?", "NextTableName", 1000},
		{"/Tables?$filter=TableName+ne+'t0500'", "", 1000},
	} {
		response, _ := e.Do(sent("GET " + c.path))
		var next []string
		for _, h := range response.Headers {
			if name, ok := strings.CutPrefix(h.Name, "x-ms-continuation-"); ok && name == "NextTableName" {
				next = append(next, name)
			} else if ok {
				next = append(next, name+"="+h.Value)
			}
		}
		count := len(gjson.GetBytes(response.Body, "value").Array())
		if got := strings.Join(next, "&"); count != c.count || got != c.next {
			t.Errorf("%s: got %d and %q, want %d and %q", c.path, count, got, c.count, c.next)
		}
	}
	expect(t, e, "GET", "/t0000()?NextRowKey=1!4!MDAw", "", 400, fault.InvalidInput)
}
