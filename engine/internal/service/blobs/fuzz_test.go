package blobs_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// FuzzBlob sends any request to a container with a few blobs.
func FuzzBlob(f *testing.F) {
	const conditions = "If-Match: *\nIf-None-Match: \"0x1\"\nIf-Modified-Since: Mon, 05 Jan 2026 09:00:00 GMT"
	for _, path := range []string{
		"", "/", "?comp=list", "/?comp=list&include=metadata&maxresults=1", "/logs" + container, "/logs",
		"/logs" + container + "&comp=list&delimiter=/&prefix=a",
		"/logs" + container + "&comp=list&marker=%EE%80%80&maxresults=99999999",
		"/logs" + container + "&comp=metadata", "/logs" + container + "&comp=acl",
		"/logs/a/b", "/logs/a/b?comp=metadata", "/logs/a/b?comp=appendblock", "/logs/c?comp=appendblock",
		"/logs/%F0%9F%98%80//", "/logs/c?snapshot=1", "/$root/a",
		"-secondary/logs/c", "/?restype=service&comp=properties", "/logs/", "/logs/c?comp=block&blockid=AAAA",
	} {
		for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS"} {
			f.Add(method, path, "x-ms-blob-type: BlockBlob\nx-ms-meta-a: 1\nRange: "+
				"bytes=1-2\nContent-Type: text/plain", "abc")
			f.Add(method, path, "x-ms-blob-type: AppendBlob\nx-ms-blob-condition-appendpos: 4\n"+conditions,
				"")
		}
	}
	f.Add("PUT", "/logs/d", "x-ms-blob-type: BlockBlob\nContent-MD5: "+
		"XUFAKrxLKna5cZ2REBfFkg==\nx-ms-blob-content-disposition: \xE9", "hello")
	for _, path := range []string{"/logs/c?comp=lease", "/logs" + container + "&comp=lease"} {
		for _, headers := range []string{
			"x-ms-lease-action: acquire\nx-ms-lease-duration: -1", "x-ms-lease-action: break",
			"x-ms-lease-action: renew\nx-ms-lease-id: " + leaseA,
		} {
			f.Add("PUT", path, headers, "")
		}
	}
	source := "x-ms-copy-source: " + enginetest.BaseOf(grant.Blob) + "/logs/"
	f.Add("PUT", "/logs/d", source+"c", "")
	f.Add("PUT", "/logs/c", source+"c\nx-ms-source-if-match: *", "")
	f.Add("PUT", "/logs/d", source+"c\nx-ms-blob-type: BlockBlob\nx-ms-source-range: bytes=1-2", "")
	f.Add("PUT", "/logs/d?comp=block&blockid=AAAA", source+"a/b", "")
	f.Add("PUT", "/logs/c?comp=appendblock", source+"a/b", "")
	f.Add("PUT", "/logs/c?comp=properties", "x-ms-blob-content-md5: XUFAKrxLKna5cZ2REBfFkg==", "")
	f.Add("GET", "/logs"+container+"&comp=list&include=uncommittedblobs,copy", "", "")
	body, mixed := batchOf("DELETE /devstoreaccount1/logs/c HTTP/1.1", "GET /x HTTP/1.1")
	f.Add("POST", "/?comp=batch", "Content-Type: "+mixed, body)
	f.Add("POST", "/logs"+container+"&comp=batch", "Content-Type: "+mixed, body)
	f.Add("GET", "/?restype=account&comp=properties", "", "")
	f.Add("PUT", "/logs/c?comp=copy&copyid=x", "x-ms-copy-action: abort", "")
	f.Add("GET", "/logs/c", "x-ms-range: bytes=0-9223372036854775807", "")
	f.Fuzz(func(t *testing.T, method, path, headers, body string) {
		w := newWorld(t)
		w.expect("PUT", "/logs"+container, "", 201, "", "x-ms-meta-a", "<1>")
		w.put("/logs/a/b", "abc", "x-ms-meta-a", "&")
		w.expect("PUT", "/logs/c", "", 201, "", "x-ms-blob-type", "AppendBlob")
		w.expect("PUT", "/logs/c?comp=appendblock", "abcd", 201, "")
		w.lease("/logs/a/b", "acquire for:15 as:A", 201, "")
		req := wire.Request{Method: method, URL: enginetest.BaseOf(grant.Blob) + path,
			Headers: enginetest.Headers(headers), Body: []byte(body)}
		w.Probe(grant.Blob, req)
		w.Probe(grant.Blob, req) // again, after what it has changed
		for _, list := range []string{"?comp=list&include=metadata",
			"/logs" + container + "&comp=list&include=metadata"} {
			w.Probe(grant.Blob, wire.Request{Method: "GET", URL: enginetest.BaseOf(grant.Blob) + list})
		}
	})
}
