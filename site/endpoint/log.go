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

// Log keeps the newest requests of an endpoint as a page shows them. It doesn't keep headers, bodies or
// signatures.
type Log struct {
	run string // distinguishes the IDs of this Log from those of an earlier run

	mu      sync.Mutex
	entries []Entry       // the newest last
	last    int           // the number of the newest
	changed chan struct{} // closed at the next request
}

// Entry is one request and its outcome.
type Entry struct {
	ID           string          `json:"id"`
	Time         time.Time       `json:"time"`
	Method       string          `json:"method"`
	Service      string          `json:"service"` // tables, queues or blobs
	URL          string          `json:"url"`     // decoded, for people to read
	Status       int             `json:"status"`
	Error        string          `json:"error"` // the service's code, or ""
	Kind         string          `json:"kind"`  // of the query; "" if it isn't one
	Read         int             `json:"read"`
	Returned     int             `json:"returned"`
	Written      int             `json:"written"`
	Transactions int             `json:"transactions"`
	Label        json.RawMessage `json:"label"`  // what the request did, as a tree of elements
	Detail       json.RawMessage `json:"detail"` // everything known about it, as a tree of elements

	number int
}

// NewLog returns an empty log.
func NewLog() *Log {
	return &Log{run: strconv.FormatInt(time.Now().UnixNano(), 36), changed: make(chan struct{})}
}

// add keeps only what a page shows of a request, so that the rest doesn't stay in memory.
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
	url := withoutSignature(x.Request.URL)
	shown := &view.Exchange{
		Method: x.Request.Method, URL: url, Status: x.Response.Status, Answer: &x.Response, Trace: &x.Trace,
	}
	e := Entry{
		Time: time.Now(), Method: x.Request.Method, Service: to.Noun, URL: readable(url), Status: x.Response.Status,
		Read: x.Trace.Cost.EntitiesRead, Returned: x.Trace.Cost.EntitiesReturned,
		Written: x.Trace.Cost.EntitiesWritten, Transactions: x.Trace.Cost.Transactions,
		Label: view.Label(shown).AppendJSON(nil), Detail: view.Logged(shown).AppendJSON(nil),
	}
	if e.Method == "GET" { // a write also looks up its entity by key, but readers don't think of it as a query
		e.Kind = x.Trace.Plan.Kind.String()
	}
	if f := x.Trace.Fault; f != nil {
		e.Error = f.Code.Name
	}
	return e
}

// withoutSignature replaces the signature in a URL, and any value whose name can't be decoded.
func withoutSignature(url string) string {
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

// readable returns the path and query of a URL, decoded if all escapes are well-formed.
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

// after waits until there are requests newer than the one with an ID, and returns them. If no request
// has the ID, it returns all.
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
