package tables_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// listTables returns the names of one page, and the token of the next.
func listTables(e *enginetest.Tables, options string) (names []string, next string) {
	req := wire.Request{Method: "GET", URL: enginetest.Base + "/Tables?" + options}
	req.Headers.Add("Accept", "application/json")
	response, _ := e.Do(req)
	for _, item := range gjson.GetBytes(response.Body, "value").Array() {
		names = append(names, item.Get("TableName").String())
	}
	return names, response.Headers.Get("x-ms-continuation-NextTableName")
}

// TestTablePages: pages joined are the whole list, sorted by lower-case name, and the last one has no token.
// The list leaves out tables that are being deleted.
func TestTablePages(t *testing.T) {
	e := enginetest.New(t, nil)
	for _, name := range []string{"delta", "Alpha", "echo", "Bravo", "charlie", "Gone"} {
		expect(t, e, "POST", "/Tables", `{"TableName":"`+name+`"}`, 201, ok)
	}
	expect(t, e, "DELETE", "/Tables('Gone')", "", 204, ok)
	for top, pages := range map[string][][]string{
		"$top=2":                              {{"Alpha", "Bravo"}, {"charlie", "delta"}, {"echo"}},
		"$top=5":                              {{"Alpha", "Bravo", "charlie", "delta", "echo"}},
		"$top=1000":                           {{"Alpha", "Bravo", "charlie", "delta", "echo"}},
		"$top=0":                              {nil},
		"$top=1&$filter=TableName%20ge%20'c'": {{"charlie"}, {"delta"}, {"echo"}},
	} {
		next := ""
		for i, want := range pages {
			options := top
			if next != "" {
				options += "&NextTableName=" + next
			}
			var got []string
			got, next = listTables(e, options)
			if last := i == len(pages)-1; !slices.Equal(got, want) || (next == "") != last {
				t.Errorf("%s, page %d: got %q and the token %q, want %q", top, i, got, next, want)
			}
		}
	}
}

// TestTableTokens: a token that no page returned is refused.
func TestTableTokens(t *testing.T) {
	e := populated(t)
	expect(t, e, "POST", "/Tables", `{"TableName":"Bills"}`, 201, ok)
	_, token := listTables(e, "$top=1")
	if name, ok := odata.DecodeToken(token); !ok || name != "orders\x0101dc7e21ac118a40" {
		t.Errorf("the token is %s: %q", token, name)
	}
	for _, bad := range []string{"", "orders", odata.EncodeToken("orders"), odata.EncodeToken(""),
		token[:len(token)-1]} {
		expect(t, e, "GET", "/Tables?NextTableName="+bad, "", 400, fault.InvalidInput)
	}
}

// TestTableCase: a table's own name has the case it was created with, but answers about its entities have
// that of the URL.
func TestTableCase(t *testing.T) {
	e := populated(t)
	for _, c := range []struct{ request, want string }{
		{"GET /Tables('ORDERS')", `"TableName":"Orders"`},
		{"GET /ORDERS(PartitionKey='p',RowKey='r')", `"` + enginetest.Base + `/$metadata#ORDERS/@Element"`},
	} {
		response, _ := e.Do(sent(c.request + "\nAccept: application/json"))
		if !strings.Contains(string(response.Body), c.want) {
			t.Errorf("%s: got %s, want %s", c.request, response.Body, c.want)
		}
	}
}

// TestMeant: a misspelt table brings up the one that was meant, beside the answer and not in its body, for
// those who may list tables.
func TestMeant(t *testing.T) {
	given := grant.Owner()
	e := enginetest.New(t, func(o *account.Options) {
		o.Authorize = func(grant.Service, wire.Request, table.Ticks) (grant.Grant, error) { return given, nil }
	})
	for _, name := range []string{"Employees", "Orders", "Days01", "Employes"} {
		expect(t, e, "POST", "/Tables", `{"TableName":"`+name+`"}`, 201, ok)
	}
	expect(t, e, "DELETE", "/Tables('Employes')", "", 204, ok)
	anyone := grant.Grant{Services: "t", Levels: "o", Permissions: "r"}
	for _, c := range []struct {
		grant        grant.Grant
		method, path string
		want         string
	}{
		{grant.Owner(), "GET", "/Employeees()", "There is no table Employeees. Did you mean Employees?"},
		{grant.Owner(), "DELETE", "/Tables('Odrers')", "There is no table Odrers. Did you mean Orders?"},
		{grant.Owner(), "GET", "/Customers()", ""},
		{grant.Owner(), "GET", "/Days02()", ""},
		{grant.Owner(), "GET", "/Tables('')", ""},
		{anyone, "GET", "/Employeees()", ""},
	} {
		given = c.grant
		req := wire.Request{Method: c.method, URL: enginetest.Base + c.path}
		req.Headers.Add("Accept", "application/json")
		response, tr := e.Do(req)
		switch {
		case tr.Fault == nil || tr.Fault.Hint != c.want:
			t.Errorf("%s %s: got %v, want the hint %q", c.method, c.path, tr.Fault, c.want)
		case strings.Contains(string(response.Body), "mean"):
			t.Errorf("%s %s: the hint is in the body", c.method, c.path)
		}
	}
}
