package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// TestHosts: only names of this machine, of accounts and those that were allowed lead here.
func TestHosts(t *testing.T) {
	e := open(t, "contoso", endpoint.Options{Unsigned: true, Hosts: []string{"Rowkey", "dev.example"}})
	target := e.URL(engine.Queues, endpoint.Account{Name: "contoso"}) + "?comp=list"
	for host, want := range map[string]int{
		"127.0.0.1:10002": 200, "127.1.2.3": 200, "[::1]:10001": 200, "[::1]": 200, "localhost": 200,
		"LOCALHOST:1": 200, "localhost.": 200, "contoso.queue.localhost:10001": 200, "any.localhost": 200,
		"rowkey:10001": 200, "ROWKEY": 200, "contoso.queue.dev.example": 200, "dev.example": 200,
		"contoso.queue.core.windows.net": 200, "contoso-secondary.queue.core.windows.net": 200,
		"rebind.test": 421, "contoso.rebind.test": 421, "contoso.queue.core.windows.net.rebind.test": 421,
		"fabrikam.queue.core.windows.net": 421, "contoso.core.windows.net": 421,
		"localhost.rebind.test": 421,
		"127.0.0.1.rebind.test": 421, "192.168.1.9:10001": 421, "[2001:db8::1]:10001": 421, "notdev.example": 421,
		"[::ffff:127.0.0.1]": 200, "azurite:10001": 200, "host.docker.internal:10001": 200,
		"gateway.internal.":                200,
		"host.docker.internal.rebind.test": 421, "rebind-internal.test": 421, "azurite.local": 421,
	} {
		r, err := http.NewRequest("GET", target, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if refused := answer.StatusCode == 421; refused != (want == 421) {
			t.Errorf("%s: got %d, want %d", host, answer.StatusCode, want)
		}
	}
	any := open(t, "", endpoint.Options{Unsigned: true, Hosts: []string{"*"}})
	target = any.URL(engine.Queues, endpoint.Account{Name: "devstoreaccount1"}) + "?comp=list"
	r, err := http.NewRequest("GET", target, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "rebind.test"
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != 200 {
		t.Errorf("with any host: got %d", answer.StatusCode)
	}
}

// TestOrigins: a page changes something only if a rule admits its origin, or it's one of the server's own.
func TestOrigins(t *testing.T) {
	const own, app, other = "http://127.0.0.1:8080", "https://app.example", "https://other.example"
	c := client{t, open(t, "", endpoint.Options{Unsigned: true, Origins: []string{own}})}
	c.fill()
	getters := strings.ReplaceAll(rules, "<AllowedMethods>GET<", "<AllowedMethods>GET,POST<")
	c.does(engine.Queues, "PUT /?restype=service&comp=properties", getters)
	here := strings.TrimSuffix(c.e.URL(engine.Queues, endpoint.Account{}), "/")
	for _, test := range []struct {
		of              engine.Service
		request, header string
		value           string
		want            int
	}{
		{engine.Queues, "POST /jobs/messages", "Origin", own, 201},
		{engine.Queues, "POST /jobs/messages", "Origin", app, 201},
		{engine.Queues, "POST /jobs/messages", "Origin", here, 201},
		{engine.Queues, "POST /jobs/messages", "Origin", other, 403},
		{engine.Queues, "POST /jobs/messages", "Origin", "null", 403},
		{engine.Queues, "POST /jobs/messages", "Sec-Fetch-Site", "cross-site", 403},
		{engine.Queues, "POST /jobs/messages", "Sec-Fetch-Site", "same-origin", 201},
		{engine.Queues, "DELETE /jobs/messages", "Origin", app, 403},
		{engine.Queues, "GET /jobs/messages", "Sec-Fetch-Site", "cross-site", 403},
		{engine.Queues, "GET /jobs/messages", "Sec-Fetch-Site", "none", 200},
		{engine.Queues, "GET /jobs/messages?peekonly=true", "Origin", other, 200},
		{engine.Queues, "PUT /?restype=service&comp=properties", "Origin", other, 403},
		{engine.Blobs, "DELETE /docs/a/b", "Origin", app, 403},
		{engine.Tables, "POST /Tables", "Origin", other, 403},
	} {
		if got := c.send(test.of, test.request, message, test.header, test.value); got.status != test.want {
			t.Errorf("%s with %s %s: got %d, want %d",
				test.request, test.header, test.value, got.status, test.want)
		}
	}
}
