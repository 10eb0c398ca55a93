package httphost_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// recorder keeps the body of the last request.
type recorder struct {
	body     []byte
	segments []string
	coming   int64
}

func (d *recorder) Do(_ grant.Service, r wire.Request) (wire.Response, trace.Trace) {
	d.body, d.segments, d.coming = r.Body, r.Segments, r.Coming
	return wire.Response{Status: 200}, trace.Trace{}
}

// hangUp is a body of which nothing arrives.
type hangUp struct{}

func (hangUp) Read([]byte) (int, error) { return 0, errors.New("connection closed") }

// announced is a request whose Content-Length is what the client says, whatever it sends.
func announced(length int64, body io.Reader) *http.Request {
	r := httptest.NewRequest("PUT", "/devstoreaccount1/files/a", body)
	r.ContentLength = length
	return r
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

const largest = 64 << 20

// TestAnnouncedOnly: announcing a large body costs the server nothing, and neither does announcing one
// above the limit, except for a buffer that all such requests share.
func TestAnnouncedOnly(t *testing.T) {
	endpoint := &httphost.Endpoint{Fallback: &recorder{}, MaxBody: largest}
	endpoint.ServeHTTP(httptest.NewRecorder(), announced(largest+1, hangUp{}))
	for length, want := range map[int64]int{largest: 400, largest + 1: 200, 1 << 40: 200} {
		w := httptest.NewRecorder()
		if n := allocated(func() { endpoint.ServeHTTP(w, announced(length, hangUp{})) }); n > 1<<20 {
			t.Errorf("%d bytes announced, none sent: %d bytes allocated", length, n)
		}
		if w.Code != want {
			t.Errorf("%d bytes announced, none sent: got %d, want %d", length, w.Code, want)
		}
	}
}

// TestAnnounced: bodies of every size up to the limit arrive whole. One byte over the limit is passed on
// for the engine to refuse, and nothing of such a body is read.
func TestAnnounced(t *testing.T) {
	for _, size := range []int{0, 1, 4095, 64 << 10, 64<<10 + 1, 128 << 10, 300_000} {
		sent := []byte(strings.Repeat("0123456789", size/10+1)[:size])
		d := &recorder{}
		w := httptest.NewRecorder()
		endpoint := &httphost.Endpoint{Fallback: d, MaxBody: 300_000}
		endpoint.ServeHTTP(w, announced(int64(size), bytes.NewReader(sent)))
		if w.Code != 200 || !bytes.Equal(d.body, sent) {
			t.Errorf("%d bytes: got %d, %d bytes arrived", size, w.Code, len(d.body))
		}
	}
	d := &recorder{}
	(&httphost.Endpoint{Fallback: d, MaxBody: 10}).ServeHTTP(httptest.NewRecorder(), announced(11, hangUp{}))
	if len(d.body) != 11 {
		t.Errorf("over the limit: %d bytes were passed on, want 11", len(d.body))
	}
}

// TestAnnouncedTrickle: what is allocated is in proportion to what has arrived.
func TestAnnouncedTrickle(t *testing.T) {
	const arrived = 1 << 20
	endpoint := &httphost.Endpoint{Fallback: &recorder{}, MaxBody: largest}
	n := allocated(func() {
		body := io.MultiReader(io.LimitReader(spaces{}, arrived), hangUp{})
		endpoint.ServeHTTP(httptest.NewRecorder(), announced(largest, body))
	})
	if n > 5*arrived { // 2 for the buffer, 2 for the smaller ones before it
		t.Errorf("%d bytes arrived: %d bytes allocated", arrived, n)
	}
}

// spaces never ends.
type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// gate is an account that lets nobody in, or everybody.
type gate struct {
	recorder
	open bool
}

func (g *gate) Admit(_ grant.Service, r wire.Request) (wire.Response, bool) {
	return wire.Response{Status: 403}, g.open && (r.Coming > 64<<10 || r.Coming == 0) && r.Body == nil
}

func (g *gate) Busy(grant.Service, wire.Request) wire.Response { return wire.Response{Status: 503} }

// TestRefusedUnread: the body of a sender who isn't let in isn't read, and the connection ends.
func TestRefusedUnread(t *testing.T) {
	endpoint := &httphost.Endpoint{Fallback: &gate{}, MaxBody: largest}
	w := httptest.NewRecorder()
	endpoint.ServeHTTP(w, announced(largest, hangUp{}))
	if w.Code != 403 || w.Header().Get("Connection") != "close" {
		t.Errorf("got %d, Connection: %q", w.Code, w.Header().Get("Connection"))
	}
}

// TestUnannounced: a body whose length isn't announced is read up to 64 KiB, and further only if its sender
// is let in. It counts as announced with no length, because that's what the sender has signed.
func TestUnannounced(t *testing.T) {
	for _, c := range []struct {
		size, want int
		open       bool
	}{{64<<10 - 1, 200, false}, {64 << 10, 403, false}, {300_000, 403, false}, {300_000, 200, true}} {
		g, w := &gate{open: c.open}, httptest.NewRecorder()
		body := bytes.NewReader(make([]byte, c.size))
		(&httphost.Endpoint{Fallback: g, MaxBody: largest}).ServeHTTP(w, announced(-1, body))
		if w.Code != c.want || c.want == 200 && (len(g.body) != c.size || g.coming != int64(-c.size)) {
			t.Errorf("%d bytes: got %d, %d bytes arrived, %d are coming", c.size, w.Code, len(g.body), g.coming)
		}
		if read := c.size - body.Len(); c.want == 403 && read > 64<<10 {
			t.Errorf("%d of %d bytes were read", read, c.size)
		}
	}
}

// TestRoom: bodies that don't fit into the room are refused, and give back what they have taken of it.
func TestRoom(t *testing.T) {
	endpoint := &httphost.Endpoint{
		Fallback: &gate{open: true}, MaxBody: largest, Room: httphost.NewRoom(300_000),
	}
	for _, c := range []struct{ size, want int }{{300_000, 200}, {300_001, 503}, {300_000, 200}, {1000, 200}} {
		w := httptest.NewRecorder()
		endpoint.ServeHTTP(w, announced(int64(c.size), bytes.NewReader(make([]byte, c.size))))
		if w.Code != c.want {
			t.Errorf("%d bytes: got %d, want %d", c.size, w.Code, c.want)
		}
	}
}

// echo answers with the body in the segments in which it came.
type echo struct{ recorder }

func (e *echo) Do(of grant.Service, r wire.Request) (wire.Response, trace.Trace) {
	e.recorder.Do(of, r)
	return wire.Response{Status: 200, Body: r.Body, Segments: r.Segments}, trace.Trace{}
}

// TestSegments: a long body is handed over in segments, announced or not, and an answer in segments is
// written whole.
func TestSegments(t *testing.T) {
	const segment = 4 << 20
	for size, want := range map[int]int{segment: 0, segment + 1: 1, 2 * segment: 1, 2*segment + 9: 2} {
		for _, length := range []int64{int64(size), -1} {
			sent := []byte(strings.Repeat("0123456789", size/10+1)[:size])
			d, w := &echo{}, httptest.NewRecorder()
			endpoint := &httphost.Endpoint{Fallback: d, MaxBody: largest, Room: httphost.NewRoom(largest)}
			endpoint.ServeHTTP(w, announced(length, bytes.NewReader(sent)))
			if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), sent) || len(d.segments) != want {
				t.Errorf("%d bytes: got %d, %d bytes back from %d segments", size, w.Code, w.Body.Len(),
					len(d.segments))
			}
		}
	}
	d := &recorder{}
	endless := announced(-1, spaces{})
	(&httphost.Endpoint{Fallback: d, MaxBody: 2 * largest}).ServeHTTP(httptest.NewRecorder(), endless)
	if size := len(d.body) + len(d.segments)*segment; size <= 2*largest {
		t.Errorf("a body without an end passes for one of about %d bytes", size)
	}
	short := io.MultiReader(io.LimitReader(spaces{}, 2*segment), hangUp{})
	w := httptest.NewRecorder()
	(&httphost.Endpoint{Fallback: &echo{}, MaxBody: largest}).ServeHTTP(w, announced(3*segment, short))
	if w.Code != 400 {
		t.Errorf("a body that ends early: got %d", w.Code)
	}
}

// pacer is a client that sends so many bytes each so often, and the connection that it does this on.
type pacer struct {
	http.ResponseWriter
	deadline time.Time
	bytes    int
	pause    time.Duration
}

func (p *pacer) SetReadDeadline(d time.Time) error { p.deadline = d; return nil }

func (p *pacer) Read(b []byte) (int, error) {
	if time.Sleep(p.pause); time.Now().After(p.deadline) {
		return 0, os.ErrDeadlineExceeded
	}
	return copy(b, make([]byte, p.bytes)), nil
}

// TestPatience: a client may pause for as long as the Patience, but what it sends now and then has to be
// enough, too.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		name   string
		length int64
		pacer
		want int
	}{
		{"a byte now and then", 1000, pacer{bytes: 1, pause: 29 * time.Second}, 400},
		{"a byte a second", 1000, pacer{bytes: 1, pause: time.Second}, 400},
		{"half of a small body, and the rest in time", 1000, pacer{bytes: 500, pause: 14 * time.Second}, 200},
		{"slow, in large pieces", 10 << 20, pacer{bytes: 60 << 10, pause: 29 * time.Second}, 200},
		{"slow, in small pieces", 10 << 20, pacer{bytes: 2 << 10, pause: time.Second}, 200},
		{"a long pause", 10 << 20, pacer{bytes: 60 << 10, pause: 31 * time.Second}, 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				endpoint := &httphost.Endpoint{Fallback: &recorder{}, MaxBody: largest, Patience: 30 * time.Second}
				answer := httptest.NewRecorder()
				c.ResponseWriter = answer
				endpoint.ServeHTTP(&c.pacer, announced(c.length, &c.pacer))
				if answer.Code != c.want {
					t.Errorf("%d, want %d", answer.Code, c.want)
				}
			})
		})
	}
}
