package engine_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/enginetest"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestOptions(t *testing.T) {
	const one = "/Orders(PartitionKey='p',RowKey='r')"
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, "")
	expect(t, e, "POST", "/Orders?$format=application/json", `{"PartitionKey":"p","RowKey":"r"}`, 201, "")
	for _, c := range []struct {
		method, path, body string
		status             int
		code               fault.Code
	}{
		{"GET", "/Orders()?$filter=A+eq+1&$select=A&$top=5&$format=application/json&_=1&sv=x&timeout=30", "", 200, ""},
		{"GET", "/Orders()?timeout=0", "", 400, fault.InvalidQueryParameterValue},
		{"GET", "/Orders()?timeout=soon", "", 400, fault.InvalidQueryParameterValue},
		{"GET", "/Orders()?$top=1&$top=1", "", 400, fault.InvalidInput},
		{"GET", "/Orders()?$Top=1", "", 501, fault.NotImplemented},
		{"GET", "/Orders()?$orderby=RowKey", "", 501, fault.NotImplemented},
		{"GET", "/Orders()?$skip=1", "", 501, fault.NotImplemented},
		{"GET", one + "?$select=A", "", 200, ""},
		{"GET", one + "?$filter=A+eq+1", "", 400, fault.InvalidInput},
		{"GET", one + "?$top=1", "", 400, fault.InvalidInput},
		{"GET", one + "?$expand=A", "", 501, fault.NotImplemented},
		{"GET", "/Tables?$filter=TableName+eq+'Orders'&$top=1", "", 200, ""},
		{"GET", "/Tables('Orders')?$filter=TableName+eq+'Orders'", "", 400, fault.InvalidInput},
		{"PUT", one + "?$filter=A+eq+1", `{}`, 400, fault.InvalidInput},
		{"POST", "/Orders?$select=A", `{"PartitionKey":"p","RowKey":"s"}`, 400, fault.InvalidInput},
		{"DELETE", one + "?$orderby=RowKey", "", 501, fault.NotImplemented},
		{"DELETE", "/Tables('Orders')?$top=1", "", 400, fault.InvalidInput},
		{"POST", "/Tables?$filter=A", `{"TableName":"Bills"}`, 400, fault.InvalidInput},
		{"POST", "/$batch?$filter=A", `{}`, 400, fault.InvalidInput},
	} {
		expect(t, e, c.method, c.path, c.body, c.status, c.code)
	}
}

// A client's own identifier is echoed if it is one, and a version if it is a date.
func TestEchoes(t *testing.T) {
	e := enginetest.New(t, nil)
	for _, c := range []struct{ id, want string }{
		{"0a-b c~!", "0a-b c~!"},
		{strings.Repeat("i", 1024), strings.Repeat("i", 1024)},
		{strings.Repeat("i", 1025), ""},
		{"a\tb", ""},
		{"é", ""},
	} {
		r, _ := e.Do(wire.Request{Method: "GET", URL: enginetest.Base + "/Tables", Headers: wire.Headers{
			{Name: "Accept", Value: "application/json"},
			{Name: "x-ms-client-request-id", Value: c.id},
			{Name: "x-ms-version", Value: "2020-12-06"},
		}})
		if got := r.Headers.Get("x-ms-client-request-id"); got != c.want {
			t.Errorf("%.20q: got %.20q, want %.20q", c.id, got, c.want)
		}
		if got := r.Headers.Get("x-ms-version"); got != "2020-12-06" {
			t.Errorf("the version is %q", got)
		}
	}
}

// Faults are told at the level that the client asked for, however early they are found.
func TestLevelOfFaults(t *testing.T) {
	e := enginetest.New(t, nil)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/None()", 404},
		{"GET", "/None(PartitionKey='p')", 400},
		{"GET", "/None(PartitionKey='%23',RowKey='r')", 400},
		{"PUT", "/None", 405},
		{"GET", "/None?comp=acl", 501},
		{"GET", "/None?timeout=x", 400},
		{"GET", "/None?$skip=1", 501},
	} {
		for _, headers := range []wire.Headers{
			{{Name: "Accept", Value: "application/json;odata=nometadata"}},
			{{Name: "Accept", Value: "text/plain, application/json; odata=NoMetadata"}},
		} {
			r, _ := e.Do(wire.Request{Method: c.method, URL: enginetest.Base + c.path, Headers: headers})
			const want = "application/json;odata=nometadata;streaming=true;charset=utf-8"
			if got := r.Headers.Get("Content-Type"); r.Status != c.status || got != want {
				t.Errorf("%s %s: got %d in %s, want %d in %s", c.method, c.path, r.Status, got, c.status, want)
			}
		}
	}
}
