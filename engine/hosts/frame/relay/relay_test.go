package relay_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/hosts/frame/relay"
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
	relay.Serve(h)
	return h
}

const (
	now    = 1767603600000 // 2026-01-05T09:00:00Z
	script = "# @name a\n# @sleep 50\n# @loop for 2\n# @expect status == 201\nPUT " +
		"{{queue}}/jobs?{{$index}}=é\n\n" +
		"###\n# @anonymous\n# @expect body == b\nGET {{blob}}/c/{{$datetime " +
		"iso8601}}?a={{a.response.headers.ETag}}\n"
)

// TestCalls goes through two requests, and holds what comes out against what the protocol says.
func TestCalls(t *testing.T) {
	h := newHost()
	begin := map[string]any{
		"op": "begin", "file": "a.http", "text": script, "line": 1, "now": now, "longest": 60_000,
	}
	if got := call(t, h, begin).Raw; got != `{"wait":50}` {
		t.Fatal(got)
	}
	var sent gjson.Result
	for i, last := range []string{"false", "true"} {
		if i > 0 {
			if got := call(t, h, map[string]any{"op": "answer", "now": now, "status": 201}).Raw; got != `{"wait":50}` {
				t.Fatal(got)
			}
		}
		sent = call(t, h, map[string]any{"op": "answer", "now": now + 50})
		if sent.Get("last").Raw != last {
			t.Fatal(sent)
		}
	}
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
	if got, want := call(t, h, map[string]any{"op": "answer", "now": now, "status": 201, "headers": etag}).Raw,
		`{"results":[{"line":5,"verdicts":[["met","status == 201"]]}]}`; got != want {
		t.Errorf("got %s", got)
	}
	begin["line"] = 8
	sent = call(t, h, begin)
	if got := sent.Get("send.url").String(); got != sandbox.Blob+"/c/2026-01-05T09:00:00.000Z?a=x" ||
		strings.Contains(sent.Raw, "Authorization") {
		t.Error(sent)
	}
	if got, want := call(t, h, map[string]any{"op": "answer", "now": now, "status": 200, "body": "c"}).Raw,
		`{"results":[{"line":10,"verdicts":[["missed","body == b: got c"]]}]}`; got != want {
		t.Errorf("got %s", got)
	}
}

// TestDefaults: queues and blobs stand beside the tables.
func TestDefaults(t *testing.T) {
	for host, want := range map[string]string{
		"": sandbox.Queue + "/a", "https://n.table.core.windows.net/": "https://n.queue.core.windows.net/a",
		"http://127.0.0.1:10002/x": "http://127.0.0.1:10001/x/a",
	} {
		got := call(t, newHost(), map[string]any{
			"op": "begin", "file": "a.http", "text": "GET {{queue}}/a", "host": host, "line": 1, "now": now,
		})
		if got.Get("send.url").String() != want {
			t.Errorf("%q: %s", host, got)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		call map[string]any
		want string
	}{
		{map[string]any{"op": "answer"}, `{"error":"Nothing is being run."}`},
		{map[string]any{"op": "begin", "key": "?"}, `{"error":"The key of the account is not base64."}`},
		{
			map[string]any{"op": "begin", "file": "a.http"},
			`{"results":[{"line":0,"verdicts":[["missed","There is no request here."]]}]}`,
		},
		{
			map[string]any{"op": "begin", "file": "a.http", "text": "GET {{x}}"},
			`{"results":[{"line":1,"verdicts":[["missed",` +
				`"a.http:1:5: There is no variable x. Define it above: @x = value."]]}]}`,
		},
	} {
		if got := call(t, newHost(), c.call).Raw; got != c.want {
			t.Errorf("%v\n got %s\nwant %s", c.call, got, c.want)
		}
	}
	h := newHost()
	call(t, h, map[string]any{"op": "begin", "file": "a.http", "text": "GET {{host}}/A", "line": 1, "now": now})
	want := `{"results":[{"line":1,"verdicts":[["missed","a.http:1:1: There was no answer: refused"]]}]}`
	if got := call(t, h, map[string]any{"op": "answer", "error": "refused"}).Raw; got != want {
		t.Errorf("got %s", got)
	}
}
