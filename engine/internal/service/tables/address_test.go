package tables_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestAddresses sends requests to an account whose table Orders has the entity ('it”s', 'a b').
func TestAddresses(t *testing.T) {
	const (
		cloud     = "https://devstoreaccount1.table.core.windows.net"
		secondary = "https://devstoreaccount1-secondary.table.core.windows.net"
		emulated  = "http://127.0.0.1:10002/devstoreaccount1-secondary"
		entity    = `{"PartitionKey":"p","RowKey":"r"}`
	)
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	expect(t, e, "GET", "/Tables/?$top=1", "", 200, ok)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"it's","RowKey":"a b"}`, 201, ok)
	for _, c := range []struct {
		method, url, body string
		status            int
		code              fault.Code
	}{
		{"GET", "/Orders(PartitionKey='it''s',RowKey='a b')", "", 200, ok},
		{"GET", "/Orders( RowKey = 'a%20b' , PartitionKey = 'it%27%27s' )", "", 200, ok},
		{"GET", "/ORDERS%28PartitionKey='it''s',RowKey='a%20b'%29", "", 200, ok},
		{"GET", "/Orders(PartitionKey='it''s',RowKey='a+b')", "", 404, fault.ResourceNotFound},
		{"GET", "/Orders(PartitionKey='it's',RowKey='a b')", "", 400, fault.InvalidInput},
		{"GET", "/Orders(PartitionKey='it''s',RowKey='a b',)", "", 400, fault.InvalidInput},
		{"GET", "/Orders(PartitionKey='it''s',PartitionKey='it''s')", "", 400, fault.InvalidInput},
		{"GET", "/Orders('it''s')", "", 400, fault.InvalidInput},
		{"GET", "/Orders(PartitionKey=p,RowKey='a b')", "", 400, fault.InvalidInput},
		{"GET", "/Orders(PartitionKey='it''s',RowKey='a b',RowKey='a b')", "", 400, fault.InvalidInput},
		{"GET", "/Orders(PartitionKey='it''s',RowKey='a b',Row='c')", "", 400, fault.InvalidInput},
		{"GET", "/Orders/", "", 400, fault.InvalidInput},
		{"GET", "/a/Orders(PartitionKey='it''s',RowKey='a b')", "", 400, fault.InvalidInput},
		{"GET", "/Orders(PartitionKey='it''s',RowKey='a b')/Open", "", 400, fault.InvalidInput},
		{"GET", "/()", "", 400, fault.InvalidInput},
		{"GET", "/(PartitionKey='p',RowKey='r')", "", 400, fault.InvalidInput},
		{"GET", "/Orders()?%24filter=PartitionKey+eq+%27it%27%27s%27", "", 200, ok},
		{"GET", "/TABLES", "", 200, ok},
		{"GET", "/tables('orders')", "", 200, ok},
		{"GET", "/Table%C5%BF", "", 404, fault.TableNotFound}, // ſ is an s to Unicode

		{"PUT", "/Orders(PartitionKey='%FF',RowKey='r')", `{}`, 400, fault.InvalidURI},
		{"GET", "/Orders()?$filter=PartitionKey+eq+'%FF'", "", 400, fault.InvalidURI},
		{"GET", "/Orders()?$filter=%zz", "", 400, fault.InvalidURI},
		{"PUT", "/Orders(PartitionKey='a%2Fb',RowKey='r')", `{}`, 400, fault.InvalidInput},
		{"PUT", "/Orders(PartitionKey='a%5Cb',RowKey='r')", `{}`, 400, fault.InvalidInput},
		{"PUT", "/Orders(PartitionKey='a%3Fb',RowKey='r')", `{}`, 400, fault.OutOfRangeInput},
		{"PUT", "/Orders(PartitionKey='a%C2%85b',RowKey='r')", `{}`, 400, fault.OutOfRangeInput},

		{"GET", cloud + "/Orders()", "", 200, ok},
		{"GET", "https://DevStoreAccount1.table.core.windows.net/Orders()", "", 200, ok},
		{"GET", "https://contoso.table.core.windows.net/Orders()", "", 400, fault.InvalidURI},
		{"GET", "http://127.0.0.1:10002/contoso/Orders()", "", 400, fault.InvalidURI},

		{"GET", secondary + "/Orders()", "", 200, ok},
		{"GET", emulated + "/Orders(PartitionKey='it''s',RowKey='a b')", "", 200, ok},
		{"POST", secondary + "/Orders", entity, 403, fault.InsufficientAccountPermissions},
		{"PUT", emulated + "/Orders(PartitionKey='p',RowKey='r')", `{}`, 403,
			fault.InsufficientAccountPermissions},
		{"DELETE", emulated + "/Orders(PartitionKey='it''s',RowKey='a b')", "", 403,
			fault.InsufficientAccountPermissions},
		{"POST", emulated + "/Tables", `{"TableName":"Bills"}`, 403, fault.InsufficientAccountPermissions},
		{"DELETE", emulated + "/Tables('Orders')", "", 403, fault.InsufficientAccountPermissions},

		{"OPTIONS", "/Orders", "", 400, fault.InvalidHeaderValue},
		{"PUT", "/Orders", `{}`, 405, fault.MethodNotAllowed},
		{"GET", "/Orders(PartitionKey='p',RowKey='r')", "", 404, fault.ResourceNotFound},
	} {
		expect(t, e, c.method, c.url, c.body, c.status, c.code)
	}
}

// The secondary endpoint is read-only for transactions too. A query in a batch is fine.
func TestTransactionOnSecondary(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	const url = "https://devstoreaccount1-secondary.table.core.windows.net/$batch"
	for _, c := range []struct{ body, want string }{
		{"--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: application/http\n\n" +
			"PUT https://devstoreaccount1.table.core.windows.net/Orders(PartitionKey='p',RowKey='r') " +
			"HTTP/1.1\n" +
			"Content-Type: application/json\n\n{}\n--c--\n--b--\n",
			fault.InsufficientAccountPermissions.Name},
		{"--b\nContent-Type: application/http\n\nGET /Orders() HTTP/1.1\nAccept: " +
			"application/json\n\n\n--b--\n", ""},
	} {
		req := wire.Request{Method: "POST", URL: url, Body: []byte(c.body)}
		req.Headers.Add("Content-Type", "multipart/mixed; boundary=b")
		response, _ := e.Do(req)
		if got, _ := errorbody.Read(firstPart(t, response).Body); response.Status != 202 || got != c.want {
			t.Errorf("got %d %q, want 202 %q: %s", response.Status, got, c.want, response.Body)
		}
	}
}
