package account

import (
	"bytes"

	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// encode makes the answer of a reply: its body, its headers, and those that every answer carries.
func (a *Account) encode(s *service.Service, c *service.Call, reply service.Reply) wire.Response {
	r := wire.Response{Status: reply.Status, Headers: reply.Headers, Body: reply.Body}
	switch {
	case c.Request.Method == "HEAD":
		r.Body = nil
	case reply.Content != nil:
		r.Body = a.write(reply.Content)
	}
	c.Trace.Cost.BytesReturned = len(r.Body)
	r.Headers.Add("Server", s.Server)
	r.Headers.Add("x-ms-request-id", c.ID)
	r.Headers.Add("x-ms-version", c.Version())
	if id, ok := c.Request.Headers.Lookup("x-ms-client-request-id"); ok && echoable(id) {
		r.Headers.Add("x-ms-client-request-id", id)
	}
	r.Headers = append(r.Headers, s.Trailer...)
	return r
}

// echoable reports whether a client's identifier of a request may be sent back.
func echoable(id string) bool {
	const longest = 1024
	for i := range len(id) {
		if id[i] < ' ' || id[i] > '~' {
			return false
		}
	}
	return len(id) <= longest
}

// write returns what content appends, in memory of just that size.
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
