package export

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/language/runner"
	scripts "github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// recorder is a target that only remembers what is sent.
type recorder struct{ urls []string }

func (r *recorder) Do(q wire.Request) (wire.Response, *trace.Trace, error) {
	r.urls = append(r.urls, q.URL)
	return wire.Response{Status: 200}, nil, nil
}

func (r *recorder) Now() table.Ticks  { return 0 }
func (r *recorder) Sleep(table.Ticks) {}

// TestScript: a script of the requests that a cell shows sends the same requests, whatever is in their keys.
func TestScript(t *testing.T) {
	got := Script(&design.Plan{Requests: []design.Request{
		compile.Query("T", "PartitionKey eq 'a b' and At ge 'é'", 10, "")}})
	if !strings.HasPrefix(got, "GET {{host}}/T()?$filter=PartitionKey eq 'a b' and At ge 'é'&$top=10\n") {
		t.Errorf("not readable: %s", got)
	}
	for _, key := range []string{
		"a b", "it's", "100%", "%27", "%25", "a+b", "a&b", "a=b", "a?b", "a#b", "é", "\U0001F600", "{{host}}",
		"{x}", " ", "a ", "~", "\uFFFF", "\u2028", "€%", "a,b;c", "(x)", `"`, "<>", "HTTP/1.1", "x HTTP/1.1",
	} {
		text := "PartitionKey eq " + filter.Literal(table.StringValue(key))
		want := compile.Query("T", text, 0, "")
		parsed := scripts.Parse("a.http", Script(&design.Plan{Requests: []design.Request{want}}))
		var r recorder
		for i := range parsed.Examples {
			runner.Run(parsed, i, &r, runner.Options{Host: "http://h"})
		}
		if len(r.urls) != 1 {
			t.Errorf("%q: %d requests: %s", key, len(r.urls), Script(&design.Plan{Requests: []design.Request{want}}))
			continue
		}
		if got := plain(strings.TrimPrefix(r.urls[0], "http://h/")); got != plain(want.Path) {
			t.Errorf("%q: sends %s, want %s", key, got, want.Path)
		}
	}
}

// plain decodes the parts of an address, of which it keeps the borders.
func plain(path string) string {
	var parts []string
	for part := range strings.SplitSeq(path, "&") {
		text, _ := wire.Unescape(strings.ReplaceAll(part, "+", "%20"))
		parts = append(parts, text)
	}
	return strings.Join(parts, "&&")
}
