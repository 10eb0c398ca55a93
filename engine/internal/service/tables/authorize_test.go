package tables_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestGrant: with a grant for the entities from b/2 to the end of partition c, queries return only those, and
// other requests are refused.
func TestGrant(t *testing.T) {
	given := grant.Owner()
	e := enginetest.New(t, func(o *account.Options) {
		o.Authorize = func(grant.Service, wire.Request, table.Ticks) (grant.Grant, error) {
			return given,
				nil
		}
	})
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	for _, key := range []string{"a1", "b1", "b2", "b3", "c1", "c9", "d1"} {
		expect(t, e, "POST", "/Orders", `{"PartitionKey":"`+key[:1]+`","RowKey":"`+key[1:]+`"}`, 201, ok)
	}
	given = grant.Grant{
		Services: "t", Levels: "o", Permissions: "ra", Resource: "orders",
		Keys: grant.Keys{
			From: &table.Key{PartitionKey: "b", RowKey: "2"}, To: &table.Key{PartitionKey: "c"}, Whole: true,
		},
	}
	for query, want := range map[string]string{
		"":                             "b2 b3 c1 c9",
		"?$filter=RowKey eq '1'":       "c1",
		"?$filter=PartitionKey lt 'c'": "b2 b3",
		"?$filter=PartitionKey eq 'd'": "",
	} {
		req := wire.Request{Method: "GET", URL: enginetest.Base + "/Orders()" +
			strings.ReplaceAll(query, " ", "%20")}
		req.Headers.Add("Accept", "application/json;odata=nometadata")
		response, tr := e.Do(req)
		var got []string
		for _, touch := range tr.Touched {
			if touch.Act == trace.Returned {
				got = append(got, touch.Key.PartitionKey+touch.Key.RowKey)
			}
		}
		if response.Status != 200 || strings.Join(got, " ") != want {
			t.Errorf("%s: status %d, got %q, want %q", query, response.Status, got, want)
		}
	}
	mayNot, tooFar := fault.AuthorizationPermissionMismatch, fault.AuthorizationFailure
	expect(t, e, "GET", "/Orders(PartitionKey='b',RowKey='2')", "", 200, ok)
	expect(t, e, "GET", "/Orders(PartitionKey='b',RowKey='1')", "", 403, tooFar)
	expect(t, e, "GET", "/Orders(PartitionKey='c',RowKey='none')", "", 404, fault.ResourceNotFound)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"c","RowKey":"zz"}`, 201, ok)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"d","RowKey":""}`, 403, tooFar)
	expect(t, e, "PUT", "/Orders(PartitionKey='b',RowKey='2')", `{}`, 403, mayNot)
	expect(t, e, "DELETE", "/Orders(PartitionKey='b',RowKey='2')", "", 403, mayNot)
	expect(t, e, "GET", "/Others()", "", 403, fault.AuthenticationFailed)
	expect(t, e, "GET", "/Tables", "", 403, fault.AuthorizationResourceTypeMismatch)
}
