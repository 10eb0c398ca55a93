package tables_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestOptions(t *testing.T) {
	const one = "/Orders(PartitionKey='p',RowKey='r')"
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	expect(t, e, "POST", "/Orders?$format=application/json", `{"PartitionKey":"p","RowKey":"r"}`, 201, ok)
	for _, c := range []struct {
		method, path, body string
		status             int
		code               fault.Code
	}{
		{"GET", "/Orders()?$filter=A+eq+1&$select=A&$top=5&$format=application/json&_=1&sv=x&timeout=30",
			"", 200, ok},
		{"GET", "/Orders()?$filter=&$select=&%24top=1", "", 200, ok},
		{"GET", "/Orders()?timeout=0", "", 400, fault.OutOfRangeQueryParameterValue},
		{"GET", "/Orders()?timeout=soon", "", 400, fault.InvalidQueryParameterValue},
		{"POST", "/Orders()?timeout=5", `{"PartitionKey":"p","RowKey":"t"}`, 201, ok},
		{"GET", "/Orders()?$top=1&$top=1", "", 400, fault.InvalidInput},
		{"GET", "/Orders()?$Top=1", "", 501, fault.NotImplemented},
		{"GET", "/Orders()?$orderby=RowKey", "", 501, fault.NotImplemented},
		{"GET", "/Orders()?$skip=1", "", 501, fault.NotImplemented},
		{"GET", one + "?$select=A", "", 200, ok},
		{"GET", one + "?$filter=A+eq+1", "", 400, fault.InvalidInput},
		{"GET", one + "?$top=1", "", 400, fault.InvalidInput},
		{"GET", one + "?$expand=A", "", 501, fault.NotImplemented},
		{"GET", "/Tables?$filter=TableName+eq+'Orders'&$top=1", "", 200, ok},
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

// An answer repeats the client's request ID if it's printable ASCII and not too long, and its version.
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

// Faults have the metadata level that the client asked for, at whatever stage they are raised.
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
				t.Errorf("%s %s: got %d in %s, want %d in %s", c.method, c.path, r.Status, got, c.status,
					want)
			}
		}
	}
}

// TestVersions has headers with versions, and the answers to requests with them.
func TestVersions(t *testing.T) {
	e := populated(t)
	const one, atom = "/Orders(PartitionKey='p',RowKey='r')", "Accept: application/atom+xml"
	for _, c := range []struct {
		request string
		status  int
		code    fault.Code
		version string // in the answer
	}{
		{"GET " + one, 200, ok, "2019-02-02"},
		{"GET " + one + "\nx-ms-version: ", 200, ok, "2019-02-02"},
		{"GET " + one + "\nx-ms-version: 2013-08-15", 200, ok, "2013-08-15"},
		{"GET " + one + "\nx-ms-version: 2026-06-06", 200, ok, "2026-06-06"},
		{"GET " + one + "\nx-ms-version: 2031-11-30", 200, ok, "2031-11-30"},
		{"GET " + one + "\nx-ms-version: 2031-11-31", 400, fault.InvalidHeaderValue, "2019-02-02"},
		{"GET " + one + "\nx-ms-version: 2019-02-03", 400, fault.InvalidHeaderValue, "2019-02-02"},
		{"GET " + one + "\nx-ms-version: 2008-10-27", 400, fault.InvalidHeaderValue, "2019-02-02"},
		{"GET " + one + "\nx-ms-version: 02-02 2019", 400, fault.InvalidHeaderValue, "2019-02-02"},
		{"GET " + one + "\nx-ms-version: latest", 400, fault.InvalidHeaderValue, "2019-02-02"},
		{"GET " + one + "\nx-ms-version: 2012-02-12", 415, fault.JSONFormatNotSupported, "2012-02-12"},
		{"GET " + one + "\nx-ms-version: 2012-02-12\n" + atom, 415, fault.AtomFormatNotSupported,
			"2012-02-12"},
		{"PUT " + one + "\nx-ms-version: 2012-02-12\nAccept: none\n\n{}", 415, fault.JSONFormatNotSupported,
			"2012-02-12"},
		{"DELETE " + one + "x\nx-ms-version: 2012-02-12\nAccept: none", 400, fault.InvalidInput,
			"2012-02-12"},
		{"DELETE /Tables('None')\nx-ms-version: 2009-04-14\nAccept: none", 404, fault.ResourceNotFound,
			"2009-04-14"},

		{"GET " + one + "\nDataServiceVersion: 3.0", 200, ok, "2019-02-02"},
		{"GET " + one + "\nDataServiceVersion: 3.0;", 200, ok, "2019-02-02"},
		{"GET " + one + "\nDataServiceVersion: 3.0;NetFx", 200, ok, "2019-02-02"},
		{"GET " + one + "\nDataServiceVersion: 2.0", 415, fault.JSONFormatNotSupported, "2019-02-02"},
		{"GET " + one + "\nDataServiceVersion: 1.0;NetFx\nMaxDataServiceVersion: 3.0;NetFx", 200, ok,
			"2019-02-02"},
		{"GET " + one + "\nDataServiceVersion: 3.0\nMaxDataServiceVersion: 2.0", 415,
			fault.JSONFormatNotSupported, "2019-02-02"},
		{"GET " + one + "\nDataServiceVersion: 4.0", 400, fault.InvalidHeaderValue, "2019-02-02"},
		{"GET " + one + "\nMaxDataServiceVersion: three", 400, fault.InvalidHeaderValue, "2019-02-02"},
		{"DELETE /Tables('None')\nDataServiceVersion: 1.0\nAccept: none", 404, fault.ResourceNotFound,
			"2019-02-02"},
	} {
		response, _ := e.Do(sent(c.request))
		code, _ := errorbody.Read(response.Body)
		if response.Status != c.status || code != c.code.Name ||
			response.Headers.Get("x-ms-version") != c.version {
			t.Errorf("%s: got %d %s in version %s, want %d %s in %s", c.request,
				response.Status, code, response.Headers.Get("x-ms-version"), c.status, c.code, c.version)
		}
	}
}

// TestOrderOfStages sends requests with several faults. The first in this order is the answer: URL, method,
// headers, path, options, body, table, limits, entity, ETag.
func TestOrderOfStages(t *testing.T) {
	e := populated(t)
	const old, path, body = "x-ms-version: 2019-02-03", "/Orders(PartitionKey='p'", `{"A":`
	long := texts(1, 1<<15+1)
	for _, c := range []struct {
		request string
		code    fault.Code
	}{
		{"BREW http://127.0.0.1:10002/contoso" + path + "\n" + old, fault.InvalidURI},
		{"PUT " + path + "\n" + old + "\nX-HTTP-Method: PUT\n\n" + body, fault.XMethodNotUsingPost},
		{"PUT " + path + "\n" + old + "\nContent-Type: text/plain\n\n" + body, fault.InvalidHeaderValue},
		{"PUT " + path + "\nAccept: text/plain\nContent-Type: application/atom+xml\n\n" + body,
			fault.MediaTypeNotSupported},
		{"PUT " + path + "\nContent-Type: text/plain\n\n" + body, fault.MediaTypeNotSupported},
		{"PUT " + path + "?$top=x\n\n" + body, fault.InvalidInput},
		{"PUT /Orders?timeout=x\n\n" + body, fault.MethodNotAllowed},
		{"PUT /None(PartitionKey='p',RowKey='r')?timeout=x\nIf-Match: x\n\n" + body,
			fault.InvalidQueryParameterValue},
		{"PUT /None(PartitionKey='p',RowKey='r')?$skip=1\nIf-Match: x\n\n" + body, fault.NotImplemented},
		{"POST /None\n\n{\"PartitionKey\":\"a/b\",\"RowKey\":\"r\"}", fault.OutOfRangeInput},
		{"PUT /None(PartitionKey='p',RowKey='r')\nIf-Match: W/\"x\"\n\n" + long, fault.TableNotFound},
		{"PUT /Orders(PartitionKey='p',RowKey='x')\nIf-Match: W/\"x\"\n\n" + long, fault.PropertyValueTooLarge},
		{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\"," + long[1:], fault.PropertyValueTooLarge},
		{"PUT /Orders(PartitionKey='p',RowKey='x')\nIf-Match: W/\"x\"\n\n{}", fault.ResourceNotFound},
		{"PUT /Orders(PartitionKey='p',RowKey='r')\nIf-Match: W/\"x\"\n\n{}",
			fault.UpdateConditionNotSatisfied},
	} {
		response, _ := e.Do(sent(c.request))
		if code, _ := errorbody.Read(response.Body); code != c.code.Name {
			t.Errorf("%.120s: got %d %s, want %s", c.request, response.Status, code, c.code)
		}
	}
}

// TestMethods sends a merge in each way that clients have.
func TestMethods(t *testing.T) {
	const one = "/Orders(PartitionKey='p',RowKey='r')"
	for _, request := range []string{
		"MERGE " + one, "PATCH " + one, "POST " + one + "\nX-HTTP-Method: MERGE",
		"POST " + one + "\nx-http-method: PATCH",
	} {
		e := populated(t)
		for _, condition := range []string{"", "\nIf-Match: *"} {
			response, tr := e.Do(sent(request + condition + "\n\n{\"B\":2}"))
			want := "InsertOrMergeEntity"
			if condition != "" {
				want = "MergeEntity"
			}
			if response.Status != 204 || len(response.Body) > 0 || tr.Operation != want {
				t.Errorf("%s%s: got %d %s, %s", request, condition, response.Status, tr.Operation,
					response.Body)
			}
		}
		response, _ := e.Do(sent("GET " + one + "?$select=A,B"))
		if got, want := string(response.Body), `{"A":1,"B":2}`; got != want {
			t.Errorf("%s: got %s, want %s", request, got, want)
		}
	}
}

// TestFormat: $format replaces Accept for every operation.
func TestFormat(t *testing.T) {
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/Tables", ""},
		{"GET", "/Tables('Orders')", ""},
		{"POST", "/Tables", `{"TableName":"Bills"}`},
		{"GET", "/Orders()", ""},
		{"GET", "/Orders(PartitionKey='p',RowKey='r')", ""},
		{"POST", "/Orders", `{"PartitionKey":"p","RowKey":"s"}`},
		{"GET", "/None()", ""},
	} {
		for _, level := range []string{"nometadata", "minimalmetadata", "fullmetadata"} {
			for _, accept := range []string{"application/json", "application/atom+xml", "none"} {
				e := populated(t)
				response, _ := e.Do(sent(c.method + " " + c.path + "?$format=application/json;odata=" +
					level +
					"\nAccept: " + accept + "\n\n" + c.body))
				want := "application/json;odata=" + level + ";streaming=true;charset=utf-8"
				if got := response.Headers.Get("Content-Type"); got != want {
					t.Errorf("%s %s, Accept %s: got %d in %s, want %s", c.method, c.path, accept,
						response.Status, got, want)
				}
			}
		}
	}
}
