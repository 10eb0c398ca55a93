package blobs_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestSnapshotShares: a snapshot and its blob are in memory once.
func TestSnapshotShares(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.put("/docs/a", strings.Repeat("x", 1000))
	at := w.expect("PUT", "/docs/a?comp=snapshot", "", 201, "").Headers.Get("x-ms-snapshot")
	read := func(path string) *byte {
		r, _ := w.Account.Do(grant.Blob, wire.Request{
			Method: "GET", URL: enginetest.BaseOf(grant.Blob) + path, Segmented: true,
		})
		if len(r.Segments) != 1 || len(r.Segments[0]) != 1000 {
			t.Fatalf("%s: got %d segments", path, len(r.Segments))
		}
		return unsafe.StringData(r.Segments[0])
	}
	if read("/docs/a") != read("/docs/a?snapshot="+wire.Escape(at, "")) {
		t.Error("the snapshot has bytes of its own")
	}
}

// TestSnapshots: what can be done to a snapshot, and what can't.
func TestSnapshots(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.put("/docs/a", "one", "x-ms-meta-by", "Ann", "x-ms-tags", "x=1", "Content-Type", "text/plain")
	w.lease("/docs/a", "acquire for:-1 as:A", 201, "")
	w.expect("PUT", "/docs/none?comp=snapshot", "", 404, "BlobNotFound")
	w.expect("PUT", "/docs/a?comp=snapshot", "", 412, "LeaseIdMismatchWithBlobOperation", "x-ms-lease-id",
		leaseB)
	r := w.expect("PUT", "/docs/a?comp=snapshot", "", 201, "") // it doesn't need the lease
	query := "?snapshot=" + wire.Escape(r.Headers.Get("x-ms-snapshot"), "")
	w.lease("/docs/a", "release id:A", 200, "")
	w.put("/docs/a", "two!")
	w.contains("/docs/a"+query, "one")
	h := w.expect("HEAD", "/docs/a"+query, "", 200, "").Headers
	if h.Get("x-ms-meta-by") != "Ann" || h.Get("Content-Type") != "text/plain" ||
		h.Get("x-ms-tag-count") != "1" || h.Has("x-ms-lease-state") || h.Get("ETag") != r.Headers.Get("ETag") {
		t.Errorf("the snapshot has %v", h)
	}
	if got := tagsIn(string(w.expect("GET", "/docs/a"+query+"&comp=tags", "", 200, "").Body)); got != "x=1" {
		t.Errorf("the snapshot has the tags %s", got)
	}
	for _, c := range []struct {
		method, query string
		headers       []string
	}{
		{"PUT", "", []string{"x-ms-blob-type", "BlockBlob"}}, {"PUT", "&comp=metadata", nil},
		{"PUT", "&comp=properties", nil}, {"PUT", "&comp=snapshot", nil}, {"PUT", "&comp=lease", nil},
		{"PUT", "&comp=tags", nil}, {"PUT", "&comp=block&blockid=QQ==", nil}, {"PUT", "", sourceAt("/docs/a")},
	} {
		w.expect(c.method, "/docs/a"+query+c.query, "", 400, "InvalidQueryParameterValue", c.headers...)
	}
	w.expect("PUT", "/docs/a"+query+"&comp=tier", "", 200, "", "x-ms-access-tier", "Archive")
	w.expect("GET", "/docs/a"+query, "", 409, "BlobArchived")
	w.expect("PUT", "/docs/a"+query+"&comp=tier", "", 409, "BlobArchived", "x-ms-access-tier", "Hot")
	w.contains("/docs/a", "two!")
	w.expect("GET", "/docs/a?snapshot=2026-01-05T09:00:00.0000000Z", "", 404, "BlobNotFound")
	w.expect("GET", "/docs/a?snapshot=yesterday", "", 400, "InvalidQueryParameterValue")

	second := w.expect("PUT", "/docs/a?comp=snapshot", "", 201, "").Headers.Get("x-ms-snapshot")
	at := "/docs/a?snapshot=" + wire.Escape(second, "")
	w.expect("PUT", "/docs/b", "", 202, "", sourceAt(at)...)
	w.expect("PUT", "/docs/c", "", 201, "", append(sourceAt(at), "x-ms-blob-type", "BlockBlob")...)
	w.contains("/docs/b", "two!")
	w.contains("/docs/c", "two!")
	w.expect("DELETE", at, "", 400, "InvalidHeaderValue", "x-ms-delete-snapshots", "only")
	w.expect("DELETE", "/docs/a", "", 409, "SnapshotsPresent")
	w.expect("DELETE", at, "", 202, "")
	w.expect("GET", at, "", 404, "BlobNotFound")
	w.expect("DELETE", "/docs/a", "", 202, "", "x-ms-delete-snapshots", "include")
	w.expect("GET", "/docs/a"+query, "", 404, "BlobNotFound")
}
