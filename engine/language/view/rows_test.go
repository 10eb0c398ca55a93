package view_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
)

const sortable = `{"value":[
	{"PartitionKey":"p","RowKey":"b","N":10,
	"Big@odata.type":"Edm.Int64","Big":"9007199254740993","S":"a, \"b\""},
	{"PartitionKey":"p","RowKey":"a","N":9.5,"Big@odata.type":"Edm.Int64","Big":"9007199254740992","S":" x"},
	{"PartitionKey":"p","RowKey":"c","S":"\uff5e"},
	{"PartitionKey":"p","RowKey":"d","N":-1,"S":"\ud83d\ude00"}]}`

// TestCells: rows are sorted as their types are, without a value last, and written so that programs read the
// same cells.
func TestCells(t *testing.T) {
	answer := wire.Response{Status: 200, Body: []byte(sortable)}
	for _, test := range []struct {
		by   view.Order
		want string
	}{
		{view.Order{}, "bacd"},
		{view.Order{Column: "None"}, "bacd"},
		{view.Order{Column: "RowKey"}, "abcd"},
		{view.Order{Column: "RowKey", Descending: true}, "dcba"},
		{view.Order{Column: "N"}, "dabc"},
		{view.Order{Column: "N", Descending: true}, "badc"},
		{view.Order{Column: "Big"}, "abcd"},
		{view.Order{Column: "Big", Descending: true}, "bacd"},
		{view.Order{Column: "S"}, "abdc"}, // a pair of surrogates is before U+FF5E, as keys are
	} {
		got := ""
		for _, line := range strings.Split(view.Cells(answer, test.by, "\t"), "\r\n")[1:5] {
			got += strings.Split(line, "\t")[1]
		}
		if got != test.want {
			t.Errorf("%+v: got %s, want %s", test.by, got, test.want)
		}
	}
	const want = "PartitionKey,RowKey,N,Big,S\r\n" +
		"p,b,10,9007199254740993,\"a, \"\"b\"\"\"\r\n" +
		"p,a,9.5,9007199254740992,\" x\"\r\np,c,,,\uff5e\r\np,d,-1,,\U0001f600\r\n"
	if diff := cmp.Diff(want, view.Cells(answer, view.Order{}, ",")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRows: a page says which rows it has, if it doesn't have all.
func TestRows(t *testing.T) {
	answer := wire.Response{Status: 200, Body: []byte(sortable)}
	for limit, want := range map[int]string{4: ">4 entities<", 2: ">2 to 3 of 4 entities<"} {
		first := 0
		if limit == 2 {
			first = 1
		}
		shown, total := view.Rows(answer, view.Order{Column: "RowKey"}, first, limit)
		if got := string(shown.AppendHTML(nil)); total != 4 || !strings.Contains(got, want) {
			t.Errorf("%d: got %d: %s", limit, total, got)
		}
	}
}
