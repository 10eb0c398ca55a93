package view_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/view"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestExchange states how bodies are shown, and what the label owns up to.
func TestExchange(t *testing.T) {
	long := strings.Repeat("é", 4000)
	deep := `{"a":` + strings.Repeat("[", 101) + strings.Repeat("]", 101) + `}`
	for _, c := range []struct{ name, body, label, shown string }{
		{"none", "", "Response, as received", "200 OK"},
		{"text", "no JSON {", "Response, as received", "200 OK\n\nno JSON {"},
		{"broken already", "{\n\"a\":1}", "Response, as received", "200 OK\n\n{\n\"a\":1}"},
		{"empty object", "{}", "Response, as received", "200 OK\n\n{}"},
		{"array", "[1,2]", "Response, as received", "200 OK\n\n[1,2]"},
		{"members", `{"a":1,"b":{"c":[1,{"d":2}]},"e":[]}`, "Response, as received; line breaks added",
			"200 OK\n\n{\n  \"a\":1,\n  \"b\":{\n    \"c\":[1,{\"d\":2}]\n  },\n  \"e\":[]\n}"},
		{"collection", `{"value":[{"a":"x,y"},{"a":"{\"[\\"}]}`, "Response, as received; line breaks added",
			"200 OK\n\n{\n  \"value\":[\n    {\"a\":\"x,y\"},\n    {\"a\":\"{\\\"[\\\\\"}\n  ]\n}"},
		{"blanks", `{"a": 1, "b": 2}`, "Response, as received; line breaks added", "200 OK\n\n{\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"carriage returns", "--batch\r\n\r\n{}", "Response, as received", "200 OK\n\n--batch\r\n\r\n{}"},
		{"nested too deeply", deep, "Response, as received", "200 OK\n\n" + deep},
		{"long", long, "Response, as received; cut, the body has 7.8 KB", "200 OK\n\n" + long[:3000] + "\n…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := script.Step{Method: "GET", Request: wire.Request{Method: "GET", URL: "http://h/a"}}
			s.Response = wire.Response{Status: 200, Body: []byte(c.body)}
			details := all(view.Result([]script.Step{s}, trace.Layout{}), "rs-http")[0]
			if got := words(details.Children[3]); got != c.label {
				t.Errorf("label %q, want %q", got, c.label)
			}
			if got := words(details.Children[4]); got != c.shown {
				t.Errorf("shown %q, want %q", got, c.shown)
			}
		})
	}
}
