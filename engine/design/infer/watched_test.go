package infer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

const transaction = `--b
Content-Type: multipart/mixed; boundary=c

--c
Content-Type: application/http
Content-Transfer-Encoding: binary

POST http://127.0.0.1:10002/devstoreaccount1/Orders HTTP/1.1
Content-Type: application/json

{"PartitionKey":"b","RowKey":"1","N":4}
--c
Content-Type: application/http
Content-Transfer-Encoding: binary

DELETE https://contoso.table.core.windows.net/Gone(PartitionKey='b',RowKey='1') HTTP/1.1
If-Match: *

--c--
--b--
`

// TestSeen: entities come from what was written and from answers, and what tables have at the end wins.
func TestSeen(t *testing.T) {
	kept := Table{Name: "Parts", Entities: []table.Entity{{Key: table.Key{PartitionKey: "p", RowKey: "1"}}}}
	tables := []Table{kept, {Name: "Empty"}, {Name: "Orders"}}
	var got strings.Builder
	for _, t := range Seen(tables, []Request{
		{Method: "POST", Target: "Orders", Body: []byte(`{"PartitionKey":"a","RowKey":"1","N":1}`)},
		{Method: "MERGE", Target: "Orders(PartitionKey='a',RowKey='1')", Body: []byte(`{"N":2,"Note":"x"}`)},
		{Method: "PUT", Target: "Orders(PartitionKey='a',RowKey='0')", Body: []byte(`{}`)},
		{Method: "GET", Target: "Orders()?$top=1", Answer: []byte(
			`{"value":[{"PartitionKey":"c","RowKey":"1","odata.etag":"x","N@odata.type":"Edm.Int64","N":"5"}]}`)},
		{Method: "GET", Target: "Orders(PartitionKey='d',RowKey='1')",
			Answer: []byte(`{"PartitionKey":"d","RowKey":"1"}`)},
		{Method: "GET", Target: "Orders()", Answer: []byte("no")},
		{Method: "POST", Target: "$batch", Type: "multipart/mixed; boundary=b",
			Body: []byte(strings.ReplaceAll(transaction, "\n", "\r\n"))},
		{Method: "POST", Target: "Parts", Body: []byte(`{"PartitionKey":"p","RowKey":"2"}`)}, // was deleted again
		{Method: "POST", Target: "Tables", Body: []byte(`{"TableName":"Orders"}`)},
	}) {
		got.WriteString(t.Name + ": " + data.Text(t.Entities))
	}
	want := `Empty: PartitionKey,RowKey
Gone: PartitionKey,RowKey
Orders: PartitionKey,RowKey,N:Int32,N@type,Note
a,0,,,
a,1,2,,x
b,1,4,,
c,1,5,Int64,
d,1,,,
Parts: PartitionKey,RowKey
p,1
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
