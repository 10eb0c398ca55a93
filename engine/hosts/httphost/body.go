package httphost

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// firstRead is how many bytes are allocated for a body before any of it has arrived. More is read only after
// its sender has been let in.
const firstRead = 64 << 10

// errNoRoom says that the Room has none for more of a body.
var errNoRoom = errors.New("no room for the body")

// intake reads the body of one request.
type intake struct {
	endpoint *Endpoint
	to       Doer
	w        http.ResponseWriter
	held     int64     // bytes of the endpoint's Room
	begun    time.Time // when reading began
	arrived  int64     // bytes
}

// slowest is how many bytes a second a client has to send on average, after its Patience. Otherwise one that
// sends a byte from time to time keeps its connection for hours.
const slowest = 1 << 10

// read reads the body into req. Instead of it, there can be a refusal: the sender isn't let in, or there is
// no room. One byte past the limit is enough for the engine to refuse a body as too large, so a longer one
// is cut there. If the announced length is already too large, nothing is read, and a client that sent
// Expect: 100-continue isn't asked for the body.
func (in *intake) read(r *http.Request, req *wire.Request) (refusal *wire.Response, err error) {
	if r.ContentLength == 0 {
		return nil, nil
	}
	e := in.endpoint
	in.begun = time.Now()
	limit := cmp.Or(e.MaxBody, table.MaxBodySize)
	if r.ContentLength > limit {
		in.refuseSize(req, limit)
		return nil, nil
	}
	gate, gated := in.to.(Gate)
	if gated && r.ContentLength > firstRead {
		req.Coming = r.ContentLength
		if refusal, ok := gate.Admit(e.Service, *req); !ok {
			return &refusal, nil
		}
		req.Coming = 0
	}
	length, announced, from := r.ContentLength, r.ContentLength >= 0, io.Reader(r.Body)
	if !announced {
		length = min(limit, unannounced) + 1
		if gated {
			from = &judged{from, firstRead, func() (ok bool) {
				var answer wire.Response
				if answer, ok = gate.Admit(e.Service, *req); !ok {
					refusal = &answer
				}
				return ok
			}}
		}
	}
	req.Body, err = in.readUpTo(from, min(length, segment))
	if err == nil && length > segment {
		req.Segments, err = in.readSegments(from, length-segment)
	}
	if refusal != nil {
		return refusal, nil
	}
	if !announced {
		if req.Size() > unannounced {
			in.refuseSize(req, limit)
			err = nil
		}
		req.Coming = -req.Size()
	}
	switch {
	case errors.Is(err, errNoRoom) && gated:
		busy := gate.Busy(e.Service, *req)
		return &busy, nil
	case errors.Is(err, io.EOF) && !announced:
		return nil, nil
	}
	return nil, err
}

// judged is a body that ends after so many bytes unless its sender is let in.
type judged struct {
	io.Reader
	free int
	let  func() bool // nil once it has
}

func (j *judged) Read(p []byte) (n int, err error) {
	if j.free <= 0 && j.let != nil {
		if !j.let() {
			return 0, io.EOF
		}
		j.let = nil
	}
	n, err = j.Reader.Read(p)
	j.free -= n
	return n, err
}

// segment is the length of each part of a body that is longer, except the last one's.
const segment = 4 << 20

// readSegments reads the rest of a long body, in parts that are stored as they are. It fails if there are
// fewer bytes.
func (in *intake) readSegments(from io.Reader, length int64) (segments []string, err error) {
	buffer := make([]byte, firstRead)
	for length > 0 && err == nil {
		size := min(length, segment)
		if !in.hold(in.held + size) {
			return nil, errNoRoom
		}
		var part strings.Builder
		part.Grow(int(size))
		for left := size; left > 0 && err == nil; {
			var n int
			n, err = in.some(from, buffer[:min(left, firstRead)])
			part.Write(buffer[:n])
			left -= int64(n)
		}
		if part.Len() > 0 {
			segments = append(segments, part.String())
		}
		length -= int64(part.Len())
	}
	if length == 0 && err == io.EOF {
		err = nil
	}
	return segments, err
}

// oversize returns a request with a body over a limit, which takes little memory whatever the limit.
func oversize(limit int64) (r wire.Request) {
	r.Body = make([]byte, min(limit+1, segment+1))
	part := string(r.Body)
	for r.Size() <= limit {
		r.Segments = append(r.Segments, part)
	}
	return r
}

// unannounced is the length of the longest body whose length isn't announced. The service takes none for a
// blob.
const unannounced = 64 << 20

// refuseSize gives a request a body that the engine refuses as too large.
func (in *intake) refuseSize(req *wire.Request, limit int64) {
	e := in.endpoint
	e.oversizeOnce.Do(func() { e.oversize = oversize(limit) })
	req.Body, req.Segments = e.oversize.Body, e.oversize.Segments
}

// readUpTo reads length bytes, and fails if there are fewer. The buffer grows as bytes arrive, to at most
// twice what is there. A body that is in memory already isn't copied.
func (in *intake) readUpTo(from io.Reader, length int64) ([]byte, error) {
	if w, ok := from.(interface{ Whole() []byte }); ok && int64(len(w.Whole())) == length {
		return w.Whole(), nil
	}
	body := make([]byte, 0, min(length, firstRead))
	for int64(len(body)) < length {
		if len(body) == cap(body) {
			size := min(2*int64(len(body)), length)
			if !in.hold(size) {
				return nil, errNoRoom
			}
			grown := make([]byte, len(body), size)
			copy(grown, body)
			body = grown
		}
		n, err := in.some(from, body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err != nil && (err != io.EOF || int64(len(body)) < length) {
			return body, err
		}
	}
	return body, nil
}

// hold reserves room for a body of the size, in place of what is held.
func (in *intake) hold(size int64) bool {
	if in.endpoint.Room != nil && !in.endpoint.Room.take(size-in.held) {
		return false
	}
	in.held = size
	return true
}

// release gives back the room.
func (in *intake) release() {
	if in.endpoint.Room != nil {
		in.endpoint.Room.give(in.held)
	}
}

// some reads the next bytes, which have to come in time.
func (in *intake) some(from io.Reader, into []byte) (int, error) {
	earned := time.Duration(in.arrived/slowest) * time.Second
	in.extend((*http.ResponseController).SetReadDeadline, time.Since(in.begun)-earned)
	n, err := from.Read(into)
	in.arrived += int64(n)
	return n, err
}

// extend gives the client more time, less what it has used up. Hosts without deadlines have none to set.
func (in *intake) extend(deadline func(*http.ResponseController, time.Time) error, used time.Duration) {
	if patience := in.endpoint.Patience; patience > 0 {
		_ = deadline(http.NewResponseController(in.w), time.Now().Add(patience-max(used, 0)))
	}
}
