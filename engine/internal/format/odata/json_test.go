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
