package blobs_test

import "testing"

// TestCRC64: a checksum is compared with the body and repeated. That of "Hello World" is in a recording of the
// JavaScript client.
func TestCRC64(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	const sum, body = "YeJLfssylmU=", "Hello World"
	for _, c := range []struct{ path, kind string }{
		{"/docs/a", "BlockBlob"}, {"/docs/a?comp=block&blockid=QQ==", ""}, {"/docs/log?comp=appendblock", ""},
	} {
		w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob")
		sent := []string{"x-ms-blob-type", c.kind, "x-ms-content-crc64", sum}
		w.expect("PUT", c.path, "Hello world", 400, "Crc64Mismatch", sent...)
		w.expect("PUT", c.path, body, 400, "InvalidHeaderValue", append(sent, "Content-MD5", "sQqNsWTgdUEFt6mb5y4/5Q==")...)
		w.expect("PUT", c.path, body, 400, "InvalidHeaderValue", "x-ms-blob-type", c.kind, "x-ms-content-crc64", "YeJL")
		if r := w.expect("PUT", c.path, body, 201, "", sent...); r.Headers.Get("x-ms-content-crc64") != sum {
			t.Errorf("%s: got %v", c.path, r.Headers)
		}
	}
}

// TestRefused: a client that wants its content checked or encrypted in a way that isn't here is told so.
func TestRefused(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	for _, h := range [][2]string{
		{"x-ms-structured-body", "XSM/1.0; properties=crc64"}, {"x-ms-encryption-key", "AA=="},
		{"x-ms-encryption-scope", "mine"},
	} {
		for _, path := range []string{"/docs/a", "/docs/a?comp=block&blockid=QQ==", "/docs/a?comp=appendblock"} {
			w.expect("PUT", path, "x", 501, "NotImplemented", "x-ms-blob-type", "BlockBlob", h[0], h[1])
		}
		w.expect("GET", "/docs/a", "", 501, "NotImplemented", h[0], h[1])
	}
}
