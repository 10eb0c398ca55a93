package control_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/hosts/frame/control"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

// TestSession: an account does what was set for it, its own clock passes waits at once, and another account
// has nothing of it.
func TestSession(t *testing.T) {
	h := frame.New(sandbox.Tables())
	control.Serve(h)
	const (
		list = `{"op":"do","session":"a","method":"GET","url":"http://127.0.0.1:10002/devstoreaccount1/Tables",` +
			`"headers":[["Accept","application/json"]]}`
		set = `{"op":"control","session":"a","method":"POST","path":"/faults","body":`
	)
	for i, step := range []struct{ call, begins, ends string }{
		{set + `"\"busy\""}`, `{"error":"there is no account for session \"a\" any more"}`, ""},
		{`{"op":"open","session":"a"}`, "{}", ""},
		{`{"op":"open","session":"b"}`, "{}", ""},
		{set + `"\"bus\""}`, `{"status":400,"body":"{\"error\":\"fault: there is no \\\"bus\\\"; did you me`, ""},
		{set + `"[\"slow nth=1 wait=2s\", \"hang nth=2\", \"lose-answer nth=3\", \"busy nth=4\"]"}`,
			`{"status":200,"body":"{\"faults\":[{\"id\":\"1\",`, ""},
		{list, `{"status":200,`, `"wait":2000,"did":[0,0,1767603602012]}`},
		{list, `{"status":0,`, `"wait":-1,"did":[0,0,1767603602012]}`},
		{list, `{"status":0,`, `"body":"","did":[0,0,1767603602024]}`},
		{list, `{"status":503,`, `"did":[0,0,1767603602037]}`},
		{list, `{"status":200,`, `"did":[0,0,1767603602049]}`},
		{strings.Replace(list, `"a"`, `"b"`, 1), `{"status":200,`, `"did":[0,0,1767603600012]}`},
		{`{"op":"control","session":"a","method":"GET","path":"/requests"}`,
			`{"status":200,"body":"{\"total\":5,`, ""},
		{`{"op":"open","session":"a"}`, "{}", ""},
		{`{"op":"control","session":"a","method":"GET","path":"/requests"}`,
			`{"status":200,"body":"{\"total\":0,`, ""},
	} {
		got := string(h.Answer([]byte(step.call)))
		if !strings.HasPrefix(got, step.begins) || !strings.HasSuffix(got, step.ends) {
			t.Errorf("step %d, %s\n got %s\nwant %s … %s", i, step.call, got, step.begins, step.ends)
		}
	}
}
