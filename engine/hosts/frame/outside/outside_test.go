package outside_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/hosts/frame/outside"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/wire"
)

// call asks a host, and returns its reply.
func call(t *testing.T, h *frame.Host, c map[string]any) gjson.Result {
	t.Helper()
	asked, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	reply := string(h.Answer(asked))
	if !gjson.Valid(reply) {
		t.Fatalf("the reply is not JSON: %s", reply)
	}
	return gjson.Parse(reply)
}

func newHost() *frame.Host {
	h := frame.New(sandbox.Tables())
	outside.Serve(h)
	return h
}

const (
	now    = 1767603600000 // 2026-01-05T09:00:00Z
	script = "# @name a\n# @sleep 50\n# @loop for 2\n# @expect status == 201\nPUT " +
		"{{queue}}/jobs?{{$index}}=é\n\n" +
		"###\n# @anonymous\n# @expect body == b\nGET {{blob}}/c/{{$datetime " +
		"iso8601}}?a={{a.response.headers.ETag}}\n"
)

// begin is a call that begins with the requests of some lines.
func begin(text string, from, to int) map[string]any {
	return map[string]any{
		"op": "send", "file": "a.http", "text": text, "from": from, "to": to, "now": now, "longest": 60_000,
	}
}

// TestCalls goes through two requests, and holds what comes out against what the protocol says.
func TestCalls(t *testing.T) {
	h := newHost()
	if got := call(t, h, begin(script, 1, 6)).Raw; got != `{"wait":50}` {
		t.Fatal(got)
	}
	sent := call(t, h, map[string]any{"op": "answer", "now": now + 50})
	if got := call(t, h, map[string]any{"op": "answer", "now": now, "status": 201}).Raw; got != `{"wait":50}` {
		t.Fatal(sent, got)
	}
	sent = call(t, h, map[string]any{"op": "answer", "now": now + 50})
	if got := sent.Get("send.url").String(); got != sandbox.Queue+"/jobs?1=%C3%A9" {
		t.Error(got)
	}
	if got, want := sent.Get(`send.headers.#(0="x-ms-version").1`).String(), "2019-02-02"; got != want {
		t.Errorf("version %q", got)
	}
	request := wire.Request{Method: "PUT", URL: sent.Get("send.url").String()}
	for _, line := range sent.Get("send.headers").Array() {
		request.Headers.Add(line.Get("0").String(), line.Get("1").String())
	}
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	owner := auth.Credential{Account: auth.DevelopmentAccount, Key: key}
	if err := owner.Verify(grant.Queue, request); err != nil {
		t.Errorf("the signature: %v", err)
	}
	etag := [][2]string{{"etag", "x"}}
	reply := call(t, h, map[string]any{"op": "answer", "now": now, "status": 201, "headers": etag})
	if !reply.Get("ok").Bool() || reply.Get("steps.0.line").Int() != 5 {
		t.Errorf("got %s", reply)
	}
	sent = call(t, h, begin(script, 8, 10))
	if got := sent.Get("send.url").String(); got != sandbox.Blob+"/c/2026-01-05T09:00:00.000Z?a=x" ||
		strings.Contains(sent.Raw, "Authorization") {
		t.Error(sent)
	}
	reply = call(t, h, map[string]any{"op": "answer", "now": now, "status": 200, "body": "c"})
	if reply.Get("ok").Bool() || reply.Get("steps.0.expectations.0.got").String() != "c" {
		t.Errorf("got %s", reply)
	}
}

// TestPlaces: queues and blobs are beside the tables.
func TestPlaces(t *testing.T) {
	for host, want := range map[string]string{
		"": sandbox.Queue + "/a", "https://n.table.core.windows.net/": "https://n.queue.core.windows.net/a",
		"http://127.0.0.1:10002/x": "http://127.0.0.1:10001/x/a",
	} {
		c := begin("GET {{queue}}/a", 1, 1)
		c["host"] = host
		if got := call(t, newHost(), c); got.Get("send.url").String() != want {
			t.Errorf("%q: %s", host, got)
		}
	}
}

// TestConnect reads what a reader has at hand.
func TestConnect(t *testing.T) {
	const key, azure = "c2VjcmV0", "https://n.table.core.windows.net"
	const wrongKey = "Write a key of the account, a shared access signature or a connection string."
	const wrongAddress = "Write the address of the account's tables, such as https://NAME.table.core.windows.net."
	for _, c := range [][3]string{
		{azure + "/", key, `{"host":"` + azure + `","account":"n","key":"` + key + `"}`},
		{"", "DefaultEndpointsProtocol=https;AccountName=n;AccountKey=" + key + ";EndpointSuffix=core.windows.net",
			`{"host":"` + azure + `","account":"n","key":"` + key + `"}`},
		{azure, "?sv=1&sig=x%3D", `{"host":"` + azure + `","account":"n","token":"sv=1&sig=x%3D"}`},
		{azure + "/?sv=1&sig=x", "", `{"host":"` + azure + `","account":"n","token":"sv=1&sig=x"}`},
		{"", "TableEndpoint=" + azure + "/;SharedAccessSignature=sv=1&sig=x",
			`{"host":"` + azure + `","account":"n","token":"sv=1&sig=x"}`},
		{"http://127.0.0.1:10002/devstoreaccount1/", "",
			`{"host":"http://127.0.0.1:10002/devstoreaccount1","account":"devstoreaccount1","local":true}`},
		{"http://x.localhost:1/a", "", `{"host":"http://x.localhost:1/a","account":"a","local":true}`},
		{"https://h.test/s/ab/table", key, `{"host":"https://h.test/s/ab/table","account":"ab","key":"` + key + `"}`},
		{"", "AccountName=ab;AccountKey=" + key + ";TableEndpoint=https://h.test/s/ab/table;" +
			"QueueEndpoint=https://h.test/s/ab/queue/",
			`{"host":"https://h.test/s/ab/table","queue":"https://h.test/s/ab/queue","account":"ab","key":"` + key + `"}`},
		{"n", key, wrongAddress}, {"javascript:alert(1)", key, wrongAddress},
		{"https://a@evil.example", key, wrongAddress}, {"https://h.test/s//table", key, wrongAddress},
		{azure, "", wrongKey}, {azure, "not a key!", wrongKey},
		{"http://localhost.evil.example/x", "", wrongKey}, {"http://127.0.0.1.evil.example/x", "", wrongKey},
	} {
		got := call(t, newHost(), map[string]any{"op": "connect", "address": c[0], "secret": c[1]})
		if got.Raw != c[2] && got.Get("wrong").String() != c[2] {
			t.Errorf("%q, %q: %s", c[0], c[1], got)
		}
	}
}

// TestElsewhere: the addresses that a script sets don't count, and a request to another one is told apart.
func TestElsewhere(t *testing.T) {
	const n = "https://n.table.core.windows.net"
	for url, want := range map[string]string{
		"{{host}}/T": n + "/T false", n + "?comp=list": n + "?comp=list false",
		"{{blob}}/c":           "https://n.blob.core.windows.net/c false",
		n + ".evil.example/T":  n + ".evil.example/T true",
		"http://127.0.0.1:1/T": "http://127.0.0.1:1/T true",
	} {
		c := begin("@host = http://127.0.0.1:1/x\n@blob = x\n\nGET "+url, 4, 4)
		c["host"] = n
		got := call(t, newHost(), c)
		said := got.Get("send.url").String() + " " + strconv.FormatBool(got.Get("elsewhere").Bool())
		if said != want {
			t.Errorf("%s: %s", url, said)
		}
	}
}

func TestRefused(t *testing.T) {
	key := begin("GET {{host}}/A", 1, 1)
	key["key"] = "?"
	for _, c := range []struct {
		call map[string]any
		path string
		want string
	}{
		{map[string]any{"op": "answer"}, "error", "Nothing is being run."},
		{key, "error", "The key of the account isn't base64."},
		{begin("GET {{x}}", 1, 1), "errors.0.message", "There is no variable x."},
	} {
		if got := call(t, newHost(), c.call); got.Get(c.path).String() != c.want {
			t.Errorf("%v: got %s, want %s", c.call, got, c.want)
		}
	}
	h := newHost()
	call(t, h, begin("GET {{host}}/A", 1, 1))
	got := call(t, h, map[string]any{"op": "answer", "error": "refused"})
	if got.Get("errors.0.message").String() != "There was no answer: refused" {
		t.Errorf("got %s", got)
	}
	if got := call(t, h, map[string]any{"op": "answer"}).Raw; got != `{"error":"Nothing is being run."}` {
		t.Errorf("after the run: %s", got)
	}
}

const two = "@host = http://127.0.0.1:1/x\n\n###\n# @name a\n# @expect status == 201\n" +
	"POST https://n.table.core.windows.net/Tables\n\n" +
	`{"TableName": "T"}` + "\n\n### b\n# @ref a\nGET https://n.table.core.windows.net/T()?{{$sas tn=T sp=r se=+1h}}\n"

// TestSend: the requests of some lines come out one by one, what they refer to before them, and the reply is
// that of a run. It has neither signatures nor the key.
func TestSend(t *testing.T) {
	h := newHost()
	send := map[string]any{
		"op": "send", "file": "a.http", "text": two, "from": 11, "to": 11, "now": now, "longest": 60_000,
		"host": "https://n.table.core.windows.net", "account": "n", "key": "c2VjcmV0",
	}
	first := call(t, h, send)
	if got := first.Get("send.url").String(); got != "https://n.table.core.windows.net/Tables" {
		t.Fatal(first)
	}
	if !strings.Contains(first.Raw, "SharedKeyLite n:") {
		t.Errorf("not signed: %s", first)
	}
	second := call(t, h, map[string]any{"op": "answer", "now": now, "status": 201})
	if !strings.Contains(second.Get("send.url").String(), "&sig=") {
		t.Fatal(second)
	}
	reply := call(t, h, map[string]any{"op": "answer", "now": now, "status": 200, "body": `{"value":[]}`})
	if !reply.Get("ok").Bool() || reply.Get("steps.#").Int() != 2 || reply.Get("steps.1.line").Int() != 12 ||
		reply.Get("steps.1.response.status").Int() != 200 || !reply.Get("steps.0.view.0").Exists() {
		t.Errorf("got %s", reply)
	}
	for _, secret := range []string{"Authorization", "SharedKey", "c2VjcmV0", second.Get("send.url").String()} {
		if strings.Contains(reply.Raw, secret) {
			t.Errorf("%s is in %s", secret, reply)
		}
	}
	if got := reply.Get("steps.1.request.url").String(); !strings.HasSuffix(got, "&sig=...") {
		t.Error(got)
	}
	if again := call(t, h, send); !strings.Contains(again.Get("send.url").String(), "/T()") {
		t.Errorf("what has succeeded is sent again: %s", again)
	}
	if got := call(t, h, map[string]any{"op": "forget"}).Raw; got != "{}" {
		t.Error(got)
	}
	if got := call(t, h, send); !strings.HasSuffix(got.Get("send.url").String(), "/Tables") {
		t.Errorf("nothing was forgotten: %s", got)
	}
}

// TestSendToken: with a shared access signature there is a place for it, and no token can be minted.
func TestSendToken(t *testing.T) {
	h := newHost()
	send := map[string]any{
		"op": "send", "file": "a.http", "text": two, "from": 4, "to": 4, "now": now, "token": true,
		"host": "https://n.table.core.windows.net",
	}
	got := call(t, h, send)
	if a := got.Get(`send.headers.#(0="Authorization").1`).String(); a != "SharedAccessSignature" {
		t.Error(got)
	}
	call(t, h, map[string]any{"op": "answer", "now": now, "status": 201})
	send["from"], send["to"] = 12, 12
	if got := call(t, h, send).Get("errors.0.message").String(); !strings.Contains(got, "only a shared") {
		t.Error(got)
	}
	send["text"] = "GET {{nothing}}"
	send["from"], send["to"] = 1, 1
	if got := call(t, h, send); got.Get("errors.0.line").Int() != 1 || got.Get("ok").Bool() {
		t.Error(got)
	}
	send["text"], send["longest"] = "# @sleep 70000\nGET {{host}}/T", 60_000
	if got := call(t, h, send).Get("errors.0.message").String(); !strings.HasPrefix(got, "It waits for 70") {
		t.Error(got)
	}
}
