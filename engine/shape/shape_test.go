package shape_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/shape"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestOf(t *testing.T) {
	const query = "QueryEntities"
	for _, test := range []struct{ operation, table, query, want string }{
		{"QueryEntity", "Orders", "", "QueryEntity Orders"},
		{"InsertEntity", "SignIns20260105", "", "InsertEntity SignIns#"},
		{query, "Or\n::set-env\x1b[2J", "", "QueryEntities Or%0A%3A%3Aset-env%1B%5B2J"},
		{query, "V2Orders", "", "QueryEntities V2Orders"},
		{query, "Orders", "?$filter=PartitionKey%20eq%20'a'%20and%20Total%20gt%205&$top=10",
			"QueryEntities Orders where PartitionKey eq ? and Total gt ?, top ?"},
		{query, "Orders", "?$top=10&$filter=N eq 1", "QueryEntities Orders where N eq ?, top ?"},
		{query, "Orders", "?$filter=PartitionKey+eq+'it''s+%3F'", "QueryEntities Orders where PartitionKey eq ?"},
		{query, "Orders", "?$filter=RowKey eq 'a' or RowKey eq 'b'",
			"QueryEntities Orders where RowKey eq ? or …"},
		{query, "Orders", "?$filter=RowKey eq 'a' or RowKey eq 'b' or RowKey eq 'c' or Open",
			"QueryEntities Orders where RowKey eq ? or … or (Open)"},
		{query, "Orders", "?$filter=PartitionKey eq 'a' and (RowKey lt 'b' or not (N eq 1))",
			"QueryEntities Orders where PartitionKey eq ? and (RowKey lt ? or (not (N eq ?)))"},
		{query, "Orders", "?$filter=Total is 5&sig=abc", "QueryEntities Orders where (no filter)"},
		{"", "", "", "GET"},
	} {
		r := wire.Request{Method: "GET", URL: "http://127.0.0.1/devstoreaccount1/Orders()" + test.query}
		if got := shape.Of(r, &trace.Trace{Operation: test.operation, Table: test.table}); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.query, got, test.want)
		}
	}
}
