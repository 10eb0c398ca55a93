package frame_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/sandbox"
	"github.com/rowkey/rowkey/wasm/browser/frame"
)

const (
	jsonHeaders = `"headers":[["Accept","application/json;odata=nometadata"],["Content-Type","application/json"]]`
	create      = `{"op":"do","session":"a","method":"POST","url":"http://127.0.0.1:10002/devstoreaccount1/Tables",` +
		jsonHeaders + `,"body":"{\"TableName\":\"Orders\"}"}`
	list = `{"op":"do","session":"a","method":"GET","url":"http://127.0.0.1:10002/devstoreaccount1/Tables",` + jsonHeaders + `}`
	none = `{"error":"there is no account for session \"a\" any more"}`

	noTables = `"body":"{\"value\":[]}"}`
	orders   = `"body":"{\"value\":[{\"TableName\":\"Orders\"}]}"}`
)

// TestSessions: an account lives from open to close, and only its own session sees it.
func TestSessions(t *testing.T) {
	host := frame.New(sandbox.Tables())
	another := func(call string) string { return strings.Replace(call, `"session":"a"`, `"session":"b"`, 1) }
	for i, step := range []struct{ call, begins, ends string }{
		{list, none, none},
		{`{"op":"open","session":"a"}`, "{}", "{}"},
		{`{"op":"open","session":"b"}`, "{}", "{}"},
		{create, `{"status":201,"headers":[[`, `"body":"{\"TableName\":\"Orders\"}"}`},
		{create, `{"status":409,"headers":[[`, `"}`},
		{list, `{"status":200,"headers":[[`, orders},
		{another(list), `{"status":200,`, noTables},
		{`{"op":"open","session":"a"}`, "{}", "{}"},
		{list, `{"status":200,`, noTables},
		{`{"op":"close","session":"a"}`, "{}", "{}"},
		{`{"op":"close","session":"a"}`, "{}", "{}"},
		{list, none, none},
		{another(list), `{"status":200,`, noTables},
	} {
		got := string(host.Answer([]byte(step.call)))
		if !strings.HasPrefix(got, step.begins) || !strings.HasSuffix(got, step.ends) {
			t.Errorf("step %d, %s\n got %s\nwant %s … %s", i, step.call, got, step.begins, step.ends)
		}
	}
}

// TestSessionsBytes: what a request says arrives as it was said, whatever it is.
func TestSessionsBytes(t *testing.T) {
	for _, test := range []struct{ name, request, want string }{
		{"nothing", ``, `{"status":400,`},
		{"no URL", `"method":"GET"`, `{"status":400,`},
		{"headers that are none", `"method":"GET","url":"http://h/devstoreaccount1/Tables","headers":[[],["Accept"],7,["Accept","application/json"]]`, `{"status":200,`},
		{"a body that is no text", `"method":"POST","url":"http://h/devstoreaccount1/Tables",` + jsonHeaders + `,"body":{}`, `{"status":400,`},
	} {
		host := frame.New(sandbox.Tables())
		host.Answer([]byte(`{"op":"open"}`))
		call := `{"op":"do"}`
		if test.request != "" {
			call = `{"op":"do",` + test.request + `}`
		}
		if got := string(host.Answer([]byte(call))); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s…", test.name, got, test.want)
		}
	}
}
