package blobs_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service/blobs"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// segmented sends a request with its body cut into segments, from a host that takes an answer so, and returns
// the answer with its body in one piece.
func (w *world) segmented(method, path string, status int, body []string, headers ...string) wire.Response {
	w.T.Helper()
	req := wire.Request{Method: method, URL: enginetest.BaseOf(grant.Blob) + path, Segmented: true}
	if len(body) > 0 {
		req.Body, req.Segments = []byte(body[0]), body[1:]
	}
	for i := 0; i < len(headers); i += 2 {
		req.Headers.Add(headers[i], headers[i+1])
	}
	r, _ := w.Account.Do(grant.Blob, req)
	if r.Status != status {
		w.T.Errorf("%s %s: got %d, want %d: %s", method, path, r.Status, status, r.Body)
	}
	r.Body = append(r.Body, strings.Join(r.Segments, "")...)
	return r
}

// TestSegments: bodies in segments are stored and read like any others, by put and by blocks.
func TestSegments(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	kind := []string{"x-ms-blob-type", "BlockBlob"}
	parts := []string{"one ", "two ", "three"}
	w.segmented("PUT", "/docs/put", 201, parts, append(kind, "Content-MD5", "Xk/gFVcD3eRn86sjTm+Wbw==")...)
	w.segmented("PUT", "/docs/wrong", 400, parts, append(kind, "Content-MD5", "XUFAKrxLKna5cZ2REBfFkg==")...)
	w.segmented("PUT", "/docs/blocks?comp=block&blockid=QQ==", 201, parts)
	w.segmented("PUT", "/docs/blocks?comp=block&blockid=Qg==", 201, []string{"!"})
	w.segmented("PUT", "/docs/blocks?comp=block&blockid=QQ==", 201, parts) // again, after a lost answer
	listed := list("Latest:A", "Latest:B", "Latest:A")
	w.segmented("PUT", "/docs/blocks?comp=blocklist", 201, []string{listed[:20], listed[20:]})
	for path, want := range map[string]string{
		"/docs/put": "one two three", "/docs/blocks": "one two three!one two three",
	} {
		w.contains(path, want)
		for from := range len(want) {
			for to := from; to < len(want); to += 3 {
				r := w.segmented("GET", path, 206, nil, "Range", fmt.Sprintf("bytes=%d-%d", from, to))
				if got := string(r.Body); got != want[from:to+1] {
					t.Errorf("%s from %d to %d: got %q", path, from, to, got)
				}
			}
		}
	}
	w.put("/docs/put", "short")
	w.contains("/docs/put", "short")
	w.segmented("PUT", "/docs/put?comp=metadata", 413, []string{"", strings.Repeat("x", 9<<20)})
	tooMuch := slices.Repeat([]string{strings.Repeat("x", 1<<20)}, 1025)
	w.segmented("PUT", "/docs/put", 413, tooMuch, kind...)
}

// TestSharedContent: neither a list of blocks nor a read copies content.
func TestSharedContent(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	const blocks, size = 8, 1 << 20
	var names []string
	for i := range blocks {
		name := fmt.Sprint(i)
		w.block("/docs/a", name, strings.Repeat(name, size))
		names = append(names, "Latest:"+name)
	}
	used := w.Store.Used()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w.segmented("PUT", "/docs/a?comp=blocklist", 201, []string{list(names...)})
	r, _ := w.Account.Do(grant.Blob, wire.Request{
		Method: "GET", URL: enginetest.BaseOf(grant.Blob) + "/docs/a", Segmented: true,
	})
	runtime.ReadMemStats(&after)
	if r.Size() != blocks*size || len(r.Segments) != blocks {
		t.Fatalf("read %d bytes in %d segments", r.Size(), len(r.Segments))
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > size || w.Store.Used() > used+1000 {
		t.Errorf("a list and a read of %d bytes allocate %d, and store %d", r.Size(), n, w.Store.Used()-used)
	}
	w.expect("PUT", "/docs/a?comp=blocklist", list("Committed:3"), 201, "")
	if now := w.Store.Used(); now > used/blocks+1000 {
		t.Errorf("one block of %d bytes takes %d", size, now)
	}
}

// TestLongAnswer: a host that can't send an answer in segments is spared one that's longer than its memory,
// and a part can be read.
func TestLongAnswer(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.block("/docs/a", "A", strings.Repeat("x", 1<<20))
	w.expect("PUT", "/docs/a?comp=blocklist", list(slices.Repeat([]string{"Latest:A"}, 513)...), 201, "")
	if r := w.send("GET", "/docs/a", ""); r.Status != 500 {
		t.Errorf("%d with %d bytes", r.Status, len(r.Body))
	}
	w.expect("GET", "/docs/a", "", 206, "", "Range", "bytes=537919485-")
}

// TestEarlierContent: a blob of blocks can be read, and changed, that an earlier version stored.
func TestEarlierContent(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	if err := w.Store.Update(func(tx *store.Tx) error { return blobs.PutEarlier(tx, "docs", "a") }); err != nil {
		t.Fatal(err)
	}
	w.contains("/docs/a", "onetwo")
	r := w.expect("GET", "/docs/a", "", 206, "", "Range", "bytes=2-4")
	if string(r.Body) != "etw" {
		t.Errorf("a range is %q", r.Body)
	}
	w.expect("PUT", "/docs/b", "", 202, "", sourceAt("/docs/a")...)
	w.block("/docs/a", "C", "three")
	w.expect("PUT", "/docs/a?comp=blocklist", list("Latest:B", "Latest:C"), 201, "")
	w.contains("/docs/a", "twothree")
	w.contains("/docs/b", "onetwo")
}
