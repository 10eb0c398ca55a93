package blobs_test

import (
	"fmt"
	"strings"
	"testing"
)

// batchOf returns the body of a batch of requests, and its media type.
func batchOf(requests ...string) (body, contentType string) {
	var b strings.Builder
	for i, r := range requests {
		fmt.Fprintf(&b, "--b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n"+
			"Content-ID: %d\r\n\r\n%s\r\n\r\n", i, r)
	}
	return b.String() + "--b--\r\n", "multipart/mixed; boundary=b"
}

// TestBatch: each request of a batch is answered on its own, and those that fail undo nothing.
func TestBatch(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("PUT", "/more"+container, "", 201, "")
	for _, path := range []string{"/docs/a", "/docs/b%20c", "/docs/leased", "/more/a"} {
		w.put(path, "1")
	}
	w.lease("/docs/leased", "acquire for:-1 as:A", 201, "")
	const at = "/devstoreaccount1"
	body, contentType := batchOf(
		"DELETE "+at+"/docs/a HTTP/1.1\r\nContent-Length: 0",
		"DELETE "+at+"/docs/none HTTP/1.1",
		"DELETE "+at+"/docs/b%20c HTTP/1.1\r\nIf-Match: *",
		"DELETE "+at+"/docs/leased HTTP/1.1",
		"GET "+at+"/docs/leased HTTP/1.1",
		"DELETE "+at+"/more/a HTTP/1.1",
		"PUT "+at+"/docs/leased?comp=tier HTTP/1.1\r\nx-ms-access-tier: Cool",
		"DELETE /other/docs/a HTTP/1.1",
	)
	r := w.expect("POST", "/docs"+container+"&comp=batch", body, 202, "", "Content-Type", contentType)
	_, boundary, _ := strings.Cut(r.Headers.Get("Content-Type"), "boundary=")
	parts := strings.Split(string(r.Body), "--"+boundary)
	want := []string{"202", "404 BlobNotFound", "202", "412 LeaseIdMissing", "400 InvalidInput",
		"400 InvalidInput", "200", "400 InvalidUri"}
	if len(parts) != len(want)+2 || parts[len(parts)-1] != "--\r\n" {
		t.Fatalf("got %d parts: %s", len(parts), r.Body)
	}
	for i, part := range parts[1 : len(parts)-1] {
		status, code, _ := strings.Cut(want[i], " ")
		if !strings.Contains(part, fmt.Sprintf("Content-ID: %d\r\n\r\nHTTP/1.1 %s ", i, status)) ||
			code != "" && !strings.Contains(part, "x-ms-error-code: "+code+"\r\n") ||
			status == "202" && !strings.Contains(part, "x-ms-delete-type-permanent: true\r\n") {
			t.Errorf("part %d is %s, want %s", i, part, want[i])
		}
	}
	if got := w.expect("HEAD", "/docs/leased", "", 200, "").Headers.Get("x-ms-access-tier"); got != "Cool" {
		t.Errorf("the tier is %q", got)
	}
	for _, gone := range []string{"/docs/a", "/docs/b%20c"} {
		w.expect("GET", gone, "", 404, "BlobNotFound")
	}
	body, contentType = batchOf("DELETE "+at+"/more/a HTTP/1.1", "DELETE "+at+"/docs/leased HTTP/1.1\r\n"+
		"x-ms-lease-id: "+leaseA)
	w.expect("POST", "/?comp=batch", body, 202, "", "Content-Type", contentType)
	w.expect("GET", "/more/a", "", 404, "BlobNotFound")
	w.expect("GET", "/docs/leased", "", 404, "BlobNotFound")
	w.expect("POST", "/?comp=batch", body, 400, "InvalidInput", "Content-Type", "text/plain")
	many := make([]string, 257)
	for i := range many {
		many[i] = "DELETE " + at + "/docs/a HTTP/1.1"
	}
	body, contentType = batchOf(many...)
	w.expect("POST", "/?comp=batch", body, 400, "ExceedsMaxBatchRequestCount", "Content-Type", contentType)
}
