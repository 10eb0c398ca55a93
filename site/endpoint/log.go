package endpoint

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
)

// Kept is how many requests a Log keeps: the newest.
const Kept = 500

// Log keeps the newest requests of an endpoint as a page shows them. It holds neither headers nor
// bodies of requests, and no signatures.
type Log struct {
	run string // tells the requests of this Log from those of another that numbered them alike

	mu      sync.Mutex
	entries []Entry       // the newest last
	last    int           // the number of the newest
	changed chan struct{} // closed at the next request
}

// Entry is one request and what came of it.
type Entry struct {
	ID           string          `json:"id"`
	Time         time.Time       `json:"time"`
	Method       string          `json:"method"`
	Service      string          `json:"service"` // tables, queues or blobs
	URL          string          `json:"url"`     // decoded, to be read by people
	Status       int             `json:"status"`
	Error        string          `json:"error"` // the service's code, or ""
	Kind         string          `json:"kind"`  // of the query; "" for none
	Read         int             `json:"read"`
	Returned     int             `json:"returned"`
	Written      int             `json:"written"`
	Transactions int             `json:"transactions"`
	Label        json.RawMessage `json:"label"`  // what it was, as a tree of elements
	Detail       json.RawMessage `json:"detail"` // all that is known of it, likewise

	number int
}

// NewLog returns an empty log.
func NewLog() *Log {
	return &Log{run: strconv.FormatInt(time.Now().UnixNano(), 36), changed: make(chan struct{})}
}

// add keeps a request as what a page shows of it, so that nothing else of it stays in memory.
func (l *Log) add(to Service, x httphost.Exchange) {
	e := entryOf(to, x)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	e.number, e.ID = l.last, l.run+"-"+strconv.Itoa(l.last)
	if len(l.entries) == Kept {
		copy(l.entries, l.entries[1:])
		l.entries = l.entries[:Kept-1]
	}
	l.entries = append(l.entries, e)
	close(l.changed)
	l.changed = make(chan struct{})
}

func entryOf(to Service, x httphost.Exchange) Entry {
	url := hushed(x.Request.URL)
	shown := &view.Exchange{
		Method: x.Request.Method, URL: url, Status: x.Response.Status, Answer: &x.Response, Trace: &x.Trace,
	}
	e := Entry{
		Time: time.Now(), Method: x.Request.Method, Service: to.Noun, URL: readable(url), Status: x.Response.Status,
		Read: x.Trace.Cost.EntitiesRead, Returned: x.Trace.Cost.EntitiesReturned,
		Written: x.Trace.Cost.EntitiesWritten, Transactions: x.Trace.Cost.Transactions,
		Label: view.Label(shown).AppendJSON(nil), Detail: view.Logged(shown).AppendJSON(nil),
	}
	if e.Method == "GET" { // a write finds its entity by the key, too, but is no query to a reader
		e.Kind = x.Trace.Plan.Kind.String()
	}
	if f := x.Trace.Fault; f != nil {
		e.Error = f.Code.Name
	}
	return e
}

// hushed takes the signature out of a URL.
func hushed(url string) string {
	path, query, _ := strings.Cut(url, "?")
	params := strings.Split(query, "&")
	for i, p := range params {
		name, _, _ := strings.Cut(p, "=")
		if plain, ok := wire.Unescape(name); !ok || strings.EqualFold(strings.TrimSpace(plain), "sig") {
			params[i] = name + "=…"
		}
	}
	if query == "" {
		return path
	}
	return path + "?" + strings.Join(params, "&")
}

// readable is a URL without what stands before its path, and without escapes if all are well-formed.
func readable(url string) string {
	u := wire.SplitURL(url)
	text := u.Path
	if u.Query != "" {
		text += "?" + strings.ReplaceAll(u.Query, "+", " ")
	}
	if plain, ok := wire.Unescape(text); ok {
		return plain
	}
	return text
}

// after waits until there are requests newer than that of an ID, and returns those. Any other text
// stands for the beginning.
func (l *Log) after(ctx context.Context, id string) []Entry {
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

func (l *Log) newer(id string) []Entry {
	for i, e := range l.entries {
		if e.ID == id {
			return append([]Entry(nil), l.entries[i+1:]...)
		}
	}
	return append([]Entry(nil), l.entries...)
}
