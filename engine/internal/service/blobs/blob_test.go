package blobs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service/blobs"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// world is an account with helpers for requests to its blobs.
type world struct{ *enginetest.World }

func newWorld(t enginetest.T) *world {
	t.Helper()
	return &world{enginetest.NewWorld(t, nil)}
}

func (w *world) send(method, path, body string, headers ...string) wire.Response {
	return w.Send(grant.Blob, method, path, body, headers...)
}

func (w *world) expect(method, path, body string, status int, code string, headers ...string) wire.Response {
	w.T.Helper()
	return w.Expect(grant.Blob, method, path, body, status, code, headers...)
}

func (w *world) put(path, body string, headers ...string) wire.Response {
	w.T.Helper()
	return w.expect("PUT", path, body, 201, "", append([]string{"x-ms-blob-type", "BlockBlob"},
		headers...)...)
}

func (w *world) contains(path, want string) {
	w.T.Helper()
	if r := w.expect("GET", path, "", 200, ""); string(r.Body) != want {
		w.T.Errorf("%s has %q, want %q", path, r.Body, want)
	}
}

const container = "?restype=container"

func TestContainers(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/logs"+container, "", 201, "", "x-ms-meta-kind", "log")
	w.expect("PUT", "/logs"+container, "", 409, "ContainerAlreadyExists")
	w.put("/logs/a", "1")
	r := w.expect("GET", "/logs"+container, "", 200, "")
	if r.Headers.Get("x-ms-meta-kind") != "log" || r.Headers.Get(
		"Last-Modified") != "Mon, 05 Jan 2026 09:00:01 GMT" {
		t.Errorf("got %v", r.Headers)
	}
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("PUT", "/docs"+container+"&comp=metadata", "", 200, "", "x-ms-meta-x", "1")
	r = w.expect("GET", "/?comp=list&maxresults=1&include=metadata", "", 200, "")
	if want := "\uFEFF" + xmlbody.Head + `<EnumerationResults ServiceEndpoint="` +
		enginetest.BaseOf(grant.Blob) + `/"><MaxResults>1</MaxResults><Containers>` +
		`<Container><Name>docs</Name><Properties><Last-Modified>Mon, 05 Jan 2026 09:00:06 GMT</Last-Modified>` +
		`<Etag>"0x8DE4C38D21A2F00"</Etag><LeaseStatus>unlocked</LeaseStatus><LeaseState>available</LeaseState>` +
		`</Properties>` +
		`<Metadata><x>1</x></Metadata></Container></Containers><NextMarker>logs</NextMarker>` +
		`</EnumerationResults>`; string(r.Body) != want {
		t.Errorf("got  %s\nwant %s", r.Body, want)
	}
	w.expect("DELETE", "/logs"+container, "", 202, "")
	w.expect("DELETE", "/logs"+container, "", 202, "")
	w.expect("PUT", "/logs"+container, "", 409, "ContainerBeingDeleted")
	w.expect("GET", "/logs/a", "", 404, "ContainerNotFound")
	w.expect("GET", "/logs"+container+"&comp=acl", "", 404, "ContainerNotFound")
	for range 29 {
		w.expect("GET", "/docs/none", "", 404, "BlobNotFound")
	}
	w.expect("GET", "/logs/a", "", 404, "ContainerNotFound")
	w.expect("PUT", "/logs"+container, "", 201, "")
	w.expect("GET", "/logs/a", "", 404, "BlobNotFound")
}

func TestBlockBlob(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	putReply := w.put("/docs/2026/a%20b", "hello", "x-ms-blob-content-type", "text/plain", "Content-MD5",
		"XUFAKrxLKna5cZ2REBfFkg==",
		"x-ms-meta-By", "Ann", "Content-Type", "application/json")
	r := w.expect("GET", "/docs/2026/a%20b", "", 200, "")
	for name, want := range map[string]string{
		"Content-Type": "text/plain", "ETag": putReply.Headers.Get("ETag"),
		"Content-MD5":    "XUFAKrxLKna5cZ2REBfFkg==",
		"x-ms-blob-type": "BlockBlob", "x-ms-meta-by": "Ann",
		"Last-Modified": "Mon, 05 Jan 2026 09:00:02 GMT",
	} {
		if got := r.Headers.Get(name); got != want || want == "" {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if string(r.Body) != "hello" {
		t.Errorf("it holds %q", r.Body)
	}
	r = w.expect("HEAD", "/docs/2026/a%20b", "", 200, "")
	if len(r.Body) > 0 || r.Headers.Get("Content-Length") != "5" {
		t.Errorf("HEAD gives %q, %v", r.Body, r.Headers)
	}
	for _, c := range []struct{ header, sent, body, contentRange string }{
		{"Range", "bytes=1-3", "ell", "bytes 1-3/5"},
		{"x-ms-range", "bytes=3-", "lo", "bytes 3-4/5"},
		{"Range", "bytes=0-99", "hello", "bytes 0-4/5"},
		{"Range", "bytes=4-9223372036854775807", "o", "bytes 4-4/5"},
	} {
		r := w.expect("GET", "/docs/2026/a%20b", "", 206, "", c.header, c.sent)
		if string(r.Body) != c.body || r.Headers.Get("Content-Range") != c.contentRange {
			t.Errorf("%s: got %q, %s", c.sent, r.Body, r.Headers.Get("Content-Range"))
		}
	}
	w.expect("GET", "/docs/2026/a%20b", "", 416, "InvalidRange", "Range", "bytes=5-")
	w.expect("PUT", "/docs/md5", "other", 400, "Md5Mismatch", "x-ms-blob-type", "BlockBlob",
		"x-ms-blob-content-md5", "XUFAKrxLKna5cZ2REBfFkg==")
	w.put("/docs/empty", "")
	r = w.expect("GET", "/docs/empty", "", 416, "InvalidRange", "Range", "bytes=0-")
	if got := r.Headers.Get("Content-Range"); got != "bytes */0" {
		t.Errorf("a range of nothing: got Content-Range %q", got)
	}
	w.put("/docs/a%5Cb.txt", "slash")
	w.contains("/docs/a/b.txt", "slash")
	if r := w.expect("HEAD", "/docs/none", "", 404, "BlobNotFound"); r.Headers.Has("Content-Type") {
		t.Errorf("HEAD of nothing has %v", r.Headers)
	}
	r = w.expect("DELETE", "/docs/a/b.txt", "", 202, "")
	if r.Headers.Get("x-ms-delete-type-permanent") != "true" {
		t.Errorf("DELETE has %v", r.Headers)
	}
	w.expect("PUT", "/open"+container, "", 400, "InvalidHeaderValue", "x-ms-blob-public-access", "true")
	w.expect("GET", "/docs/2026/a%20b", "", 416, "InvalidRange", "Range",
		"bytes=9223372036854775807-9223372036854775807")
	for _, unknown := range []string{"bytes=3-1", "bytes=-2", "bytes=1-2,4-4", "bytes=a-b", "chars=0-1",
		"bytes=1", "bytes=0-9223372036854775808", "bytes=+1-3", "bytes=1-+3"} {
		w.expect("GET", "/docs/2026/a%20b", "", 200, "", "Range", unknown)
	}
	w.put("/docs/2026/a%20b", "other")
	w.contains("/docs/2026/a%20b", "other")
	w.expect("PUT", "/docs/2026/a%20b"+"?comp=metadata", "", 200, "", "x-ms-meta-z", "1")
	r = w.expect("GET", "/docs/2026/a%20b?comp=metadata", "", 200, "")
	if r.Headers.Get("x-ms-meta-z") != "1" || r.Headers.Get("x-ms-meta-by") != "" {
		t.Errorf("got %v", r.Headers)
	}
	w.expect("DELETE", "/docs/2026/a%20b", "", 400, "InvalidHeaderValue", "x-ms-delete-snapshots", "all")
	w.expect("DELETE", "/docs/2026/a%20b", "", 202, "", "x-ms-delete-snapshots", "include")
	w.expect("DELETE", "/docs/2026/a%20b", "", 404, "BlobNotFound")
	w.put("/docs/empty", "")
	w.contains("/docs/empty", "")
	w.expect("GET", "/docs/empty", "", 416, "InvalidRange", "Range", "bytes=0-0")
}

func TestConditions(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	const b, unmet = "/docs/b", "ConditionNotMet"
	only := []string{"x-ms-blob-type", "BlockBlob", "If-None-Match", "*"}
	w.expect("PUT", b, "1", 412, unmet, "x-ms-blob-type", "BlockBlob", "If-Match", `"0x1"`)
	w.expect("PUT", b, "1", 201, "", only...)
	w.expect("PUT", b, "2", 409, "BlobAlreadyExists", only...)
	tag := w.expect("GET", b, "", 200, "").Headers.Get("ETag")
	const at = "Mon, 05 Jan 2026 09:00:03 GMT"
	for _, c := range []struct {
		name, value string
		read, write int
	}{
		{"If-Match", tag, 200, 200},
		{"If-Match", "*", 200, 200},
		{"If-Match", `"0x1"`, 412, 412},
		{"If-None-Match", tag, 304, 412},
		{"If-None-Match", `"0x1", ` + tag, 304, 412},
		{"If-None-Match", `"0x1"`, 200, 200},
		{"If-Modified-Since", at, 304, 412},
		{"If-Modified-Since", "Mon, 05 Jan 2026 09:00:02 GMT", 200, 200},
		{"If-Unmodified-Since", at, 200, 200},
		{"If-Unmodified-Since", "Mon, 05 Jan 2026 09:00:02 GMT", 412, 412},
		{"If-Modified-Since", "yesterday", 400, 400},
	} {
		w := newWorld(t)
		w.expect("PUT", "/docs"+container, "", 201, "")
		w.expect("GET", "/docs/none", "", 404, "BlobNotFound")
		w.put(b, "1")
		code := map[int]string{200: "", 304: unmet, 412: unmet, 400: "InvalidHeaderValue"}
		if r := w.expect("GET", b, "", c.read, code[c.read], c.name, c.value); c.read == 304 &&
			len(r.Body) > 0 {
			t.Errorf("304 with the body %q", r.Body)
		}
		w.expect("PUT", b+"?comp=metadata", "", c.write, code[c.write], c.name, c.value)
	}
	w.expect("DELETE", b, "", 412, unmet, "If-Match", `"0x1"`)
	w.expect("DELETE", b, "", 202, "", "If-Match", tag)
}

func TestAppendBlob(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/logs"+container, "", 201, "")
	const log, block = "/logs/queue/2014/07/31/1800/000001.log", "?comp=appendblock"
	w.expect("PUT", log, "", 201, "", "x-ms-blob-type", "AppendBlob")
	w.expect("PUT", log+block, "one\n", 201, "")
	r := w.expect("PUT", log+block, "two\n", 201, "", "x-ms-blob-condition-appendpos", "4",
		"x-ms-blob-condition-maxsize", "8")
	if r.Headers.Get("x-ms-blob-append-offset") != "4" ||
		r.Headers.Get("x-ms-blob-committed-block-count") != "2" {
		t.Errorf("got %v", r.Headers)
	}
	w.expect("PUT", log+block, "x", 412, "AppendPositionConditionNotMet", "x-ms-blob-condition-appendpos",
		"4")
	w.expect("PUT", log+block, "x", 412, "MaxBlobSizeConditionNotMet", "x-ms-blob-condition-maxsize", "8")
	w.expect("PUT", log+block, "x", 400, "InvalidHeaderValue", "x-ms-blob-condition-maxsize", "-8")
	w.expect("PUT", log+block, "x", 400, "Md5Mismatch", "Content-MD5", "XUFAKrxLKna5cZ2REBfFkg==")
	w.expect("PUT", log+block, "x", 400, "InvalidMd5", "Content-MD5", "x")
	w.expect("PUT", log+block, "", 400, "InvalidHeaderValue")
	w.expect("PUT", log+block, strings.Repeat("x", 4<<20+1), 413, "RequestBodyTooLarge")
	w.contains(log, "one\ntwo\n")
	r = w.expect("GET", log, "", 206, "", "Range", "bytes=2-5")
	if string(r.Body) != "e\ntw" {
		t.Errorf("over the border of two blocks there is %q", r.Body)
	}
	w.put("/logs/plain", "x")
	w.expect("PUT", "/logs/plain"+block, "x", 409, "InvalidBlobType")
	w.expect("PUT", "/logs/none"+block, "x", 404, "BlobNotFound")
	w.expect("PUT", log, "x", 400, "InvalidHeaderValue", "x-ms-blob-type", "AppendBlob")
	w.expect("PUT", log, "", 201, "", "x-ms-blob-type", "AppendBlob")
	w.contains(log, "")
}

// names returns the names in a list of blobs, those of BlobPrefix elements included.
func (w *world) names(query string) (names []string, next string) {
	w.T.Helper()
	r := w.expect("GET", "/logs"+container+"&comp=list"+query, "", 200, "")
	root, err := xmlbody.Parse(r.Body)
	if err != nil {
		w.T.Fatalf("%v", err)
	}
	blobs, _ := root.Child("Blobs")
	for _, b := range blobs.Children {
		name, _ := b.Child("Name")
		names = append(names, name.Text)
	}
	marker, _ := root.Child("NextMarker")
	return names, marker.Text
}

func TestList(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/logs"+container, "", 201, "")
	for _, name := range []string{"b", "a/2", "a/1", "a/x/1", "a/x/2", "a0", "c/1", "B"} {
		w.put("/logs/"+name, "1")
	}
	w.block("/logs/z", "A", "1")
	for _, c := range []struct{ query, want string }{
		{"", "B a/1 a/2 a/x/1 a/x/2 a0 b c/1"},
		{"&delimiter=/", "B a/ a0 b c/"},
		{"&prefix=a/&delimiter=/", "a/1 a/2 a/x/"},
		{"&prefix=a/", "a/1 a/2 a/x/1 a/x/2"},
		{"&prefix=a", "a/1 a/2 a/x/1 a/x/2 a0"},
		{"&prefix=d", ""},
		{"&startFrom=a/2", "a/2 a/x/1 a/x/2 a0 b c/1"},
		{"&startFrom=a/2&endBefore=b", "a/2 a/x/1 a/x/2 a0"},
		{"&startFrom=a/3&endBefore=b&delimiter=/", "a/ a0"},
		{"&startFrom=b&endBefore=a", ""},
		{"&endBefore=a0&include=uncommittedblobs", "B a/1 a/2 a/x/1 a/x/2"},
	} {
		names, next := w.names(c.query)
		if got := strings.Join(names, " "); got != c.want || next != "" {
			t.Errorf("%s: got %q, marker %q, want %q", c.query, got, next, c.want)
		}
		for size := 1; size < 4; size++ { // the same, page by page
			var all []string
			marker := ""
			for pages := 0; pages == 0 || marker != ""; pages++ {
				var page []string
				page, marker = w.names(fmt.Sprintf("%s&maxresults=%d&marker=%s", c.query, size, marker))
				all = append(all, page...)
				if len(page) > size || pages > 20 {
					t.Fatalf("%s: a page has %d of %d, %d pages", c.query, len(page), size, pages)
				}
			}
			if got := strings.Join(all, " "); got != c.want {
				t.Errorf("%s by %d: got %q, want %q", c.query, size, got, c.want)
			}
		}
	}
	w.expect("GET", "/logs"+container+"&comp=list&maxresults=0", "", 400, "OutOfRangeQueryParameterValue")
	w.expect("GET", "/none"+container+"&comp=list", "", 404, "ContainerNotFound")
}

// TestNames: almost any string can be the name of a blob.
func TestNames(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/logs"+container, "", 201, "")
	names := []string{
		"a", "a/", "a//b", "/a", "a.", "..", "../a", ".", "A", "a b", "a+b", "a&b=c?d#e", "<a>", "é",
		"a%2Fb", "a\nb", "\"",
		"\uE000x", "\uE000", "\U0001F600", strings.Repeat("é", 1024), "'", "!\"$%&'()*+,",
	}
	for _, name := range names {
		w.put("/logs/"+wire.Escape(name, ""), name)
	}
	listed := map[string]bool{}
	all, _ := w.names("")
	for _, name := range all {
		listed[name] = true
	}
	if len(all) != len(names) {
		t.Errorf("%d blobs are listed, %d were put", len(all), len(names))
	}
	for _, name := range names {
		w.contains("/logs/"+wire.Escape(name, ""), name)
		if !listed[name] {
			t.Errorf("%q is not listed", name)
		}
		if got, _ := w.names("&prefix=" + wire.Escape(name, "")); len(got) == 0 || got[0] != name {
			t.Errorf("%q is not the first that begins so: %q", name, got)
		}
	}
	// In UTF-16 the marker is before the prefix, although its bytes are greater.
	if got, _ := w.names("&prefix=" + wire.Escape("\uE000", "") + "&marker=" +
		wire.Escape("\U0001F600", "")); len(got) != 2 {
		t.Errorf("got %q", got)
	}
	for _, name := range []string{"%01", "a%7F%00", "%EF%BF%BF", "%FF"} {
		w.expect("GET", "/logs/"+name, "", 400, "InvalidUri")
	}
	w.expect("GET", "/logs/", "", 400, "InvalidResourceName")
	w.expect("GET", "/logs"+container+"&comp=list&delimiter=%01", "", 400, "InvalidQueryParameterValue")
}

func TestHeaders(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	for _, header := range []string{"Content-Type", "x-ms-blob-content-disposition", "Cache-Control"} {
		w.expect("PUT", "/docs/a", "", 400, "InvalidHeaderValue", "x-ms-blob-type", "BlockBlob", header,
			"\xE9")
	}
	w.put("/docs/a", "", "x-ms-blob-content-disposition", "attachment; filename=a", "Content-Language",
		"de", "x-ms-blob-cache-control", "no-store")
	r := w.expect("GET", "/docs/a", "", 200, "")
	for name, want := range map[string]string{
		"Content-Disposition": "attachment; filename=a", "Content-Language": "de",
		"Cache-Control": "no-store",
		"Content-Type":  "application/octet-stream", "x-ms-blob-type": "BlockBlob",
	} {
		if got := r.Headers.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestBlocks: an append blob can have 50,000 blocks.
func TestBlocks(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/logs"+container, "", 201, "")
	w.expect("PUT", "/logs/a", "", 201, "", "x-ms-blob-type", "AppendBlob")
	if err := w.Store.Update(func(tx *store.Tx) error { return blobs.PutFull(tx, "logs", "a") }); err != nil {
		t.Fatal(err)
	}
	r := w.expect("PUT", "/logs/a?comp=appendblock", "x", 201, "")
	if got := r.Headers.Get("x-ms-blob-committed-block-count"); got != "50000" {
		t.Errorf("it has %s blocks", got)
	}
	w.expect("PUT", "/logs/a?comp=appendblock", "x", 409, "BlockCountExceedsLimit")
}

func TestRefusals(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	for _, c := range []struct {
		method, path string
		status       int
		code         string
		headers      []string
	}{
		{"PUT", "/docs/b", 400, "MissingRequiredHeader", nil},
		{"PUT", "/docs/b", 400, "InvalidHeaderValue", []string{"x-ms-blob-type", "Blob"}},
		{"PUT", "/docs/b", 501, "NotImplemented", []string{"x-ms-blob-type", "PageBlob"}},
		{"GET", "/docs/b?snapshot=x", 400, "InvalidQueryParameterValue", nil},
		{"GET", "/docs/b?versionid=x", 501, "NotImplemented", nil},
		{"GET", "/docs", 404, "ContainerNotFound", nil}, // in $root
		{"PUT", "/$logs" + container, 400, "InvalidResourceName", nil},
		{"GET", "/$logs/a", 404, "ContainerNotFound", nil},
		{"PUT", "/$other" + container, 400, "InvalidResourceName", nil},
		{"POST", "/docs" + container, 501, "NotImplemented", nil},
		{"PUT", "/docs?comp=list&restype=container", 501, "NotImplemented", nil},
		{"PUT", "/Docs" + container, 400, "InvalidResourceName", nil},
		{"PUT", "/docs/" + strings.Repeat("x", 1025), 400, "InvalidResourceName",
			[]string{"x-ms-blob-type", "BlockBlob"}},
		{"PUT", "/docs/b", 400, "InvalidMetadata", []string{"x-ms-blob-type", "BlockBlob", "x-ms-meta-a-b",
			"1"}},
		{"PUT", "/none/b", 404, "ContainerNotFound", []string{"x-ms-blob-type", "BlockBlob"}},
	} {
		w.expect(c.method, c.path, "", c.status, c.code, c.headers...)
	}
}
