package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/wire"
)

func TestSplitURL(t *testing.T) {
	for raw, want := range map[string]wire.URL{
		"http://127.0.0.1:10002/account/Orders()?$top=1&x#y": {
			Base: "http://127.0.0.1:10002", Host: "127.0.0.1:10002", Path: "/account/Orders()", Query: "$top=1&x",
		},
		"https://a.table.core.windows.net": {
			Base: "https://a.table.core.windows.net", Host: "a.table.core.windows.net", Path: "/",
		},
		"/Orders?a=b?c": {Path: "/Orders", Query: "a=b?c"},
		"":              {},
	} {
		if diff := cmp.Diff(want, wire.SplitURL(raw)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", raw, diff)
		}
	}
}

func TestParams(t *testing.T) {
	got, ok := wire.Params("%24filter=A+eq+'x%2By'&&$top=&flag")
	want := []wire.Param{{Name: "$filter", Value: "A eq 'x+y'"}, {Name: "$top"}, {Name: "flag"}}
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Errorf("%t (-want +got):\n%s", ok, diff)
	}
	for _, query := range []string{"%", "a=%2", "a=1&%zz=2", "a=%FF", "%FF=a"} {
		if got, ok := wire.Params(query); ok || got != nil {
			t.Errorf("%q: got %v, %t", query, got, ok)
		}
	}
}

func TestUnescape(t *testing.T) {
	for text, want := range map[string]string{
		"plain+text": "plain+text", "%2f%2F": "//", "%F0%9F%98%80": "😀", "a%00b": "a\x00b",
	} {
		if got, ok := wire.Unescape(text); !ok || got != want {
			t.Errorf("%q: got %q, %t, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"%", "%4", "a%g0", "%+1", "%-1", "%0x", "% 1"} {
		if got, ok := wire.Unescape(text); ok || got != "" {
			t.Errorf("%q: got %q, %t", text, got, ok)
		}
	}
}

func TestEscape(t *testing.T) {
	const text, keep = "AZaz09-_.~ '()é%/", "'/"
	const want = "AZaz09-_.~%20'%28%29%C3%A9%25/"
	if got := wire.Escape(text, keep); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, ok := wire.Unescape(want); !ok || got != text {
		t.Errorf("undone: got %q, %t", got, ok)
	}
}

func TestHeaders(t *testing.T) {
	var h wire.Headers
	h.Add("Accept", "a")
	h.Add("ACCEPT", "b")
	h.Set("accept", "c")
	h.Set("If-Match", "")
	want := wire.Headers{{Name: "Accept", Value: "c"}, {Name: "ACCEPT", Value: "b"}, {Name: "If-Match"}}
	if diff := cmp.Diff(want, h); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := h.Get("aCCept"); got != "c" {
		t.Errorf("Get returns %q", got)
	}
	if got := h.Count("Accept"); got != 2 {
		t.Errorf("Count returns %d", got)
	}
	if !h.Has("if-match") || h.Has("If-None-Match") {
		t.Error("Has confuses an empty value with none")
	}
	for other, want := range map[string]bool{
		"AZaz-@[": true, "azAZ-@[": true, "AZaz-@{": false, "AZaz-`[": false, "AZaz-@": false,
	} {
		if got := wire.EqualFold("azAZ-@[", other); got != want {
			t.Errorf("%s: got %v", other, got)
		}
	}
}

func TestStatusText(t *testing.T) {
	for status, want := range map[int]string{201: "Created", 418: "418"} {
		if got := wire.StatusText(status); got != want {
			t.Errorf("%d: got %q, want %q", status, got, want)
		}
	}
}
