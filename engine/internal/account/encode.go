package account

import (
	"bytes"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// encode makes the answer from a reply: it writes the body and adds the headers that every answer has.
func (a *Account) encode(s *service.Service, c *service.Call, reply service.Reply) wire.Response {
	r := wire.Response{Status: reply.Status, Headers: reply.Headers, Body: reply.Body}
	switch {
	case c.Request.Method == "HEAD":
		r.Body = nil
	case reply.Content != nil:
		r.Body = a.write(reply.Content)
	case c.Request.Segmented:
		r.Segments = reply.Segments
	case reply.Segments != nil:
		r.Body = []byte(strings.Join(reply.Segments, ""))
	}
	c.Trace.Cost.BytesReturned = int(r.Size())
	r.Headers.Add("Server", s.Server)
	r.Headers.Add("x-ms-request-id", c.ID)
	r.Headers.Add("x-ms-version", c.Version())
	if id, ok := c.Request.Headers.Lookup("x-ms-client-request-id"); ok && echoable(id) {
		r.Headers.Add("x-ms-client-request-id", id)
	}
	r.Headers = append(r.Headers, s.Trailer...)
	return r
}

// echoable reports whether an answer can repeat a header's value: at most 1,024 printable ASCII
// characters.
func echoable(value string) bool {
	const longest = 1024
	for i := range len(value) {
		if value[i] < ' ' || value[i] > '~' {
			return false
		}
	}
	return len(value) <= longest
}

// write returns the body that content appends, in a slice of exactly its size. The buffer is reused.
func (a *Account) write(content func(dst []byte) []byte) []byte {
	scratch, ok := a.scratch.Get().(*[]byte)
	if !ok {
		scratch = new([]byte)
	}
	*scratch = content((*scratch)[:0])
	body := bytes.Clone(*scratch)
	a.scratch.Put(scratch)
	return body
}
