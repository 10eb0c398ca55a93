package endpoint_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/endpoint"
)

// owner sends requests to one account, with a token that allows everything.
type owner struct {
	client
	account endpoint.Account
	token   string
}

func ownerOf(t *testing.T, e *endpoint.Endpoint, a endpoint.Account) owner {
	t.Helper()
	return owner{client{t, e}, a, mint(t, a, "ss=b", "srt=sco", "sp=rwdlac")}
}

// mint returns a token of an account.
func mint(t *testing.T, a endpoint.Account, fields ...string) string {
	t.Helper()
	key, err := auth.ParseKey(a.Keys[0])
	if err != nil {
		t.Fatal(err)
	}
	params := []wire.Param{{Name: "se", Value: "2099-01-01T00:00:00Z"}, {Name: "sv", Value: "2020-12-06"}}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		params = append(params, wire.Param{Name: name, Value: value})
	}
	token, err := auth.Credential{Account: a.Name, Key: key}.Token(params)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// asks sends a request whose target follows the account.
func (o owner) asks(request, body string, headers ...string) answer {
	o.t.Helper()
	mark := "?"
	if strings.Contains(request, "?") {
		mark = "&"
	}
	return o.sendTo(o.account, engine.Blobs, request+mark+o.token, body, headers...)
}

// does sends a request that must succeed.
func (o owner) does(request, body string, headers ...string) answer {
	o.t.Helper()
	got := o.asks(request, body, headers...)
	if got.status >= 300 {
		o.t.Fatalf("%s: got %d\n%s", request, got.status, got.body)
	}
	return got
}

// TestCopyBetweenAccounts: a blob of another account of the server can be copied if its URL, a header or
// everybody's access allows that, and only then.
func TestCopyBetweenAccounts(t *testing.T) {
	accounts := []endpoint.Account{
		{Name: auth.DevelopmentAccount, Keys: []string{auth.DevelopmentKey}},
		{Name: "contoso", Keys: []string{"c2VjcmV0"}},
	}
	e := open(t, "devstoreaccount1;contoso:c2VjcmV0", endpoint.Options{})
	here, there := ownerOf(t, e, accounts[0]), ownerOf(t, e, accounts[1])
	token := mint(t, accounts[1], "container=docs", "sr=c", "sp=r")
	there.does("PUT /docs?restype=container", "")
	there.does("PUT /shown?restype=container", "", "x-ms-blob-public-access", "blob")
	for _, path := range []string{"/docs/a%20b", "/shown/a"} {
		there.does("PUT "+path, "one two", "x-ms-blob-type", "BlockBlob", "x-ms-blob-content-type", "text/plain",
			"x-ms-meta-by", "Ann")
	}
	there.does("PUT /docs/log", "", "x-ms-blob-type", "AppendBlob")
	there.does("PUT /docs/log?comp=appendblock", "one")
	here.does("PUT /docs?restype=container", "")
	from := e.URL(engine.Blobs, accounts[1])
	foreign := strings.Replace(from, "127.0.0.1", "10.0.0.1", 1)
	for _, test := range []struct {
		source  string
		headers []string
		status  int
		code    string
	}{
		{from + "/docs/a%20b?" + token, nil, 202, ""},
		{from + "/shown/a", nil, 202, ""},
		{from + "/docs/a%20b", nil, 404, "CannotVerifyCopySource"},
		{from + "/docs/a%20b?" + strings.Replace(token, "sig=", "sig=A", 1), nil, 403, "CannotVerifyCopySource"},
		{from + "/shown/none", nil, 404, "CannotVerifyCopySource"},
		{foreign + "/shown/a", nil, 404, "CannotVerifyCopySource"},
		{strings.Replace(from, "contoso", "fabrikam", 1) + "/shown/a", nil, 404, "CannotVerifyCopySource"},
		{from + "/shown/a", []string{"x-ms-source-if-match", `"0x1"`}, 412, "SourceConditionNotMet"},
		{from + "/shown/a", []string{"x-ms-source-if-none-match", "*"}, 412, "SourceConditionNotMet"},
		{from + "/shown/a", []string{"x-ms-copy-source-tag-option", "COPY"}, 501, "NotImplemented"},
		{from + "/shown/a", []string{"x-ms-blob-type", "BlockBlob"}, 201, ""}, // Put Blob From URL
	} {
		got := here.asks("PUT /docs/copy", "", append(test.headers, "x-ms-copy-source", test.source)...)
		if got.status != test.status || got.headers.Get("x-ms-error-code") != test.code {
			t.Errorf("%s %q: got %d %s", test.source, test.headers, got.status, got.body)
		}
	}
	here.does("PUT /docs/copy", "", "x-ms-copy-source", from+"/docs/a%20b?"+token)
	copied := here.does("GET /docs/copy", "")
	if h := copied.headers; copied.body != "one two" || h.Get("Content-Type") != "text/plain" ||
		h.Get("x-ms-meta-by") != "Ann" || h.Get("x-ms-copy-source") != from+"/docs/a%20b" ||
		h.Get("x-ms-copy-progress") != "7/7" || h.Get("Content-MD5") == "" {
		t.Errorf("got %s, %v", copied.body, h)
	}
	snapshot := there.does("PUT /shown/a?comp=snapshot", "").headers.Get("x-ms-snapshot")
	here.does("PUT /docs/old", "", "x-ms-copy-source",
		from+"/shown/a?snapshot="+snapshot+"&snapshot=%0d%0aSet-Cookie:a") // only the first counts
	if got := here.does("HEAD /docs/old", "").headers.Get("x-ms-copy-source"); got !=
		from+"/shown/a?snapshot="+snapshot {
		t.Errorf("copied from %q", got)
	}
	here.does("PUT /docs/log", "", "x-ms-copy-source", from+"/docs/log?"+token)
	here.does("PUT /docs/log?comp=appendblock", "two", "x-ms-blob-condition-appendpos", "3")
	here.does("PUT /docs/parts?comp=block&blockid=QQ==", "", "x-ms-copy-source", from+"/shown/a",
		"x-ms-source-range", "bytes=4-6")
	here.does("PUT /docs/parts?comp=blocklist", "<BlockList><Latest>QQ==</Latest></BlockList>")
	for path, want := range map[string]string{"/docs/log": "onetwo", "/docs/parts": "two"} {
		if got := here.does("GET "+path, ""); got.body != want {
			t.Errorf("%s has %q, want %q", path, got.body, want)
		}
	}
}
