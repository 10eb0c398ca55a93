package endpoint

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/site/logged"
)

// Kept is how many requests a Log keeps: the newest.
const Kept = 500

// Log keeps the newest requests of an endpoint as a page shows them.
type Log struct {
	run string // distinguishes the IDs of this Log from those of an earlier run

	mu      sync.Mutex
	entries []logged.Entry // the newest last
	last    int            // the number of the newest
	changed chan struct{}  // closed at the next request
}

// NewLog returns an empty log.
func NewLog() *Log {
	return &Log{run: strconv.FormatInt(time.Now().UnixNano(), 36), changed: make(chan struct{})}
}

// add keeps only what a page shows of a request, so that the rest doesn't stay in memory.
func (l *Log) add(to Service, x httphost.Exchange) {
	e := logged.Of(to.Noun, x, time.Now())
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	e.ID = l.run + "-" + strconv.Itoa(l.last)
	if len(l.entries) == Kept {
		copy(l.entries, l.entries[1:])
		l.entries = l.entries[:Kept-1]
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

func (l *Log) newer(id string) []logged.Entry {
	for i, e := range l.entries {
		if e.ID == id {
			return append([]logged.Entry(nil), l.entries[i+1:]...)
		}
	}
	return append([]logged.Entry(nil), l.entries...)
}
