package blobs_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/blobs"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestCRC64: a checksum is compared with the body and repeated. That of "Hello World" is in a recording of
// the JavaScript client.
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
		w.expect("PUT", c.path, body, 400, "InvalidHeaderValue",
			append(sent, "Content-MD5", "sQqNsWTgdUEFt6mb5y4/5Q==")...)
		w.expect("PUT", c.path, body, 400, "InvalidHeaderValue",
			"x-ms-blob-type", c.kind, "x-ms-content-crc64", "YeJL")
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
		{"x-ms-legal-hold", "true"}, {"x-ms-immutability-policy-until-date", "Mon, 05 Jan 2026 09:00:00 GMT"},
		{"x-ms-encryption-scope", "mine"},
	} {
		for _, path := range []string{"/docs/a", "/docs/a?comp=block&blockid=QQ==", "/docs/a?comp=appendblock"} {
			w.expect("PUT", path, "x", 501, "NotImplemented", "x-ms-blob-type", "BlockBlob", h[0], h[1])
		}
		w.expect("GET", "/docs/a", "", 501, "NotImplemented", h[0], h[1])
	}
}

// TestLongAppend: a block of an append blob can have 100 MiB since a version, in segments as hosts hand it
// over.
func TestLongAppend(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/logs"+container, "", 201, "")
	w.expect("PUT", "/logs/a", "", 201, "", "x-ms-blob-type", "AppendBlob")
	part := strings.Repeat("x", 4<<20)
	for _, c := range []struct {
		version string
		parts   int
		end     string
		status  int
	}{
		{"2021-12-02", 1, "", 201}, {"2021-12-02", 1, "x", 413}, {"", 1, "x", 413},
		{"2022-11-02", 25, "", 201}, {"2022-11-02", 25, "x", 413},
	} {
		req := wire.Request{Method: "PUT", URL: enginetest.BaseOf(grant.Blob) + "/logs/a?comp=appendblock"}
		req.Headers.Add("x-ms-version", c.version)
		for range c.parts {
			req.Segments = append(req.Segments, part)
		}
		req.Segments = append(req.Segments, c.end)
		if r, _ := w.Account.Do(grant.Blob, req); r.Status != c.status {
			t.Errorf("%s, %d: got %d %s", c.version, req.Size(), r.Status, r.Body)
		}
	}
	if r := w.expect("HEAD", "/logs/a", "", 200, ""); r.Headers.Get("Content-Length") != "109051904" {
		t.Errorf("got %v", r.Headers)
	}
}

// TestSumBeforeStore: the checksums of a block, and of the source of a copy, are found before the store is
// taken: those of a long one take half a second. What happens until then doesn't change them.
func TestSumBeforeStore(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.expect("PUT", "/docs/log", "", 201, "", "x-ms-blob-type", "AppendBlob")
	w.expect("PUT", "/docs/copied", "", 201, "", "x-ms-blob-type", "AppendBlob")
	const body, sum, md5 = "123456789", "iJh5CoYUi64=", "JfnnlDI7RTiF9RgfG2JNCw=="
	checked := wire.Header{Name: "x-ms-source-content-md5", Value: md5}
	for _, test := range []struct {
		path    string
		headers wire.Headers
		code    string
	}{
		{"/docs/a?comp=block&blockid=QQ==", nil, ""},
		{"/docs/log?comp=appendblock", nil, ""},
		{"/docs/b", wire.Headers{{Name: "x-ms-blob-type", Value: "BlockBlob"}}, ""},
		{"/docs/a?comp=block&blockid=Qg==", wire.Headers{}, ""},
		{"/docs/copied?comp=appendblock", wire.Headers{}, ""},
		{"/docs/c", wire.Headers{checked}, "SourceConditionNotMet"},
	} {
		now := table.TicksOf(w.Now)
		c := &service.Call{
			Account: enginetest.Account, Now: now, Clock: now, Trace: &trace.Trace{}, View: w.Store.View,
			Grant: grant.Owner(),
		}
		c.Request = wire.Request{Method: "PUT", URL: enginetest.BaseOf(grant.Blob) + test.path}
		if c.Request.Headers = test.headers; test.headers == nil {
			c.Request.Body = []byte(body)
		} else {
			w.put("/docs/from", body)
			c.Request.Headers.Add("x-ms-copy-source", enginetest.BaseOf(grant.Blob)+"/docs/from")
			c.Judge = w.Account
		}
		if err := c.Locate(); err != nil {
			t.Fatal(err)
		}
		operation, err := blobs.Service().Route(c)
		if err == nil {
			err = operation.Task.Parse()
		}
		if err != nil {
			t.Fatal(test.path, err)
		}
		copy(c.Request.Body, "not these")
		w.put("/docs/from", "not these")
		_ = w.Store.Update(func(tx *store.Tx) error {
			reply, err := operation.Task.Apply(tx)
			refused, _ := err.(*fault.Error)
			switch {
			case test.code != "" && (refused == nil || refused.Code.Name != test.code):
				t.Errorf("%s: got %v, want %s", test.path, err, test.code)
			case test.code == "" && reply.Headers.Get("x-ms-content-crc64") != sum &&
				reply.Headers.Get("Content-MD5") != md5:
				t.Errorf("%s: got %v, %v", test.path, reply.Headers, err)
			}
			return err
		})
	}
	w.contains("/docs/b", body)
	w.contains("/docs/copied", body)
	w.expect("GET", "/docs/c", "", 404, "BlobNotFound")
}
