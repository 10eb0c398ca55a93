package blobs_test

import (
	"strings"
	"testing"
	"time"
)

// TestSetProperties: properties that aren't sent are cleared; metadata and content stay.
func TestSetProperties(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	tag := w.put("/docs/a", "1", "x-ms-blob-content-language", "de", "x-ms-meta-by", "Ann").Headers.Get("ETag")
	const at = "/docs/a?comp=properties"
	r := w.expect("PUT", at, "", 200, "", "x-ms-blob-content-type", "text/plain", "x-ms-blob-cache-control",
		"no-cache", "x-ms-blob-content-md5", "XUFAKrxLKna5cZ2REBfFkg==", "Content-Type", "text/html")
	h := w.expect("GET", "/docs/a", "", 200, "").Headers
	for name, want := range map[string]string{
		"Content-Type": "text/plain", "Cache-Control": "no-cache", "Content-Language": "", "x-ms-meta-by": "Ann",
		"Content-MD5": "XUFAKrxLKna5cZ2REBfFkg==", "ETag": r.Headers.Get("ETag"),
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	w.expect("PUT", at, "", 412, "ConditionNotMet", "If-Match", tag)
	w.expect("PUT", at, "", 400, "InvalidMd5", "x-ms-blob-content-md5", "x")
	w.expect("PUT", at, "", 400, "InvalidHeaderValue", "x-ms-blob-content-type", "\xE9")
	w.expect("PUT", "/docs/none?comp=properties", "", 404, "BlobNotFound")
	w.expect("PUT", at, "", 200, "", "x-ms-blob-content-md5", "AQIDBA==") // of any length, and kept as it is
	if got := w.expect("GET", "/docs/a", "", 200, "").Headers.Get("Content-MD5"); got != "AQIDBA==" {
		t.Errorf("the digest is %s", got)
	}
	w.expect("PUT", at, "", 200, "")
	h = w.expect("GET", "/docs/a", "", 200, "").Headers
	if h.Has("Content-Type") || h.Has("Cache-Control") || h.Has("Content-MD5") {
		t.Errorf("cleared, it has %v", h)
	}
	w.lease("/docs/a", "acquire for:15 as:A", 201, "")
	w.expect("PUT", at, "", 412, "LeaseIdMissing")
}

// TestAccount: what kind of account this is, asked at any path.
func TestAccount(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/", "/docs", "/docs/a"} {
		for _, method := range []string{"GET", "HEAD"} {
			h := w.expect(method, path+"?restype=account&comp=properties", "", 200, "").Headers
			if h.Get("x-ms-sku-name") != "Standard_RAGRS" || h.Get("x-ms-account-kind") != "StorageV2" {
				t.Errorf("%s %s: got %v", method, path, h)
			}
		}
	}
	w.expect("PUT", "/?restype=account&comp=properties", "", 405, "UnsupportedHttpVerb")
}

// TestListUncommitted: blobs of which only blocks are there are listed if the client asks for them, in order.
func TestListUncommitted(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/logs"+container, "", 201, "")
	for _, name := range []string{"a", "c/1", "d"} {
		w.put("/logs/"+name, "1")
	}
	for _, name := range []string{"b", "c/0", "c/2", "d", "e"} {
		w.block("/logs/"+name, "A", "12")
		w.block("/logs/"+name, "B", "12")
	}
	for _, c := range []struct{ query, want string }{
		{"", "a c/1 d"},
		{"&include=uncommittedblobs", "a b c/0 c/1 c/2 d e"},
		{"&include=metadata,uncommittedblobs&delimiter=/", "a b c/ d e"},
		{"&include=uncommittedblobs&prefix=c/", "c/0 c/1 c/2"},
		{"&include=uncommittedblobs&marker=c/1", "c/1 c/2 d e"},
	} {
		names, _ := w.names(c.query)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.query, got, c.want)
		}
	}
	var paged []string
	marker := ""
	for pages := 0; pages == 0 || marker != ""; pages++ {
		var page []string
		page, marker = w.names("&include=uncommittedblobs&maxresults=2&marker=" + marker)
		paged = append(paged, page...)
	}
	if got := strings.Join(paged, " "); got != "a b c/0 c/1 c/2 d e" {
		t.Errorf("in pages: got %q", got)
	}
	const b = "/logs" + container + "&comp=list&include=uncommittedblobs&prefix=b"
	body := string(w.expect("GET", b, "", 200, "").Body)
	if !strings.Contains(body, "<Content-Length>0</Content-Length>") {
		t.Errorf("listed as %s", body)
	}
	w.Now = w.Now.Add(8 * 24 * time.Hour)
	if names, _ := w.names("&include=uncommittedblobs"); len(names) != 3 {
		t.Errorf("after a week there are %q", names)
	}
}
