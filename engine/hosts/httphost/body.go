package httphost

import (
	"cmp"
	"io"
	"net/http"

	"github.com/rowkey/rowkey/engine/table"
)

// firstRead is how many bytes are allocated for a body before any of it has arrived.
const firstRead = 64 << 10

// read returns the body. One byte past the limit is enough for the engine to refuse it as too large, so
// a longer one is cut there. If the announced length is already too large, nothing is read, and a client
// that sent Expect: 100-continue isn't asked for the body.
func (e *Endpoint) read(r *http.Request) ([]byte, error) {
	limit := cmp.Or(e.MaxBody, table.MaxBodySize)
	switch {
	case r.ContentLength > limit:
		e.oversizeOnce.Do(func() { e.oversize = make([]byte, limit+1) })
		return e.oversize, nil
	case r.ContentLength >= 0:
		return readAnnounced(r.Body, r.ContentLength)
	default:
		return io.ReadAll(io.LimitReader(r.Body, limit+1))
	}
}

// readAnnounced reads a body of the announced length. Nothing about the client is verified yet, so the
// buffer grows as bytes arrive, to at most twice what is there.
func readAnnounced(from io.Reader, length int64) ([]byte, error) {
	body := make([]byte, 0, min(length, firstRead))
	for int64(len(body)) < length {
		if len(body) == cap(body) {
			grown := make([]byte, len(body), min(2*int64(len(body)), length))
			copy(grown, body)
			body = grown
		}
		n, err := io.ReadFull(from, body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err != nil {
			return body, err
		}
	}
	return body, nil
}
