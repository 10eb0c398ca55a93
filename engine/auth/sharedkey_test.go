package auth_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	at       = "Fri, 20 Nov 2026 10:00:00 GMT"
	emulator = "http://127.0.0.1:10002/devstoreaccount1"
	cloud    = "https://contoso.table.core.windows.net"
)

// known are requests, each with its string to sign by the documentation, and that string's signature with
// the development key, computed by another program.
var known = []struct {
	name      string
	account   string
	request   wire.Request
	scheme    string
	text      string
	signature string
}{
	{
		"lite, query on an emulator", auth.DevelopmentAccount,
		request("GET", emulator+"/Orders()?$filter=RowKey%20eq%20'1'&$top=5", "x-ms-date", at),
		"SharedKeyLite",
		at + "\n/devstoreaccount1/devstoreaccount1/Orders()", "iejBubPNXNfu+8mzUwmu0PWyYIpctcyyVQBKnVXGg0A=",
	},
	{
		"lite, escapes as sent, x-ms-date before Date", auth.DevelopmentAccount,
		request("GET", emulator+"/Orders(PartitionKey='a%20b',RowKey='%C3%A9')",
			"Date", "Thu, 01 Jan 1970 00:00:00 GMT", "X-MS-Date", at), "SharedKeyLite",
		at + "\n/devstoreaccount1/devstoreaccount1/Orders(PartitionKey='a%20b',RowKey='%C3%A9')",
		"pE21FF4UvMml8wjn2O0JG0yfB8+RAW9/1WXIzuJO2YE=",
	},
	{
		"lite, comp", auth.DevelopmentAccount,
		request("GET", emulator+"/Orders?timeout=5&comp=acl", "Date", at), "SharedKeyLite",
		at + "\n/devstoreaccount1/devstoreaccount1/Orders?comp=acl",
		"LX7QF3cZZx0TIiB+qY7X2oJjgM3VuZPcEUlk2hp8af4=",
	},
	{
		"lite, batch in the cloud", "contoso", request("POST", cloud+"/$batch", "x-ms-date", at),
		"SharedKeyLite",
		at + "\n/contoso/$batch", "+rG27FJp9lI+aincK17/qfXvvtwMSAGr1rdeB8X1S9U=",
	},
	{
		"insert on an emulator", auth.DevelopmentAccount,
		request("POST", emulator+"/Orders", "x-ms-date", at, "Content-Type", "application/json"), "SharedKey",
		"POST\n\napplication/json\n" + at + "\n/devstoreaccount1/devstoreaccount1/Orders",
		"Ce/MRHHlGJ76l6fL8Mg+NO2j676Z6aVwZsdkJJdWUv4=",
	},
	{
		"replace in the cloud", "contoso",
		request("PUT", cloud+"/Orders(PartitionKey='p',RowKey='r')", "x-ms-date", at,
			"content-type", "application/json", "Content-MD5", "XUFAKrxLKna5cZ2REBfFkg=="), "SharedKey",
		"PUT\nXUFAKrxLKna5cZ2REBfFkg==\napplication/json\n" + at +
			"\n/contoso/Orders(PartitionKey='p',RowKey='r')",
		"EQ45MZDZxy5DkFGvOoAiHyYRLqsVpp94jcaJmf6qOLU=",
	},
	{
		"service root", "contoso", request("GET", cloud, "x-ms-date", at), "SharedKey",
		"GET\n\n\n" + at + "\n/contoso/", "PKIIdO8IHxjhZ2nxvznD7Vt059sqFvkcu1qzCFhlvhU=",
	},
}

func request(method, url string, headers ...string) wire.Request {
	r := wire.Request{Method: method, URL: url}
	for i := 0; i < len(headers); i += 2 {
		r.Headers.Add(headers[i], headers[i+1])
	}
	return r
}

func credential(t *testing.T, account string) auth.Credential {
	t.Helper()
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	return auth.Credential{Account: account, Key: key}
}

func TestKnownSignatures(t *testing.T) {
	for _, c := range known {
		t.Run(c.name, func(t *testing.T) {
			own := credential(t, c.account)
			mac := hmac.New(sha256.New, own.Key)
			mac.Write([]byte(c.text))
			if got := base64.StdEncoding.EncodeToString(mac.Sum(nil)); got != c.signature {
				t.Fatalf("the test contradicts itself: %s, %s", got, c.signature)
			}
			if c.scheme == "SharedKeyLite" {
				signed := c.request
				own.Sign(grant.Table, &signed)
				want := "SharedKeyLite " + c.account + ":" + c.signature
				if got := signed.Headers.Get("Authorization"); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
			c.request.Headers.Add("Authorization", c.scheme+" "+c.account+":"+c.signature)
			if err := own.Verify(grant.Table, c.request); err != nil {
				t.Errorf("refused: %v", err)
			}
		})
	}
}

func TestSignReplaces(t *testing.T) {
	r := request("GET", cloud+"/Tables", "Authorization", "Bearer x", "x-ms-date", at)
	credential(t, "contoso").Sign(grant.Table, &r)
	if r.Headers.Count("Authorization") != 1 || !strings.HasPrefix(r.Headers.Get("Authorization"),
		"SharedKeyLite contoso:") {
		t.Errorf("got %v", r.Headers)
	}
}

func TestVerifyRefuses(t *testing.T) {
	own := credential(t, "contoso")
	valid := request("POST", cloud+"/Orders", "x-ms-date", at, "Content-Type", "application/json")
	own.Sign(grant.Table, &valid)
	signed := valid.Headers.Get("Authorization")
	for _, c := range []struct {
		name   string
		change func(r *wire.Request)
		code   fault.Code
		status int
	}{
		{"no header", func(r *wire.Request) { r.Headers = wire.Headers{{Name: "x-ms-date", Value: at}} },
			fault.AuthenticationFailed, 403},
		{"empty header", set("Authorization", ""), fault.InvalidAuthenticationInfo, 400},
		{"other scheme", set("Authorization", "Bearer a:b"), fault.InvalidAuthenticationInfo, 400},
		{"no signature", set("Authorization", "SharedKeyLite contoso"), fault.InvalidAuthenticationInfo, 400},
		{"other account", set("Authorization", strings.Replace(signed, "contoso", "fabrikam", 1)),
			fault.AuthenticationFailed, 403},
		{"scheme of the other string", set("Authorization", strings.Replace(signed, "Lite", "", 1)),
			fault.AuthenticationFailed, 403},
		{"short signature", set("Authorization", signed[:len(signed)-1]), fault.AuthenticationFailed, 403},
		{"another date", set("x-ms-date", "Fri, 20 Nov 2026 10:00:01 GMT"), fault.AuthenticationFailed, 403},
		{"no date", set("x-ms-date", ""), fault.AuthenticationFailed, 403},
		{"another path", func(r *wire.Request) { r.URL = cloud + "/Order" }, fault.AuthenticationFailed, 403},
		{"path escaped otherwise", func(r *wire.Request) { r.URL = cloud + "/%4Frders" },
			fault.AuthenticationFailed, 403},
		{"comp added", func(r *wire.Request) { r.URL += "?comp=acl" }, fault.AuthenticationFailed, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := valid
			r.Headers = append(wire.Headers(nil), valid.Headers...)
			c.change(&r)
			err := own.Verify(grant.Table, r)
			got, ok := errors.AsType[*fault.Error](err)
			if !ok || got.Code != c.code || got.Code.Status != c.status || got.Stage != fault.Early {
				t.Errorf("got %+v, want %s", err, c.code)
			}
		})
	}
	another := auth.Credential{Account: "contoso", Key: []byte("another")}
	if err := another.Verify(grant.Table, valid); !errors.Is(err, fault.AuthenticationFailed) {
		t.Errorf("another key: got %v", err)
	}
}

func set(name, value string) func(*wire.Request) {
	return func(r *wire.Request) { r.Headers.Set(name, value) }
}

// TestVerifyOnSecondary: clients can sign the path of an emulator's secondary with the suffix or without.
func TestVerifyOnSecondary(t *testing.T) {
	own := credential(t, auth.DevelopmentAccount)
	for _, path := range []string{"/devstoreaccount1-secondary/Orders()", "/devstoreaccount1/Orders()"} {
		signed := request("GET", "http://127.0.0.1:10002"+path, "x-ms-date", at)
		own.Sign(grant.Table, &signed)
		signed.URL = "http://127.0.0.1:10002/devstoreaccount1-secondary/Orders()"
		if err := own.Verify(grant.Table, signed); err != nil {
			t.Errorf("signed as %s: %v", path, err)
		}
		signed.URL = "http://127.0.0.1:10002/devstoreaccount1-secondary/Bills()"
		if err := own.Verify(grant.Table, signed); !errors.Is(err, fault.AuthenticationFailed) {
			t.Errorf("signed as %s for another table: %v", path, err)
		}
	}
}

// TestVerifyMounted: what is signed is the path as sent, wherever in it the account is.
func TestVerifyMounted(t *testing.T) {
	own := credential(t, "contoso")
	for _, path := range []string{"/s/contoso-secondary/table/Orders()", "/s/contoso/table/Orders()"} {
		signed := request("GET", "http://x"+path, "x-ms-date", at)
		own.Sign(grant.Table, &signed)
		signed.URL = "http://x/s/contoso-secondary/table/Orders()"
		if err := own.Verify(grant.Table, signed); err != nil {
			t.Errorf("signed as %s: %v", path, err)
		}
		signed.URL = "http://x/s/contoso-secondary/table/Bills()"
		if err := own.Verify(grant.Table, signed); !errors.Is(err, fault.AuthenticationFailed) {
			t.Errorf("signed as %s for another table: %v", path, err)
		}
	}
}

// TestVerifyShowsStringToSign: the hint has the string to sign, to compare with the client's own.
func TestVerifyShowsStringToSign(t *testing.T) {
	r := request("GET", cloud+"/Tables?comp=acl", "x-ms-date", at, "Authorization", "SharedKey contoso:AAAA")
	got, ok := errors.AsType[*fault.Error](credential(t, "contoso").Verify(grant.Table, r))
	want := "The signature doesn't match the account's key and this string to sign:\nGET\n\n\n" + at +
		"\n/contoso/Tables?comp=acl"
	if !ok || got.Hint != want {
		t.Errorf("got %+v, want hint %q", got, want)
	}
}

func TestParseKey(t *testing.T) {
	if key, err := auth.ParseKey("a2V5"); err != nil || string(key) != "key" {
		t.Errorf("got %q, %v", key, err)
	}
	for _, text := range []string{"", "a2V", "k€y"} {
		if key, err := auth.ParseKey(text); err == nil {
			t.Errorf("%q was read as %q", text, key)
		}
	}
}
