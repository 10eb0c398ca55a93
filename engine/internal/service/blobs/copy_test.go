package blobs_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// sourceAt returns the header that names a blob as a source.
func sourceAt(path string) []string {
	return []string{"x-ms-copy-source", enginetest.BaseOf(grant.Blob) + path}
}

// TestCopy: a copy has content, blocks, properties and metadata of its source, and is a blob of its own.
func TestCopy(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("PUT", "/more"+container, "", 201, "")
	w.block("/docs/a%20b", "A", "one ")
	w.block("/docs/a%20b", "B", "two ")
	w.expect("PUT", "/docs/a%20b?comp=blocklist", list("Latest:A", "Latest:B", "Latest:A"), 201, "",
		"x-ms-blob-content-type", "text/plain", "x-ms-meta-by", "Ann")
	w.block("/docs/a%20b", "C", "never listed")
	w.put("/more/c", "before")
	r := w.expect("PUT", "/more/c", "", 202, "", sourceAt("/docs/a%20b?sv=x")...)
	id := r.Headers.Get("x-ms-copy-id")
	if len(id) != 36 || r.Headers.Get("x-ms-copy-status") != "success" {
		t.Errorf("got %v", r.Headers)
	}
	w.contains("/more/c", "one two one ")
	h := w.expect("HEAD", "/more/c", "", 200, "").Headers
	for name, want := range map[string]string{
		"Content-Type": "text/plain", "x-ms-meta-by": "Ann", "x-ms-copy-id": id, "x-ms-copy-status": "success",
		"x-ms-copy-progress": "12/12", "x-ms-copy-source": enginetest.BaseOf(grant.Blob) + "/docs/a%20b",
		"x-ms-copy-completion-time": h.Get("Last-Modified"), "ETag": r.Headers.Get("ETag"),
	} {
		if got := h.Get(name); got != want || want == "" {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	blocks := string(w.expect("GET", "/more/c?comp=blocklist&blocklisttype=all", "", 200, "").Body)
	if strings.Count(blocks, "<Size>4</Size>") != 3 || !strings.Contains(blocks, "<UncommittedBlocks></Unc") {
		t.Errorf("the copy has %s", blocks)
	}
	listed := string(w.expect("GET", "/more"+container+"&comp=list&include=copy", "", 200, "").Body)
	if !strings.Contains(listed, "<CopyId>"+id+"</CopyId>") {
		t.Errorf("listed as %s", listed)
	}
	w.put("/docs/a%20b", "other")
	w.expect("DELETE", "/docs/a%20b", "", 202, "")
	w.contains("/more/c", "one two one ")
	w.expect("PUT", "/more/c", "", 202, "", append(sourceAt("/more/c"), "x-ms-meta-by", "Bob")...) // onto itself
	w.contains("/more/c", "one two one ")
	h = w.expect("HEAD", "/more/c", "", 200, "").Headers
	if h.Get("x-ms-meta-by") != "Bob" {
		t.Errorf("got %v", h)
	}
	w.put("/more/c", "new")
	if h := w.expect("HEAD", "/more/c", "", 200, "").Headers; h.Has("x-ms-copy-id") {
		t.Errorf("after a put it has %v", h)
	}
	w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob")
	w.expect("PUT", "/docs/log?comp=appendblock", "a", 201, "")
	w.expect("PUT", "/more/log", "", 202, "", sourceAt("/docs/log")...)
	w.expect("PUT", "/more/log?comp=appendblock", "b", 201, "", "x-ms-blob-condition-appendpos", "1")
	w.contains("/more/log", "ab")
	w.expect("PUT", "/more/c", "", 409, "InvalidBlobType", sourceAt("/docs/log")...)
	abort := []string{"x-ms-copy-action", "abort"}
	w.expect("PUT", "/more/c?comp=copy&copyid="+id, "", 409, "NoPendingCopyOperation", abort...)
	w.expect("PUT", "/more/none?comp=copy&copyid="+id, "", 404, "BlobNotFound", abort...)
}

// TestCopyConditions: those of the source, of the target, and leases.
func TestCopyConditions(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	tag := w.put("/docs/a", "1").Headers.Get("ETag")
	for _, c := range []struct {
		headers []string
		status  int
		code    string
	}{
		{[]string{"x-ms-source-if-match", `"0x1"`}, 412, "SourceConditionNotMet"},
		{[]string{"x-ms-source-if-match", tag}, 202, ""},
		{[]string{"x-ms-source-if-none-match", tag}, 412, "SourceConditionNotMet"},
		{[]string{"x-ms-source-if-modified-since", "Mon, 05 Jan 2026 19:00:03 GMT"}, 412, "SourceConditionNotMet"},
		{[]string{"x-ms-source-if-unmodified-since", "Mon, 05 Jan 2026 09:00:00 GMT"}, 412,
			"SourceConditionNotMet"},
		{[]string{"If-None-Match", "*"}, 409, "BlobAlreadyExists"},
		{[]string{"If-Match", `"0x1"`}, 412, "ConditionNotMet"},
		{[]string{"x-ms-source-lease-id", leaseA}, 412, "LeaseNotPresentWithBlobOperation"},
	} {
		w.expect("PUT", "/docs/b", "", c.status, c.code, append(sourceAt("/docs/a"), c.headers...)...)
	}
	w.lease("/docs/b", "acquire for:-1 as:A", 201, "")
	w.expect("PUT", "/docs/b", "", 412, "LeaseIdMissing", sourceAt("/docs/a")...)
	w.expect("PUT", "/docs/b", "", 202, "", append(sourceAt("/docs/a"), "x-ms-lease-id", leaseA)...)
	w.expect("PUT", "/docs/c", "", 202, "", sourceAt("/docs/b")...) // a leased source can be read
	w.expect("PUT", "/docs/c", "", 404, "BlobNotFound", sourceAt("/docs/none")...)
	for _, url := range []string{
		"http://example.com/devstoreaccount1/docs/a", "x", enginetest.BaseOf(grant.Blob) + "/docs",
		"http://127.0.0.1:10000/other/docs/a",
	} {
		w.expect("PUT", "/docs/c", "", 404, "CannotVerifyCopySource", "x-ms-copy-source", url)
	}
	w.expect("PUT", "/docs/c", "", 501, "NotImplemented", sourceAt("/docs/a?versionid=x")...)
}

// TestFromURL: puts, blocks and appended blocks with the content of another blob.
func TestFromURL(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	tag := w.put("/docs/a", "hello", "x-ms-blob-content-type", "text/plain", "x-ms-meta-by",
		"Ann").Headers.Get("ETag")
	put := append(sourceAt("/docs/a"), "x-ms-blob-type", "BlockBlob")
	w.expect("PUT", "/docs/b", "", 201, "", append(put, "x-ms-source-content-md5",
		"XUFAKrxLKna5cZ2REBfFkg==")...)
	w.contains("/docs/b", "hello")
	h := w.expect("HEAD", "/docs/b", "", 200, "").Headers
	if h.Get("Content-Type") != "text/plain" || h.Get("x-ms-meta-by") != "Ann" || h.Has("x-ms-copy-id") {
		t.Errorf("got %v", h)
	}
	w.expect("PUT", "/docs/b", "", 201, "", append(put, "x-ms-copy-source-blob-properties", "false",
		"x-ms-meta-x", "1")...)
	h = w.expect("HEAD", "/docs/b", "", 200, "").Headers
	if h.Get("Content-Type") != "application/octet-stream" || h.Has("x-ms-meta-by") || !h.Has("x-ms-meta-x") {
		t.Errorf("got %v", h)
	}
	w.expect("PUT", "/docs/b", "", 400, "Md5Mismatch", append(put, "x-ms-source-content-md5",
		"Xk/gFVcD3eRn86sjTm+Wbw==")...)
	w.expect("PUT", "/docs/b", "", 412, "SourceConditionNotMet", append(put, "x-ms-source-if-match",
		`"0x1"`)...)
	w.expect("PUT", "/docs/b", "", 304, "CannotVerifyCopySource", append(put, "x-ms-source-if-none-match",
		tag)...)
	w.expect("PUT", "/docs/b", "", 404, "CannotVerifyCopySource", append(sourceAt("/docs/none"),
		"x-ms-blob-type", "BlockBlob")...)
	ranged := append(sourceAt("/docs/a"), "x-ms-source-range", "bytes=1-3")
	w.expect("PUT", "/docs/c?comp=block&blockid=QQ==", "", 201, "", ranged...)
	w.expect("PUT", "/docs/c?comp=block&blockid=Qg==", "", 201, "", sourceAt("/docs/a")...)
	w.expect("PUT", "/docs/c?comp=blocklist", list("Latest:A", "Latest:B"), 201, "")
	w.contains("/docs/c", "ellhello")
	w.expect("PUT", "/docs/c?comp=block&blockid=Qg==", "", 416, "InvalidRange", append(sourceAt("/docs/a"),
		"x-ms-source-range", "bytes=9-")...)
	w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob")
	w.expect("PUT", "/docs/log?comp=appendblock", "", 201, "", ranged...)
	w.contains("/docs/log", "ell")
}

// TestCopyByToken: a token for the target doesn't let its sender read the source, and the source's own does.
func TestCopyByToken(t *testing.T) {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{enginetest.NewWorld(t, func(o *full.Options) {
		o.Keys, o.Admission = [][]byte{key}, grant.Unsigned // without a token, it's the owner
	})}
	token := func(fields ...string) string {
		params := []wire.Param{{Name: "se", Value: "2026-02-01"}}
		for i := 0; i < len(fields); i += 2 {
			params = append(params, wire.Param{Name: fields[i], Value: fields[i+1]})
		}
		query, err := auth.Credential{Account: enginetest.Account, Key: key}.Token(params)
		if err != nil {
			t.Fatal(err)
		}
		return "?" + query
	}
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("PUT", "/more"+container, "", 201, "")
	w.put("/docs/a", "1")
	write := token("container", "more", "sp", "w")
	read := token("container", "docs", "blob", "a", "sp", "r")
	w.expect("PUT", "/more/a"+write, "", 202, "", sourceAt("/docs/a"+read)...)
	w.expect("PUT", "/more/a", "", 202, "", sourceAt("/docs/a"+read)...)
	const no = "CannotVerifyCopySource"
	w.expect("PUT", "/more/a"+write, "", 403, no, sourceAt("/docs/a"+write)...)
	w.expect("PUT", "/more/a", "", 403, no, sourceAt("/docs/a"+token("container", "docs", "sp", "w"))...)
	w.expect("PUT", "/more/a"+token("container", "more", "sp", "c"), "", 403, "UnauthorizedBlobOverwrite",
		sourceAt("/docs/a"+read)...)
}
