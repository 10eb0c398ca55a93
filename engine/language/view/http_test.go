package view_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestExchange has the ways in which bodies are shown, with their labels.
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
		{"blanks", `{"a": 1, "b": 2}`, "Response, as received; line breaks added",
			"200 OK\n\n{\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"carriage returns", "--batch\r\n\r\n{}", "Response, as received", "200 OK\n\n--batch\r\n\r\n{}"},
		{"XML", "\uFEFF<?xml version=\"1.0\"?><A><B>1 &lt; 2\n</B><C /><D><E></E></D></A>",
			"Response, as received; line breaks added",
			"200 OK\n\n\uFEFF<?xml version=\"1.0\"?>\n<A>\n  <B>1 &lt; 2\n</B>\n  <C />\n  <D>\n    <E>\n    " +
				"</E>\n  </D>\n</A>"},
		{"XML as its author wrote it", "<A>\n<B/></A>", "Response, as received", "200 OK\n\n<A>\n<B/></A>"},
		{"no XML", "</</>", "Response, as received; line breaks added", "200 OK\n\n</</>"},
		{"a lone bracket", "<", "Response, as received", "200 OK\n\n<"},
		{"nested too deeply", deep, "Response, as received", "200 OK\n\n" + deep},
		{"long", long, "Response, as received; cut, the body has 7.8 KB", "200 OK\n\n" + long[:3000] + "\n…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := runner.Step{Method: "GET", Request: wire.Request{Method: "GET", URL: "http://h/a"}}
			s.Response = wire.Response{Status: 200, Body: []byte(c.body)}
			tab := all(view.Result([]runner.Step{s}, trace.Layout{}, view.AsWritten), "tab-http")[0]
			panel := tab.Children[1]
			if got := words(panel.Children[2]); got != c.label {
				t.Errorf("label %q, want %q", got, c.label)
			}
			if got := words(panel.Children[3]); got != c.shown {
				t.Errorf("shown %q, want %q", got, c.shown)
			}
		})
	}
}

// TestContent: the response of a queue or a blob is shown as the answer, and never taken for entities.
func TestContent(t *testing.T) {
	for _, c := range []struct {
		name, body, class, shown string
		status                   int
	}{
		{"a text", `{"PartitionKey":"p","RowKey":"r"}`, "", "{\n  \"PartitionKey\":\"p\",\n  \"RowKey\":\"r\"\n}",
			200},
		{"a document", "<A><B>&lt;b&gt;</B></A>", "", "<A>\n  <B>&lt;b&gt;</B>\n</A>", 201},
		{"a long text", strings.Repeat("é", 4000), "", strings.Repeat("é", 1500) + "\n…", 200},
		{"no text", "\xff\x00", "rs-more", "The answer is 2 bytes that are no text.", 200},
		{"nothing", "", "", "204 No Content without a body", 204},
		{"a fault", "<Error />", "", "404 Not Found", 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := runner.Step{
				Method: "GET", Service: grant.Blob, Request: wire.Request{Method: "GET", URL: "http://h/a"},
				Response: wire.Response{Status: c.status, Body: []byte(c.body)},
				Trace: &trace.Trace{Operation: "GetBlob", Cost: trace.Cost{Transactions: 1,
					BytesReturned: len(c.body)}},
				Cost: trace.Cost{Transactions: 1, BytesReturned: len(c.body)},
			}
			root := view.Result([]runner.Step{s}, trace.Layout{}, view.AsWritten)
			if got := words(all(root, "tab-answer")[0].Children[1]); got != c.shown {
				t.Errorf("shown %q, want %q", got, c.shown)
			}
			if got := words(all(root, "rs-plan")[0]); !strings.Contains(got, "Get blob: 1 transaction") {
				t.Errorf("sentence %q", got)
			}
			if len(all(root, "kind-none")) != 1 {
				t.Error("it has the colour of a plan")
			}
			if c.class != "" && len(all(root, c.class)) != 1 {
				t.Errorf("nothing is %s", c.class)
			}
		})
	}
}
