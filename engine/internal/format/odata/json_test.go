package odata_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

func TestParseJSON(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	for text, want := range map[string]string{
		` {"a": 1} `: `{"a": 1}`, "\r\n5\t": "5", `"]["`: `"]["`, nested(100): nested(100),
	} {
		if doc, ok := odata.ParseJSON([]byte(text)); !ok || doc.Raw != want {
			t.Errorf("%q: got %q, %t, want %q", text, doc.Raw, ok, want)
		}
	}
	for _, text := range []string{"", " ", "{", "{'a':1}", "a", nested(101), `{"a":` + nested(100) + `}`} {
		if doc, ok := odata.ParseJSON([]byte(text)); ok || doc.Exists() {
			t.Errorf("%q: got %q, %t", text, doc.Raw, ok)
		}
	}
}

func TestMember(t *testing.T) {
	doc, _ := odata.ParseJSON([]byte(`{"odata.error":{"code":"A","code":"B"},"list":[{"code":"C"}]}`))
	if got := odata.Member(doc, "odata.error", "code").String(); got != "A" {
		t.Errorf("got %q, want the first, A", got)
	}
	for _, names := range [][]string{{"odata"}, {"list", "code"}, {"odata.error", "code", "x"}, {"list.0"}} {
		if got := odata.Member(doc, names...); got.Exists() {
			t.Errorf("%q: got %q", names, got.Raw)
		}
	}
}

// TestReadError: ReadError reads what Error writes, without the lines after the first.
func TestReadError(t *testing.T) {
	body := odata.Error(nil, "TableNotFound", "0:\"No\" \\ table.\nRequestId:1\nTime:2")
	if code, text := odata.ReadError(body); code != "TableNotFound" || text != `0:"No" \ table.` {
		t.Errorf("got %q, %q", code, text)
	}
	service := "\uFEFF" + `<?xml version="1.0" encoding="utf-8"?><Error><Code>BlobNotFound</Code>` +
		"<Message>No &lt;blob&gt;.\nRequestId:1\nTime:2</Message></Error>"
	if code, text := odata.ReadError([]byte(service)); code != "BlobNotFound" || text != "No <blob>." {
		t.Errorf("got %q, %q", code, text)
	}
	for _, body := range []string{"", "<error/>", "\uFEFF<Error/>", `{"value":[]}`, `{"odata.error":5}`} {
		if code, text := odata.ReadError([]byte(body)); code != "" || text != "" {
			t.Errorf("%s: got %q, %q", body, code, text)
		}
	}
}
