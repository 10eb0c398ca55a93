package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestOrderOfChecks sends requests with several faults. Those of the request come before those of stored
// data, and those of a table before those of its entities.
func TestOrderOfChecks(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"r"}`, 201, ok)
	const here, gone, nowhere = "/Orders(PartitionKey='p',RowKey='r')",
		"/Orders(PartitionKey='p',RowKey='x')", "/None(PartitionKey='p',RowKey='r')"
	long := "/Orders(PartitionKey='p',RowKey='" + strings.Repeat("k", 513) + "')"
	large := `{"A":"` + strings.Repeat("x", 32769) + `"}`
	many := `{"P":1`
	for n := range 252 {
		many += fmt.Sprintf(`,"P%d":1`, n)
	}
	many += "}"
	const stale = `W/"x"`
	for _, c := range []struct {
		method, path string
		ifMatch      []string
		body         string
		code         fault.Code
	}{
		{"PUT", nowhere, []string{"*"}, large, fault.TableNotFound},
		{"PUT", nowhere, []string{"x"}, large, fault.InvalidInput},
		{"PUT", nowhere, []string{"*"}, `{`, fault.InvalidInput},
		{"PUT", gone, []string{"*"}, large, fault.PropertyValueTooLarge},
		{"PATCH", gone, []string{"*"}, many, fault.TooManyProperties},
		{"PUT", here, []string{stale}, large, fault.PropertyValueTooLarge},
		{"PATCH", here, []string{stale}, many, fault.TooManyProperties},
		{"PATCH", long, []string{"*"}, `{}`, fault.PropertyValueTooLarge},
		{"PUT", gone, []string{stale}, `{}`, fault.ResourceNotFound},
		{"DELETE", gone, []string{stale}, "", fault.ResourceNotFound},
		{"DELETE", long, []string{"*"}, "", fault.ResourceNotFound},
		{"DELETE", nowhere, []string{stale}, "", fault.TableNotFound},
		{"DELETE", nowhere, nil, "", fault.InvalidInput},

		{"PUT", here, []string{stale}, `{}`, fault.UpdateConditionNotSatisfied},
		{"PUT", here, []string{`W/""`}, `{}`, fault.UpdateConditionNotSatisfied},
		{"PUT", here, []string{`w/"wrong"`}, `{}`, fault.UpdateConditionNotSatisfied},
		{"PUT", here, []string{`""`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`"wrong"`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`wW/"x"`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{""}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`W/"x", W/"y"`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`*, W/"y"`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`W/"x`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{"*", stale}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{"*"}, `{}`, ok},
	} {
		req := wire.Request{Method: c.method, URL: enginetest.Base + c.path, Body: []byte(c.body)}
		req.Headers.Add("Content-Type", "application/json")
		for _, tag := range c.ifMatch {
			req.Headers.Add("If-Match", tag)
		}
		response, _ := e.Do(req)
		if got, _ := errorbody.Read(response.Body); got != c.code.Name {
			t.Errorf("%s %.40s if %q: got %d %q, want %q", c.method, c.path, c.ifMatch, response.Status,
				got, c.code)
		}
	}
}

// TestWhatIsIgnored: reads and inserts ignore conditions. An insert ignores a Timestamp in its body, and
// OData annotations that aren't types.
func TestWhatIsIgnored(t *testing.T) {
	const one = "/Orders(PartitionKey='p',RowKey='r')"
	e := populated(t)
	get, _ := e.Do(sent("GET " + one))
	for _, headers := range []string{
		"If-Match: W/\"wrong\"", "If-Match: MalformedETag", "If-None-Match: *",
		"If-None-Match: " + get.Headers.Get("ETag"),
		"Prefer: return-no-content", "If-Modified-Since: Mon, 05 Jan 2026 09:00:00 GMT",
		"Content-Type: text/plain",
	} {
		got, _ := e.Do(sent("GET " + one + "\n" + headers))
		if got.Status != 200 || string(got.Body) != string(get.Body) ||
			got.Headers.Has("Preference-Applied") {
			t.Errorf("%s: got %d %s", headers, got.Status, got.Body)
		}
	}
	got, _ := e.Do(sent("POST /Orders\nIf-Match: W/\"wrong\"\nIf-None-Match: *\n\n" +
		`{"odata.type":"a.Orders","odata.etag":"x","Timestamp":"0001-01-01T00:00:00Z",` +
		`"Timestamp@odata.type":"Edm.DateTime",` +
		`"PartitionKey@odata.type":"Edm.String","PartitionKey":"p","RowKey":"s","N":null,"B":false,"A":0}`))
	const want = `{"PartitionKey":"p","RowKey":"s","Timestamp":"2026-01-05T09:00:00.1604928Z","B":false,"A":0}`
	if got.Status != 201 || string(got.Body) != want {
		t.Errorf("got %d %s, want 201 %s", got.Status, got.Body, want)
	}
}

// TestPrefer has the status and the Preference-Applied for operations and preferences.
func TestPrefer(t *testing.T) {
	const one = "/Orders(PartitionKey='p',RowKey='r')"
	for _, c := range []struct {
		request, prefer string
		status          int
		applied         string
	}{
		{"POST /Tables\n\n{\"TableName\":\"Bills\"}", "", 201, ""},
		{"POST /Tables\n\n{\"TableName\":\"Bills\"}", "return-content", 201, "return-content"},
		{"POST /Tables\n\n{\"TableName\":\"Bills\"}", "return-no-content", 204, "return-no-content"},
		{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"s\"}", "", 201, ""},
		{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"s\"}", "return-content", 201,
			"return-content"},
		{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"s\"}", "return-no-content", 204,
			"return-no-content"},
		{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"s\"}", "respond-async", 201, ""},
		{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}", "return-content", 409,
			"return-content"},
		{"POST /None\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}", "return-content", 404, ""},
		{"PUT " + one + "\n\n{}", "return-content", 204, ""},
		{"PATCH " + one + "\n\n{}", "return-content", 204, ""},
		{"DELETE " + one + "\nIf-Match: *", "return-content", 204, ""},
	} {
		req := sent(c.request)
		if c.prefer != "" {
			req.Headers.Add("Prefer", c.prefer)
		}
		got, _ := populated(t).Do(req)
		if applied := got.Headers.Get("Preference-Applied"); got.Status != c.status || applied != c.applied {
			t.Errorf("%.60q, %s: got %d %q, want %d %q", c.request, c.prefer, got.Status, applied, c.status,
				c.applied)
		}
		if created := got.Status < 300 && strings.HasPrefix(c.request,
			"POST"); got.Headers.Has("Location") != created ||
			got.Headers.Has("DataServiceId") != (created && got.Status == 204) ||
			(len(got.Body) > 0) != (got.Status != 204) {
			t.Errorf("%.60q, %s: got %v and a body of %d bytes", c.request, c.prefer, got.Headers,
				len(got.Body))
		}
	}
}

// TestMergeAndReplace: a merge can change a property's type, and ignores nulls. A replace drops every
// property that it doesn't send. Every write makes a new ETag, even if no value changes.
func TestMergeAndReplace(t *testing.T) {
	const one = "/Orders(PartitionKey='p',RowKey='r')"
	e := populated(t)
	last := ""
	for _, c := range []struct{ request, want string }{
		{"PATCH " + one + `  {"B":"x","A":null}`, `"A":1,"B":"x"`},
		{"PATCH " + one + `  {"A":"text","A@odata.type":"Edm.String"}`, `"A":"text","B":"x"`},
		{"PATCH " + one + `  {}`, `"A":"text","B":"x"`},
		{"PATCH " + one + `  {"a":true}`, `"A":"text","B":"x","a":true`},
		{"PUT " + one + `  {"B":null,"C":2.0,"PartitionKey":5,"RowKey":"other","RowKey@odata.type":"Edm.Guid"}`,
			`"C":2.0`},
		{"PUT " + one + `  {"C":2.0}`, `"C":2.0`},
	} {
		wrote, _ := e.Do(sent(strings.Replace(c.request, "  ", "\n\n", 1)))
		got, _ := e.Do(sent("GET " + one))
		etag := got.Headers.Get("ETag")
		if _, properties, _ := strings.Cut(string(got.Body), `Z",`); wrote.Status != 204 ||
			properties != c.want+"}" {
			t.Errorf("%s: got %d, then %s, want %s", c.request, wrote.Status, got.Body, c.want)
		}
		if etag == last || etag != wrote.Headers.Get("ETag") {
			t.Errorf("%s: the ETag is %s after %s, and was %s", c.request, etag, wrote.Headers.Get("ETag"),
				last)
		}
		last = etag
	}
}
