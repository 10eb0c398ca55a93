package endpoint_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// TestOthersSuites: what the suites of other emulators ask for and the service answers otherwise, as decision
// 29 lists it. Each of these answers is the service's own.
func TestOthersSuites(t *testing.T) {
	c := client{t, open(t, "", endpoint.Options{Unsigned: true})}
	c.does(engine.Tables, "POST /Tables", `{"TableName":"Orders"}`)
	c.does(engine.Tables, "POST /Orders", `{"PartitionKey":"p","RowKey":"0","T":true}`)
	entity := func(rest string) string { return `{"PartitionKey":"p","RowKey":"1",` + rest + `}` }
	batch := func(kind, accept string) string {
		return "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n" +
			"--c\r\nContent-Type: application/http\r\n\r\n" +
			"POST /devstoreaccount1/Orders HTTP/1.1\r\nContent-Type: " + kind + "\r\nAccept: " + accept + "\r\n\r\n" +
			`{"PartitionKey":"p","RowKey":"` + kind + accept + `"}` + "\r\n--c--\r\n--b--\r\n"
	}
	const mixed, weak = "multipart/mixed; boundary=b", `W/"datetime'2026-01-05T09%3A00%3A00Z'"`
	for _, test := range []struct {
		of            engine.Service
		request, body string
		headers       []string
		status        int
		says          string // in the body or the headers
	}{
		// Formats that the service has given up, in a batch of an old client.
		{engine.Tables, "POST /$batch", batch("application/atom+xml", "application/json"),
			[]string{"Content-Type", mixed}, 202, "HTTP/1.1 415"},
		{engine.Tables, "POST /$batch", batch("application/json", "application/atom+xml,application/xml"),
			[]string{"Content-Type", mixed}, 202, "HTTP/1.1 415"},
		// Values that it can't store.
		{engine.Tables, "POST /Orders", entity(`"D":"wrong","D@odata.type":"Edm.DateTime"`), nil, 400,
			"InvalidInput"},
		{engine.Tables, "POST /Orders", entity(`"D":1e400`), nil, 400, "InvalidInput"},
		{engine.Tables, "GET /Orders()?$filter=T%20eq%20True", "", nil, 200, `"RowKey":"0"`},
		// ETags: each entity's is weak.
		{engine.Tables, "PUT /Orders(PartitionKey='p',RowKey='0')", "{}", []string{"If-Match", weak}, 412,
			"UpdateConditionNotSatisfied"},
		{engine.Tables, "PUT /Orders(PartitionKey='p',RowKey='0')", "{}", []string{"If-Match", weak[2:]}, 400,
			"InvalidInput"},
		// The version that was sent comes back, and the oldest with JSON if none was.
		{engine.Tables, "GET /Tables", "", []string{"x-ms-version", "2026-06-06"}, 200, "[2026-06-06]"},
		{engine.Tables, "GET /Tables", "", nil, 200, "X-Ms-Version:[2019-02-02]"},
		// A preflight without the headers that make it one.
		{engine.Queues, "OPTIONS /", "", nil, 400, "InvalidHeaderValue"},
		// The secondary only reads.
		{engine.Queues, "PUT -secondary/jobs", "", nil, 403, "InsufficientAccountPermissions"},
		{engine.Queues, "GET -secondary/?restype=service&comp=stats", "", nil, 200, "<Status>live</Status>"},
		// A block needs a byte, though emulators take an empty one.
		{engine.Blobs, "PUT /docs?restype=container", "", nil, 201, ""},
		{engine.Blobs, "PUT /docs/a?comp=block&blockid=QQ==", "", nil, 400, "InvalidHeaderValue"},
	} {
		got := c.send(test.of, test.request, test.body, test.headers...)
		if got.status != test.status || !strings.Contains(got.body+fmt.Sprint(got.headers), test.says) {
			t.Errorf("%s %q: got %d %s %v, want %d with %s", test.request, test.headers, got.status, got.body,
				got.headers, test.status, test.says)
		}
		if got.headers.Get("Keep-Alive") != "" {
			t.Errorf("%s: the service has no Keep-Alive header", test.request)
		}
	}
}

// TestUnknownAccount: an account that isn't there isn't another one.
func TestUnknownAccount(t *testing.T) {
	e := open(t, "", endpoint.Options{})
	c := client{t, e}
	for _, s := range endpoint.Services() {
		got := c.sendTo(endpoint.Account{Name: "fabrikam"}, s.Letter, "GET /?comp=list", "")
		if got.status != http.StatusForbidden {
			t.Errorf("%s: got %d %s", s.Noun, got.status, got.body)
		}
	}
	_ = e.Close(context.Background())
}

// TestVary: what rules say decides, not what is asked.
func TestVary(t *testing.T) {
	c := client{t, open(t, "", endpoint.Options{Unsigned: true})}
	rule := func(origin string) string { return strings.Replace(rules, "https://app.example", origin, 1) }
	for _, test := range []struct{ rule, origin, allowed, vary string }{
		{"", "https://a.example", "", ""},
		{"", "", "", ""},
		{"*", "https://a.example", "*", ""},
		{"*", "", "*", ""},
		{"https://a.example", "https://a.example", "https://a.example", "Origin"},
		{"https://a.example", "https://b.example", "", "Origin"},
		{"https://a.example", "", "", "Origin"},
	} {
		if test.rule != "" {
			c.does(engine.Queues, "PUT /?restype=service&comp=properties", rule(test.rule))
		}
		var headers []string
		if test.origin != "" {
			headers = []string{"Origin", test.origin}
		}
		got := c.does(engine.Queues, "GET /?comp=list", "", headers...).headers
		if got.Get("Access-Control-Allow-Origin") != test.allowed || got.Get("Vary") != test.vary {
			t.Errorf("rule %q, origin %q: got %q, Vary %q", test.rule, test.origin,
				got.Get("Access-Control-Allow-Origin"), got.Get("Vary"))
		}
	}
}
