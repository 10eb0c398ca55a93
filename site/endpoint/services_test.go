package endpoint_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/endpoint"
)

// client sends requests to the development account.
type client struct {
	t *testing.T
	e *endpoint.Endpoint
}

type answer struct {
	status  int
	headers http.Header
	body    string
}

// send sends a request whose target follows the account, with headers in pairs.
func (c client) send(of engine.Service, request, body string, headers ...string) answer {
	c.t.Helper()
	return c.sendTo(endpoint.Account{Name: auth.DevelopmentAccount}, of, request, body, headers...)
}

// sendTo is send for another account.
func (c client) sendTo(
	to endpoint.Account, of engine.Service, request, body string, headers ...string,
) answer {
	c.t.Helper()
	method, target, _ := strings.Cut(request, " ")
	url := c.e.URL(of, to) + target
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer{got.StatusCode, got.Header, string(text)}
}

// does sends a request that must succeed.
func (c client) does(of engine.Service, request, body string, headers ...string) answer {
	c.t.Helper()
	got := c.send(of, request, body, headers...)
	if got.status >= 300 {
		c.t.Fatalf("%s: got %d\n%s", request, got.status, got.body)
	}
	return got
}

const (
	message = "<QueueMessage><MessageText>one</MessageText></QueueMessage>"
	rules   = "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>https://app.example</AllowedOrigins>" +
		"<AllowedMethods>GET</AllowedMethods><MaxAgeInSeconds>5</MaxAgeInSeconds>" +
		"<AllowedHeaders>accept</AllowedHeaders><ExposedHeaders>*</ExposedHeaders></CorsRule></Cors>" +
		"</StorageServiceProperties>"
)

// fill puts something into each service.
func (c client) fill() {
	c.t.Helper()
	c.does(engine.Tables, "POST /Tables", `{"TableName":"Orders"}`)
	c.does(engine.Tables, "POST /Orders", `{"PartitionKey":"p","RowKey":"1"}`)
	c.does(engine.Queues, "PUT /jobs", "")
	c.does(engine.Queues, "POST /jobs/messages", message)
	c.does(engine.Blobs, "PUT /docs?restype=container", "")
	c.does(engine.Blobs, "PUT /docs/a/b", "text", "x-ms-blob-type", "BlockBlob")
}

// TestAdmission: requests with neither signature nor token are refused unless the endpoint is unsigned.
func TestAdmission(t *testing.T) {
	signed := client{t, open(t, "", endpoint.Options{})}
	both := client{t, open(t, "", endpoint.Options{Unsigned: true})}
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	token, err := auth.Credential{Account: auth.DevelopmentAccount, Key: key}.Token([]wire.Param{
		{Name: "ss", Value: "bqt"}, {Name: "srt", Value: "s"}, {Name: "sp", Value: "l"},
		{Name: "se", Value: "2999-01-01"},
	})
	if err != nil {
		t.Fatal(err)
	}
	lists := map[engine.Service]string{
		engine.Tables: "/Tables?", engine.Queues: "/?comp=list&", engine.Blobs: "/?comp=list&",
	}
	for of, list := range lists {
		for _, test := range []struct {
			to    client
			query string
			want  int
		}{
			{signed, "", 403},
			{signed, token, 200},
			{signed, strings.Replace(token, "sig=", "sig=A", 1), 403},
			{both, "", 200},
			{both, token, 200},
			{both, strings.Replace(token, "sig=", "sig=A", 1), 403},
		} {
			if got := test.to.send(of, "GET "+list+test.query, ""); got.status != test.want {
				t.Errorf("%c with %q: got %d, want %d\n%s", of, test.query, got.status, test.want, got.body)
			}
		}
	}
}

// TestServicesInFolder: the three services of an account are stored together, with its settings.
func TestServicesInFolder(t *testing.T) {
	folder := t.TempDir()
	serve := func() client {
		return client{t, open(t, "", endpoint.Options{Unsigned: true, Folder: folder})}
	}
	c := serve()
	c.fill()
	c.does(engine.Blobs, "PUT /?restype=service&comp=properties", rules)
	if err := c.e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	c = serve()
	const want = "1 table with 1 entity, 1 message, 1 blob"
	got := c.e.Summary(endpoint.Account{Name: auth.DevelopmentAccount})
	if got != "stored in "+folder+": "+want {
		t.Errorf("it is %s, want %s", got, want)
	}
	for request, want := range map[string]string{
		"GET /jobs/messages":                        "<MessageText>one</MessageText>",
		"GET /docs/a/b":                             "text",
		"GET /?restype=service&comp=properties":     "https://app.example",
		"GET /Orders(PartitionKey='p',RowKey='1')?": `"RowKey":"1"`,
	} {
		of := map[bool]engine.Service{true: engine.Queues, false: engine.Blobs}[strings.Contains(request, "jobs")]
		if strings.Contains(request, "Orders") {
			of = engine.Tables
		}
		if got := c.does(of, request, ""); !strings.Contains(got.body, want) {
			t.Errorf("%s: got %s", request, got.body)
		}
	}
}

// TestRules: a page may call if a CORS rule of the service or the endpoint allows its origin.
func TestRules(t *testing.T) {
	const own, app, other = "http://127.0.0.1:8080", "https://app.example", "https://other.example"
	c := client{t, open(t, "", endpoint.Options{Unsigned: true, Origins: []string{own}})}
	c.does(engine.Queues, "PUT /?restype=service&comp=properties", rules)
	for _, test := range []struct {
		of             engine.Service
		origin, method string
		want           int
	}{
		{engine.Queues, own, "PUT", 200},
		{engine.Queues, app, "GET", 200},
		{engine.Queues, app, "PUT", 403},
		{engine.Queues, other, "GET", 403},
		{engine.Blobs, own, "PUT", 200},
		{engine.Blobs, app, "GET", 403},
		{engine.Tables, app, "GET", 403},
	} {
		got := c.send(test.of, "OPTIONS /any", "", "Origin", test.origin,
			"Access-Control-Request-Method", test.method, "Access-Control-Request-Headers", "accept")
		allowed := got.headers.Get("Access-Control-Allow-Origin") == test.origin
		if got.status != test.want || allowed != (test.want == 200) {
			t.Errorf("%c, %s by %s: got %d, want %d, %v",
				test.of, test.method, test.origin, got.status, test.want, got.headers)
		}
	}
	for origin, want := range map[string]string{own: own, app: app, other: ""} {
		got := c.does(engine.Queues, "GET /?comp=list", "", "Origin", origin).headers
		if allowed := got.Get("Access-Control-Allow-Origin"); allowed != want || got.Get("Vary") != "Origin" {
			t.Errorf("an answer to %s is for %q, and varies by %q", origin, allowed, got.Get("Vary"))
		}
	}
}

// TestServicesAreExplained: in the response to a client that asks, and in the log.
func TestServicesAreExplained(t *testing.T) {
	log := endpoint.NewLog()
	c := client{t, open(t, "", endpoint.Options{Unsigned: true, Log: log})}
	stream := httptest.NewServer(log)
	defer stream.Close()
	defer stream.CloseClientConnections()
	c.fill()
	got := c.does(engine.Queues, "GET /jobs/messages", "", "x-rowkey-explain", "1").headers
	if plan, cost := got.Get("x-rowkey-plan"), got.Get("x-rowkey-cost"); plan != "operation=GetMessages" ||
		!strings.Contains(cost, "transactions=1") {
		t.Errorf("got %q, %q", plan, cost)
	}
	c.send(engine.Blobs, "GET /docs/none", "")
	_, entries := watched{t, "", stream}.follow("")()
	var lines []string
	for _, e := range entries {
		line := e.Service + " " + e.URL + " " + e.Error
		if e.Kind != "" || e.Transactions != 1 {
			t.Errorf("%s: kind %q, %d transactions", line, e.Kind, e.Transactions)
		}
		lines = append(lines, line)
	}
	const want = `tables /devstoreaccount1/Tables 
tables /devstoreaccount1/Orders 
queues /devstoreaccount1/jobs 
queues /devstoreaccount1/jobs/messages 
blobs /devstoreaccount1/docs?restype=container 
blobs /devstoreaccount1/docs/a/b 
queues /devstoreaccount1/jobs/messages 
blobs /devstoreaccount1/docs/none BlobNotFound`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	label, detail := string(entries[6].Label), string(entries[6].Detail)
	if !strings.Contains(label, "Get messages") ||
		!strings.Contains(detail, "# @expect status == 200") {
		t.Errorf("label %s, detail %s", label, detail)
	}
}

func TestConnection(t *testing.T) {
	for accounts, key := range map[string]string{"": auth.DevelopmentKey, "devstoreaccount1:b25l": "…"} {
		e := open(t, accounts, endpoint.Options{})
		parsed, err := endpoint.ParseAccounts(accounts)
		if err != nil {
			t.Fatal(err)
		}
		a := parsed[0]
		want := "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=" + key +
			";TableEndpoint=" + e.URL(engine.Tables, a) + ";QueueEndpoint=" + e.URL(engine.Queues, a) +
			";BlobEndpoint=" + e.URL(engine.Blobs, a) + ";"
		if got := e.Connection(a); got != want || e.IsDevelopment(a) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
