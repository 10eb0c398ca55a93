package script_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rowkey/rowkey/engine/language/script"
)

// page writes blocks as the fences of a page. A block that begins with csv has the rest of its first line
// as the name of a table.
func page(blocks ...string) string {
	var b strings.Builder
	for _, block := range blocks {
		info, text, isData := "http", block, strings.HasPrefix(block, "csv ")
		if isData {
			info, text, _ = strings.Cut(block, "\n")
		}
		b.WriteString("```" + info + "\n" + text + "\n```\n\nwords\n\n")
	}
	return b.String()
}

const orders = "csv Orders\nPartitionKey,RowKey,Total:Double\na,1,9.5\n# 3 times\nb,{{$index}},"

func TestDataFences(t *testing.T) {
	got := script.Fences(page(orders, "GET {{host}}/Orders") +
		"```csv\na\n```\n```csv A B\na\n```\n```CSV Orders\na\n```\n```json Orders\na\n```\n")
	want := []script.Fence{
		{Line: 2, Text: strings.TrimPrefix(orders, "csv Orders\n"), Apart: true, Table: "Orders"},
		{Line: 11, Text: "GET {{host}}/Orders", Apart: true},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(script.Fence{})); diff != "" {
		t.Error(diff)
	}
}

// TestData: a fence with data is an example without requests, and carries the data.
func TestData(t *testing.T) {
	s := script.Parse("a.md", page("GET {{host}}/Tables", orders, "GET {{host}}/Orders"))
	if len(s.Examples) != 3 || len(s.Errors) > 0 {
		t.Fatalf("%d examples, errors %v", len(s.Examples), s.Errors)
	}
	e := s.Examples[1]
	if e.Runs() || e.Data == nil || e.Data.Entities() != 4 || e.Name != "Orders" || e.Line != 8 ||
		e.Fences[0] != 1 {
		t.Errorf("%+v", e)
	}
	for i, want := range []bool{false, false, true} {
		if got := script.Needs(s.Examples[i].Order(), s.Tables[0]); got != want {
			t.Errorf("example %d needs the data: %t, want %t", i, got, want)
		}
	}
}

// TestTable: the table that a request addresses is the one whose data it needs, whatever it does there.
func TestTable(t *testing.T) {
	for request, want := range map[string]string{
		"GET {{host}}/Orders":                                  "Orders",
		"GET {{host}}/orders()?$filter=RowKey eq '1'":          "orders",
		"GET {{host}}/Orders(PartitionKey='a',RowKey='1')":     "Orders",
		"GET {{host}}/Orders\n?comp=acl":                       "Orders",
		"DELETE {{host}}/Tables('Orders')":                     "Orders",
		"GET {{host}}/Tables":                                  "",
		"GET {{host}}/Tables()":                                "",
		"GET {{host}}/Tables?$top=1":                           "",
		"POST {{host}}/$batch":                                 "",
		"GET {{host}}":                                         "",
		"GET {{host}}/?comp=properties&restype=service":        "",
		"GET {{queue}}/Orders":                                 "",
		"GET http://127.0.0.1:10002/devstoreaccount1/Orders":   "",
		"@t = Orders\nGET {{host}}/{{t}}":                      "",
		"@t = {{$guid}}\nGET {{host}}/A{{t}}(PartitionKey='')": "",
		"@t = {{$guid}}\nGET {{host}}/Orders()?$top={{t}}":     "Orders",
		"@host = http://127.0.0.1:1/a\nGET {{host}}/Orders":    "Orders",
	} {
		s := script.Parse("a.http", request)
		if len(s.Errors) > 0 {
			t.Errorf("%q: %v", request, s.Errors)
		} else if got := s.Examples[0].Requests[0].Table(); got != want {
			t.Errorf("%q addresses %q, want %q", request, got, want)
		}
	}
}

func TestDataRefs(t *testing.T) {
	s := script.Parse("a.md", page(orders, "# @name first\n# @ref Orders\nGET {{host}}/Tables",
		"# @name second\n# @ref first\nGET {{host}}/orders?$top={{first.response.headers.ETag}}"))
	if len(s.Errors) > 0 {
		t.Fatal(s.Errors)
	}
	for i, want := range []string{"", "Orders", "first Orders"} {
		for _, r := range s.Examples[i].Requests {
			if got := strings.Join(r.Refs(), " "); got != want {
				t.Errorf("%s refers to %q, want %q", r.Name, got, want)
			}
		}
	}
	if len(script.Parse("a.http", "# @ref Orders\nGET {{host}}/Orders", "Orders").Errors) > 0 {
		t.Error("a table that is given can't be referred to")
	}
}

// TestDataErrors: what is wrong with data keeps the examples from running that need it, and no others.
func TestDataErrors(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{
			page("csv Orders\nPartitionKey,RowKey,N:Int32\na,1,x\na,2"),
			"3:5: N: \"x\" isn't an Int32. | Write a whole number from -2147483648 to 2147483647.\n" +
				`4:1: Expected 3 cells, one for each column, found 2. | Write a comma for each empty cell.`,
		},
		{
			page("csv Orders\nPartitionKey,RowKey,N:Int32\na,1,x"),
			`3:5: N: "x" isn't an Int32. | Write a whole number from -2147483648 to 2147483647.`,
		},
		{
			"  " + page("csv Orders\n  PartitionKey,RowKey,N:Int32\n  a,1,x"),
			`3:7: N: "x" isn't an Int32. | Write a whole number from -2147483648 to 2147483647.`,
		},
		{
			page("csv Or-ders\nPartitionKey,RowKey"),
			`2:1: A table can't be called "Or-ders". | Its name is a letter, then letters and digits, 3 to 63 in all.`,
		},
		{page("csv Orders\n"), "2:1: The data has no header. | " +
			"Begin with a line such as PartitionKey,RowKey,LastName,Age:Int32."},
		{
			page(orders, "csv orders\nPartitionKey,RowKey"),
			"11:1: The table Orders has data already. | Put all rows into one fence.",
		},
		{
			page(orders, "# @name Orders\nGET {{host}}/Tables"),
			"12:1: The name Orders is taken: a table with data has it. | Give the request another name.",
		},
		{
			page(orders, "# @ref orders\nGET {{host}}/Tables"),
			"11:8: No request is called orders. | Did you mean Orders?",
		},
	} {
		if got := list(script.Parse("a.md", c.page).Errors); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.page, got, c.want)
		}
	}
	s := script.Parse("a.md", page("csv Orders\nPartitionKey,RowKey\na", "GET {{host}}/Tables",
		"GET {{host}}/Orders"))
	for i, want := range []int{1, 0, 1} {
		if got := len(s.Check(i)); got != want {
			t.Errorf("%d errors keep example %d from running, want %d", got, i, want)
		}
	}
}
