package blobs_test

import (
	"strings"
	"testing"
	"time"
)

// tierOf returns what HEAD and a list say about the tier of a blob, which needs to be the same.
func (w *world) tierOf(container, name string) string {
	w.T.Helper()
	h := w.expect("HEAD", container+"/"+name, "", 200, "").Headers
	list := string(w.expect("GET", container+"?restype=container&comp=list&prefix="+name, "", 200, "").Body)
	for header, element := range map[string]string{
		"x-ms-access-tier": "AccessTier", "x-ms-access-tier-inferred": "AccessTierInferred",
		"x-ms-access-tier-change-time": "AccessTierChangeTime", "x-ms-archive-status": "ArchiveStatus",
		"x-ms-rehydrate-priority": "RehydratePriority",
	} {
		value := h.Get(header)
		_, in, found := strings.Cut(list, "<"+element+">")
		in, _, _ = strings.Cut(in, "</")
		if found != h.Has(header) || in != value {
			w.T.Errorf("%s is %q, and listed as %q", header, value, in)
		}
	}
	parts := []string{h.Get("x-ms-access-tier")}
	if h.Get("x-ms-access-tier-inferred") == "true" {
		parts = append(parts, "inferred")
	}
	if h.Has("x-ms-archive-status") {
		parts = append(parts, h.Get("x-ms-archive-status"), h.Get("x-ms-rehydrate-priority"))
	}
	return strings.Join(parts, " ")
}

// TestTiers: a tier is chosen with the blob or later, and an archived blob can be moved, copied and deleted,
// but neither read nor changed until it's back.
func TestTiers(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	is := func(name, want string) {
		t.Helper()
		if got := w.tierOf("/docs", name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	to := func(tier string) []string { return []string{"x-ms-access-tier", tier} }
	set := func(name string, status int, code string, headers ...string) {
		t.Helper()
		w.expect("PUT", "/docs/"+name+"?comp=tier", "", status, code, headers...)
	}
	tag := w.put("/docs/a", "hello").Headers.Get("ETag")
	is("a", "Hot inferred")
	set("a", 200, "", to("Cool")...)
	is("a", "Cool")
	set("a", 200, "", to("Hot")...)
	is("a", "Hot")
	if h := w.expect("GET", "/docs/a", "", 200, "").Headers; h.Get("ETag") != tag || h.Has("x-ms-access-tier") {
		t.Errorf("a read has %v", h)
	}
	set("a", 400, "MissingRequiredHeader")
	set("a", 400, "InvalidHeaderValue", to("hot")...)
	set("a", 400, "InvalidHeaderValue", "x-ms-access-tier", "Hot", "x-ms-rehydrate-priority", "Low")
	set("none", 404, "BlobNotFound", to("Hot")...)
	w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob")
	set("log", 409, "InvalidBlobType", to("Hot")...)
	is("log", "")
	w.expect("PUT", "/docs/log2", "", 400, "InvalidHeaderValue", "x-ms-blob-type", "AppendBlob",
		"x-ms-access-tier", "Hot")

	w.put("/docs/cold", "1", to("Cold")...)
	is("cold", "Cold")
	w.expect("PUT", "/docs/listed?comp=blocklist", "<BlockList></BlockList>", 201, "", to("Cool")...)
	is("listed", "Cool")
	w.expect("PUT", "/docs/copy", "", 202, "", sourceAt("/docs/cold")...)
	is("copy", "Hot inferred")
	w.expect("PUT", "/docs/copy", "", 202, "", append(sourceAt("/docs/a"), to("Cool")...)...)
	is("copy", "Cool")

	set("a", 200, "", to("Archive")...)
	is("a", "Archive")
	for _, refused := range []struct {
		method, query string
		headers       []string
	}{
		{"GET", "", nil}, {"PUT", "", []string{"x-ms-blob-type", "BlockBlob"}}, {"PUT", "?comp=metadata", nil},
		{"PUT", "?comp=properties", nil}, {"PUT", "", sourceAt("/docs/cold")},
	} {
		w.expect(refused.method, "/docs/a"+refused.query, "", 409, "BlobArchived", refused.headers...)
	}
	w.expect("PUT", "/docs/copy", "", 409, "BlobArchived", sourceAt("/docs/a")...)
	w.expect("PUT", "/docs/b", "", 409, "CannotVerifyCopySource", append(sourceAt("/docs/a"),
		"x-ms-blob-type", "BlockBlob")...)
	w.expect("GET", "/docs/a?comp=metadata", "", 200, "")
	w.expect("PUT", "/docs/copy", "", 202, "", append(sourceAt("/docs/a"), "x-ms-access-tier", "Cool",
		"x-ms-rehydrate-priority", "High")...)
	is("copy", "Archive rehydrate-pending-to-cool High")

	set("a", 202, "", to("Hot")...)
	is("a", "Archive rehydrate-pending-to-hot Standard")
	set("a", 202, "", to("Hot")...)
	set("a", 409, "BlobBeingRehydrated", to("Cool")...)
	set("a", 409, "BlobBeingRehydrated", to("Archive")...)
	w.Now = w.Now.Add(59 * time.Minute)
	w.expect("GET", "/docs/copy", "", 409, "BlobArchived")
	w.Now = w.Now.Add(time.Minute)
	is("copy", "Cool")
	w.contains("/docs/copy", "hello")
	w.Now = w.Now.Add(13 * time.Hour)
	w.expect("GET", "/docs/a", "", 409, "BlobArchived")
	set("a", 202, "", "x-ms-access-tier", "Hot", "x-ms-rehydrate-priority", "High")
	is("a", "Archive rehydrate-pending-to-hot High")
	w.Now = w.Now.Add(time.Hour)
	is("a", "Hot")
	w.contains("/docs/a", "hello")
	w.put("/docs/a", "new")
	is("a", "Hot inferred")
	set("a", 200, "", to("Archive")...)
	w.expect("DELETE", "/docs/a", "", 202, "")
}

// TestTierConditions: a delete can want the tier to have been chosen after a time, or before. One that nobody
// chose is as old as the blob.
func TestTierConditions(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	const after, before = "x-ms-access-tier-if-modified-since", "x-ms-access-tier-if-unmodified-since"
	const early, late = "Mon, 05 Jan 2026 08:00:00 GMT", "Mon, 05 Jan 2026 10:00:00 GMT"
	for _, tier := range []string{"", "Cool"} {
		w.put("/docs/a", "1", "x-ms-access-tier", tier)
		w.expect("DELETE", "/docs/a", "", 412, "AccessTierChangeTimeConditionNotMet", after, late)
		w.expect("DELETE", "/docs/a", "", 412, "AccessTierChangeTimeConditionNotMet", before, early)
		w.expect("DELETE", "/docs/a", "", 400, "InvalidHeaderValue", before, "soon")
		w.expect("DELETE", "/docs/a", "", 202, "", after, early)
		w.put("/docs/a", "1", "x-ms-access-tier", tier)
		w.expect("DELETE", "/docs/a", "", 202, "", before, late)
	}
}

// TestNewestVersion: since 2026-10-06 a read has the tier, and an answer both checksums if MD5 was sent.
func TestNewestVersion(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	const sent, block = "XUFAKrxLKna5cZ2REBfFkg==", "/docs/a?comp=block&blockid=QQ=="
	w.put("/docs/a", "hello")
	for version, has := range map[string]bool{"2026-09-01": false, "2026-10-06": true} {
		read := w.expect("GET", "/docs/a", "", 200, "", "x-ms-version", version).Headers
		put := w.expect("PUT", block, "hello", 201, "", "x-ms-version", version, "Content-MD5", sent).Headers
		if read.Has("x-ms-access-tier") != has || put.Has("x-ms-content-crc64") != has || !put.Has("Content-MD5") {
			t.Errorf("%s: a read has %v, a block %v", version, read, put)
		}
	}
}
