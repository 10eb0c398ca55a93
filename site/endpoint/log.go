package endpoint

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/shape"
	"github.com/rowkey/rowkey/site/logged"
)

// Kept is how many requests a Log keeps: the newest.
const Kept = 500

// Log keeps the newest requests of an endpoint as a page shows them.
type Log struct {
	run string // distinguishes the IDs of this Log from those of an earlier run

	mu      sync.Mutex
	entries []*entry      // the newest last
	last    int           // the number of the newest
	changed chan struct{} // closed at the next request
}

// NewLog returns an empty log.
func NewLog() *Log {
	return &Log{run: strconv.FormatInt(time.Now().UnixNano(), 36), changed: make(chan struct{})}
}

// entry is a request as a page shows it, which is made when a page asks for it: that takes as long as the
// answer did.
type entry struct {
	id       string
	noun     string // of the service
	at       time.Time
	exchange *httphost.Exchange // nil once it's made
	made     logged.Entry
}

// little is the size, in bytes, of what can be kept of a request until a page asks for it.
const little = 8 << 10

func newEntry(to Service, x httphost.Exchange) *entry {
	e := &entry{noun: to.Noun, at: time.Now(), exchange: &x}
	cost := &x.Trace.Cost
	size := x.Request.Size() + x.Response.Size() + int64(cost.BytesRead+cost.BytesWritten)
	for _, h := range x.Request.Headers {
		size += int64(len(h.Name) + len(h.Value))
	}
	if size += int64(len(x.Request.URL)); size > little { // keys in the trace are parts of these
		e.make()
	}
	x.Request.Sender = nil
	x.Request.Body = bytes.Clone(x.Request.Body) // what it was read into can be larger
	return e
}

// make returns the entry without its ID.
func (e *entry) make() logged.Entry {
	if e.exchange != nil {
		x := *e.exchange
		e.made, e.exchange = logged.Of(e.noun, x, e.at), nil
		e.made.Shape, e.made.Sent = shape.Of(x.Request, &x.Trace), sent(e.noun, x)
	}
	return e.made
}

// add keeps of a request what a page shows, or, if it's small, what that is made of.
func (l *Log) add(to Service, x httphost.Exchange) {
	e := newEntry(to, x)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	e.id = l.run + "-" + strconv.Itoa(l.last)
	if len(l.entries) == Kept {
		l.entries[0], l.entries = nil, l.entries[1:]
	}
	l.entries = append(l.entries, e)
	close(l.changed)
	l.changed = make(chan struct{})
}

// after waits until there are requests newer than the one with an ID, and returns them. If no request
// has the ID, it returns all.
func (l *Log) after(ctx context.Context, id string) []logged.Entry {
	for {
		l.mu.Lock()
		newer, changed := l.newer(id), l.changed
		l.mu.Unlock()
		if len(newer) > 0 {
			return newer
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
	}
}

func (l *Log) newer(id string) (newer []logged.Entry) {
	from := 1 + slices.IndexFunc(l.entries, func(e *entry) bool { return e.id == id })
	for _, e := range l.entries[from:] {
		made := e.make()
		made.ID = e.id
		newer = append(newer, made)
	}
	return newer
}
