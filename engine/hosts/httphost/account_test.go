package httphost_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// twoAccounts is an endpoint with two accounts. The first is also the fallback, the second has a table.
func twoAccounts(t *testing.T) *httphost.Endpoint {
	t.Helper()
	first := enginetest.New(t, nil)
	second := enginetest.New(t, func(o *account.Options) { o.Name = "contoso" })
	create := wire.Request{
		Method: "POST", URL: "http://contoso.table.localhost/Tables", Body: []byte(`{"TableName":"Orders"}`),
	}
	create.Headers.Add("Content-Type", "application/json")
	create.Headers.Add("Accept", "application/json")
	if response, _ := second.Do(create); response.Status != 201 {
		t.Fatalf("the table was not created: %d", response.Status)
	}
	return &httphost.Endpoint{
		Service:  grant.Table,
		Accounts: named{enginetest.Account: first.Account, "contoso": second.Account},
		Fallback: first.Account,
	}
}

// named are accounts by their names, which requests can't make.
type named map[string]httphost.Doer

func (n named) Named(name string) (httphost.Doer, bool) {
	d, ok := n[name]
	return d, ok
}

func (n named) Make(string) (httphost.Doer, bool) { return nil, false }

// handler serves the tables of one account.
func handler(e *enginetest.Tables) http.Handler {
	return &httphost.Endpoint{Service: grant.Table, Fallback: e.Account}
}

// ask sends a request with the target exactly as given, and headers in pairs of name and value.
func ask(h http.Handler, method, host, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "/", nil)
	r.Host, r.RequestURI = host, target
	r.Header.Set("Accept", "application/json;odata=nometadata")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "\r\n\r\n")
	return text
}

// TestAccounts: the account is in the path or in the first label of the host.
func TestAccounts(t *testing.T) {
	endpoint := twoAccounts(t)
	const none, orders = `{"value":[]}`, `{"value":[{"TableName":"Orders"}]}`
	for _, test := range []struct{ host, target, want string }{
		{"127.0.0.1:10002", "/devstoreaccount1/Tables", none},
		{"127.0.0.1:10002", "/contoso/Tables", orders},
		{"localhost:10002", "/contoso/Tables", orders},
		{"[::1]:10002", "/contoso/Tables()", orders},
		{"[::1]:10002", "/c%6Fntoso/Tables", orders},
		{"127.0.0.1:10002", "/contoso-secondary/Tables", orders},
		{"contoso.table.localhost:10002", "/Tables", orders},
		{"Contoso.table.localhost:10002", "/Tables", orders},
		{"contoso-secondary.table.localhost:10002", "/Tables", orders},
		{"contoso.table.core.windows.net", "/Tables", orders},
		{"devstoreaccount1.table.core.windows.net", "/Tables", none},
		{"127.0.0.1:10002", "http://contoso.table.core.windows.net/Tables", orders},
		{"", "/contoso/Tables", orders},
	} {
		got := ask(endpoint, "GET", test.host, test.target)
		if text := body(t, got); got.StatusCode != 200 || text != test.want {
			t.Errorf("%s %s: got %d %s, want %s", test.host, test.target, got.StatusCode, text, test.want)
		}
	}
}

func TestFallback(t *testing.T) {
	endpoint := twoAccounts(t)
	for _, test := range []struct{ host, target string }{
		{"127.0.0.1:10002", "/fabrikam/Tables"},
		{"127.0.0.1:10002", "/"},
		{"127.0.0.1:10002", "/contoso%/Tables"},
		{"127.0.0.1:10002", "/contoso-secondary-secondary/Tables"},
		{"fabrikam.table.core.windows.net", "/Tables"},
		{"127.0.0.1:10002", "*"},
	} {
		got := ask(endpoint, "GET", test.host, test.target)
		if text := body(t, got); got.StatusCode != 400 || !strings.Contains(text, `"code":"InvalidUri"`) {
			t.Errorf("%s %s: got %d %s", test.host, test.target, got.StatusCode, text)
		}
	}
}

// TestBase: URLs in answers begin as the client addressed the account.
func TestBase(t *testing.T) {
	endpoint := twoAccounts(t)
	for _, test := range []struct{ host, target, want string }{
		{"localhost:10002", "/contoso/Tables", "http://localhost:10002/contoso/$metadata#Tables"},
		{"contoso.table.localhost:10002", "/Tables", "http://contoso.table.localhost:10002/$metadata#Tables"},
		{
			"a", "http://contoso.table.core.windows.net/Tables",
			"http://contoso.table.core.windows.net/$metadata#Tables",
		},
		{ // the connection has no TLS
			"a", "https://contoso.table.core.windows.net/Tables",
			"http://contoso.table.core.windows.net/$metadata#Tables",
		},
		{"", "/contoso/Tables", "http://localhost/contoso/$metadata#Tables"},
	} {
		got := body(t, ask(endpoint, "GET", test.host, test.target, "Accept", "application/json"))
		if want := `{"odata.metadata":"` + test.want + `"`; !strings.HasPrefix(got, want) {
			t.Errorf("%s %s: got %s, want %s…", test.host, test.target, got, want)
		}
	}
}
