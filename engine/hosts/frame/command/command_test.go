package command_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/hosts/frame/command"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

func answer(t *testing.T, b sandbox.Sandbox, call string) gjson.Result {
	t.Helper()
	h := frame.New(b)
	command.Serve(h, b)
	reply := string(h.Answer([]byte(call)))
	if !gjson.Valid(reply) {
		t.Fatalf("the reply is not JSON: %s", reply)
	}
	return gjson.Parse(reply)
}

func TestRun(t *testing.T) {
	tests := []struct{ name, call, stdout, stderr, exit string }{
		{
			"met", `{"op":"run","files":[{"name":"a.http","text":"# @expect status == 200\nGET {{host}}/Tables"}]}`,
			"✔ GET /Tables  200", "", "0",
		},
		{
			"missed", `{"op":"run","files":[{"name":"a.http","text":"# @expect status == 418\nGET {{host}}/Tables"}]}`,
			"✘ GET /Tables  200", "", "1",
		},
		{
			"wrong", `{"op":"run","files":[{"name":"a.http","text":"# @ref nowhere\nGET {{host}}/Tables"}]}`,
			"", "a.http:1:", "2",
		},
		{
			"JSON", `{"op":"run","json":true,"files":[{"name":"a.http","text":"GET {{host}}/Tables"}]}`,
			`{"ok":true,"files":[{"file":"a.http","steps":[`, "", "0",
		},
		{
			"Markdown", `{"op":"run","json":true,"files":[{"name":"a.md","text":"# A\n\n` +
				"```http\\nGET {{host}}/Tables\\n```" + `\n"}]}`,
			`{"ok":true,"files":[{"file":"a.md","steps":[{`, "", "0",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reply := answer(t, full.Sandbox(), test.call)
			if got := reply.Get("stdout").String(); !strings.HasPrefix(got, test.stdout) {
				t.Errorf("stdout is %q, want it to begin with %q", got, test.stdout)
			}
			if got := reply.Get("stderr").String(); !strings.HasPrefix(got, test.stderr) || got != "" &&
				test.stderr == "" {
				t.Errorf("stderr is %q, want it to begin with %q", got, test.stderr)
			}
			if got := reply.Get("exit").Raw; got != test.exit {
				t.Errorf("exit is %s, want %s", got, test.exit)
			}
		})
	}
}

// TestTablesOnly: a sandbox with tables alone returns files that need more.
func TestTablesOnly(t *testing.T) {
	const queue = `{"op":"run","files":[{"name":"a.http","text":"PUT {{queue}}/orders"}]}`
	if got := answer(t, sandbox.Tables(), queue); !got.Get("full").Bool() {
		t.Error(got)
	}
	const tables = `{"op":"run","files":[{"name":"a.http","text":"GET {{host}}/Tables"}]}`
	if got := answer(t, sandbox.Tables(), tables); got.Get("exit").Raw != "0" {
		t.Error(got)
	}
}

// TestStrange: a call never fails, whatever is in it.
func TestStrange(t *testing.T) {
	for _, files := range []string{`{"name":1}`, `7`, `[7,[],{"text":{}},{"name":".csv"}]`, `null`} {
		if got := answer(t, full.Sandbox(), `{"op":"run","files":`+files+`}`); !got.Get("exit").Exists() {
			t.Errorf("%s: %s", files, got)
		}
	}
}

// TestGuide: fences of requests are together if nothing is between them, and data is alone.
func TestGuide(t *testing.T) {
	const markdown = "```http\\na\\n```\\n\\n```http\\nb\\nc\\n```\\nprose\\n~~~~ http \\n```\\nd\\n~~~~\\n" +
		"```js\\ne\\n```\\n```csv Orders\\nPartitionKey,RowKey\\n```\\n```http\\nopen"
	got := answer(t, sandbox.Tables(), `{"op":"guide","markdown":"`+markdown+`"}`).Raw
	want := `{"examples":[[{"table":"","text":"a"},{"table":"","text":"b\nc"}],[{"table":"","text":"` +
		"```" + `\nd"}],[{"table":"Orders","text":"PartitionKey,RowKey"}],[{"table":"","text":"open"}]],` +
		`"programs":[{"line":15,"text":"e"}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
