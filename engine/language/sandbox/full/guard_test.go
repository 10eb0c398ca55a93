package full_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestElsewhere: a request to another address than the account's has no signature of it and takes no token
// there.
func TestElsewhere(t *testing.T) {
	here := runner.Options{Host: sandbox.Host, Queue: sandbox.Queue, Blob: sandbox.Blob}
	const leak = "A token of the account isn't sent to another address."
	away := here
	away.Host, away.Queue, away.Blob = "https://a.table.example", "https://a.queue.example", "https://a.blob.example/"
	for _, c := range []struct {
		text   string
		o      runner.Options
		signed bool
		err    string
	}{
		{"GET http://elsewhere.example/T", here, false, ""},
		{"@host = http://elsewhere.example\nGET {{host}}/T", here, false, ""},
		{"GET http://127.0.0.1:10002/other/T", here, true, ""},
		{"GET http://localhost:7/T", here, true, ""},
		{"GET http://localhost:x@192.0.2.2:7/T", here, false, ""},
		{"GET http://localhost:7@192.0.2.2:7/T", here, false, ""},
		{"GET http://127.0.0.1@192.0.2.2/T", here, false, ""},
		{"GET http://127.0.0.1.elsewhere.example/T", here, false, ""},
		{"GET http://127.elsewhere.example/T", here, false, ""},
		{"GET http://localhost.elsewhere.example/T", here, false, ""},
		{"GET http://localhost:x@192.0.2.2/T?{{$sas tn=T}}", here, false, leak},
		{"@t = {{$sas tn=T}}\nPUT {{blob}}/a/b\nx-ms-copy-source: http://elsewhere.example/?{{t}}", here,
			false, leak},
		{"@t = {{$sas tn=T}}\nPUT {{blob}}/a/b\nx-ms-copy-source: {{blob}}/a/c?{{t}}", here, true, ""},
		{"GET {{host}}/T", away, true, ""},
		{"GET {{blob}}/T", away, true, ""},
		{"GET https://a.queue.example?comp=list", away, true, ""},
		{"GET https://a.table.example.evil.example/T", away, false, ""},
		{"GET http://a.table.example/T", away, false, ""},
		{"GET http://127.0.0.1:10002/devstoreaccount1/T", away, false, ""},
		{"GET https://elsewhere.example/T?{{$sas tn=T}}", away, false, leak},
		{"@t = {{$sas tn=T}}\nPOST https://elsewhere.example/T\n\n{{t}}", away, false, leak},
		{"POST https://elsewhere.example/T\nx-a: {{$sas tn=T}}", away, false, leak},
	} {
		f := &answerer{}
		c.o.Key = full.Guard(full.Key{Credential: auth.Credential{Account: "a", Key: []byte("key")}}, c.o)
		s := runner.Run(script.Parse("a.http", c.text), 0, f, c.o)[0]
		message := ""
		if s.Err != nil {
			message = s.Err.Message
		}
		if message != c.err || len(f.sent) == 0 != (c.err != "") ||
			len(f.sent) > 0 && f.sent[0].Headers.Has("Authorization") != c.signed {
			t.Errorf("%q: %q, sent %v", c.text, message, f.sent)
		}
	}
}

// TestEscapedToken: a token that comes back from the account in another form is one, too.
func TestEscapedToken(t *testing.T) {
	key := full.Guard(full.Key{Credential: auth.Credential{Account: "a", Key: []byte("key")}},
		runner.Options{Host: "https://a.table.example"})
	token, err := key.Token([]wire.Param{{Name: "tn", Value: "T"}, {Name: "sp", Value: "r"}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	once := wire.Escape(token, "")
	plain, _ := wire.Unescape(token)
	for _, form := range []string{
		token, once, wire.Escape(once, ""), plain, strings.ReplaceAll(plain, "+", `\u002B`),
	} {
		r := wire.Request{URL: "https://elsewhere.example/", Body: []byte("(RowKey='" + form + "')")}
		if !key.Leaks(&r) {
			t.Errorf("%s isn't seen", form)
		}
	}
	if r := (wire.Request{URL: "https://elsewhere.example/?sig=other"}); key.Leaks(&r) {
		t.Error("another token is taken for the account's")
	}
}
