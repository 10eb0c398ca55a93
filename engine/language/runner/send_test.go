package runner_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestRequest(t *testing.T) {
	f := runnertest.Serving(nil)
	steps := runnertest.Run(t, f, "\ufeff"+strings.ReplaceAll(`@customer = customer-0042
@filter = PartitionKey eq '{{customer}}'

### Orders of one customer
// a comment
# another, and a directive of another tool
# @note slow
# @name openOrders
POST {{host}}/Orders()
  ?$filter={{filter}} and Name ge 'Ö"#%41%4'
  &$top=10 HTTP/1.1
# a comment between headers
Accept:application/json;odata=nometadata
  X-Note :
x-ms-client-request-id:   {{customer}}-7  
Content-Type: text/plain

{
  "a": {"b": "{{customer}}"},
  // stripped
    # stripped
  "url": "http://x"
}

`, "X-Note :", "X-Note:"))
	want := wire.Request{
		Method: "POST",
		URL: runnertest.Host + "/Orders()?$filter=PartitionKey%20eq%20%27customer-0042%27%20and%20Name%20ge%20" +
			"%27%C3%96%22%23%41%254%27&$top=10",
		Headers: wire.Headers{
			{Name: "Accept", Value: "application/json;odata=nometadata"},
			{Name: "X-Note", Value: ""},
			{Name: "x-ms-client-request-id", Value: "customer-0042-7"},
			{Name: "Content-Type", Value: "text/plain"},
			{Name: "DataServiceVersion", Value: "3.0"},
			{Name: "x-ms-version", Value: "2019-02-02"},
		},
		Body: []byte("{\n  \"a\": {\"b\": \"customer-0042\"},\n  \"url\": \"http://x\"\n}"),
	}
	if diff := cmp.Diff([]wire.Request{want}, f.Sent); diff != "" {
		t.Error(diff)
	}
	s := steps[0]
	got := []string{s.Name, s.Title, s.Method, s.Target, strconv.Itoa(s.Line)}
	wantStep := []string{
		"openOrders", "Orders of one customer", "POST",
		`/Orders()?$filter=PartitionKey eq 'customer-0042' and Name ge 'Ö"#%41%4'&$top=10`, "9",
	}
	if diff := cmp.Diff(wantStep, got); diff != "" {
		t.Error(diff)
	}
}

func TestDefaultHeaders(t *testing.T) {
	f := runnertest.Serving(nil)
	runnertest.Run(t, f,
		"GET {{host}}/Orders\n\n###\nPOST {{host}}/Orders\naccept: */*\nX-MS-Version: 2020-12-06\n\n{}\n")
	want := []wire.Headers{
		{
			{Name: "Accept", Value: "application/json;odata=minimalmetadata"},
			{Name: "DataServiceVersion", Value: "3.0"},
			{Name: "x-ms-version", Value: "2019-02-02"},
		},
		{
			{Name: "accept", Value: "*/*"},
			{Name: "X-MS-Version", Value: "2020-12-06"},
			{Name: "Content-Type", Value: "application/json"},
			{Name: "DataServiceVersion", Value: "3.0"},
		},
	}
	for i, w := range want {
		if diff := cmp.Diff(w, f.Sent[i].Headers); diff != "" {
			t.Errorf("request %d: %s", i, diff)
		}
	}
}

// TestLineEnds: what is sent doesn't depend on how the lines of the file end.
func TestLineEnds(t *testing.T) {
	const text = "@a = 1\n### T\n# @name n\nPOST {{host}}/T?x={{a}}\nX: y\n\n{\n}\n\n"
	var sent [2][]wire.Request
	for i, ends := range []string{"\n", "\r\n"} {
		f := runnertest.Serving(nil)
		runnertest.Run(t, f, strings.ReplaceAll(text, "\n", ends))
		sent[i] = f.Sent
	}
	if diff := cmp.Diff(sent[0], sent[1]); diff != "" {
		t.Error(diff)
	}
}

func TestMethods(t *testing.T) {
	f := runnertest.Serving(nil)
	runnertest.Run(t, f, strings.Join([]string{
		"GET {{host}}/a", "POST {{host}}/a", "PUT {{host}}/a", "PATCH {{host}}/a", "DELETE {{host}}/a",
		"MERGE {{host}}/a", "POST {{host}}/a\nX-HTTP-Method: MERGE", "GET http://127.0.0.1/x",
		"GET https://a.table.core.windows.net/x",
	}, "\n###\n"))
	var got []string
	for _, r := range f.Sent {
		got = append(got, strings.TrimSpace(r.Method+" "+r.URL+" "+r.Headers.Get("X-HTTP-Method")))
	}
	const a = runnertest.Host + "/a"
	want := []string{
		"GET " + a, "POST " + a, "PUT " + a, "PATCH " + a, "DELETE " + a, "MERGE " + a, "POST " + a + " MERGE",
		"GET http://127.0.0.1/x", "GET https://a.table.core.windows.net/x",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestHost: @host in the file takes precedence over the run's, unless somebody has chosen that.
func TestHost(t *testing.T) {
	f := runnertest.Serving(nil)
	s := runnertest.Parse(t, "a.http", "@host = http://127.0.0.1:9/x\nGET {{host}}/T")
	steps := runner.Run(s, 0, f, runner.Options{Host: runnertest.Host})
	if got := f.Sent[0].URL + " " + steps[0].Target; got != "http://127.0.0.1:9/x/T /T" {
		t.Errorf("got %s", got)
	}
	f = runnertest.Serving(nil)
	steps = runner.Run(s, 0, f, runner.Options{Host: runnertest.Host, Chosen: true})
	if got := f.Sent[0].URL + " " + steps[0].Target; got != runnertest.Host+"/T /T" {
		t.Errorf("chosen: got %s", got)
	}
	f = runnertest.Serving(nil)
	steps = runner.Run(runnertest.Parse(t, "a.http", "GET {{host}}/T"), 0, f,
		runner.Options{Host: runnertest.Host + "/"})
	if got := f.Sent[0].URL + " " + steps[0].Target; got != runnertest.Host+"/T /T" {
		t.Errorf("got %s", got)
	}
}
