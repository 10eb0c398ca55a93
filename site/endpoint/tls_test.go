package endpoint_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// TestTLS: with a certificate all ports speak https, and addresses in answers begin with that. A client that
// knows HTTP/2 gets HTTP/1.1.
func TestTLS(t *testing.T) {
	source := httptest.NewTLSServer(nil) // for its certificate, and a client that trusts it
	defer source.Close()
	certificate := tls.Config{Certificates: source.TLS.Certificates}
	e := open(t, "", endpoint.Options{Unsigned: true, TLS: &certificate})
	account := endpoint.Account{Name: "devstoreaccount1", Keys: []string{engine.DevelopmentKey}}
	newer := source.Client()
	newer.Transport.(*http.Transport).ForceAttemptHTTP2 = true
	for _, s := range endpoint.Services() {
		url := e.URL(s.Letter, account)
		if !strings.HasPrefix(url, "https://127.0.0.1:") {
			t.Fatalf("%s are at %s", s.Noun, url)
		}
		answer, err := newer.Get(url + "/?comp=list")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusBadRequest || answer.Proto != "HTTP/1.1" {
			t.Errorf("%s: got %d by %s", s.Noun, answer.StatusCode, answer.Proto)
		}
	}
	text := e.Connection(account)
	if !strings.HasPrefix(text, "DefaultEndpointsProtocol=https;") || strings.Contains(text, "http:") {
		t.Errorf("the connection string is %s", text)
	}
}

// TestFreeNames: what was deleted can be created again at once, if the server was started with -free-names.
func TestFreeNames(t *testing.T) {
	for free, want := range map[bool]int{false: 409, true: 201} {
		c := client{t, open(t, "", endpoint.Options{Unsigned: true, FreeNames: free})}
		for _, test := range []struct {
			of                     engine.Service
			create, body, deleteIt string
		}{
			{engine.Tables, "POST /Tables", `{"TableName":"Orders"}`, "DELETE /Tables('Orders')"},
			{engine.Queues, "PUT /jobs", "", "DELETE /jobs"},
			{engine.Blobs, "PUT /docs?restype=container", "", "DELETE /docs?restype=container"},
		} {
			c.does(test.of, test.create, test.body)
			c.does(test.of, test.deleteIt, "")
			if got := c.send(test.of, test.create, test.body); got.status != want {
				t.Errorf("%s, names free: %t: got %d, want %d", test.create, free, got.status, want)
			}
		}
	}
}
