package control

import (
	"strings"

	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// A log keeps so many requests, and so many bytes of a URL: one can have 64 KiB.
const (
	kept    = 10_000
	keptURL = 1000
)

// seen is the log of requests, in the order in which they came.
type seen struct {
	total   int
	entries []*entry // the newest last
}

type entry = protocol.SeenRequest

// begin logs a request that has come.
func (l *seen) begin(s subject, r wire.Request, now table.Ticks, fault, rule string) *entry {
	l.total++
	e := &entry{
		Number: l.total, Time: now.String(), Account: s.account, Service: nouns[s.service], Method: brief(r.Method),
		URL: brief(wire.WithoutSignature(r.URL)), Operation: s.operation, Resource: brief(s.resource),
		Fault: fault, Rule: rule,
	}
	if len(l.entries) == kept {
		copy(l.entries, l.entries[1:])
		l.entries = l.entries[:kept-1]
	}
	l.entries = append(l.entries, e)
	return e
}

// finish adds the outcome of a request.
func (l *seen) finish(e *entry, response wire.Response, t trace.Trace) {
	e.Status, e.Plan = response.Status, t.Plan.Kind.String()
	e.EntitiesRead, e.EntitiesReturned = t.Cost.EntitiesRead, t.Cost.EntitiesReturned
	e.EntitiesWritten = t.Cost.EntitiesWritten
	if t.Fault != nil {
		e.Error = t.Fault.Code.Name
	}
}

// list returns the log as it is now.
func (l *seen) list() *protocol.SeenRequests {
	all := &protocol.SeenRequests{Total: l.total, Requests: []protocol.SeenRequest{}}
	for _, e := range l.entries {
		all.Requests = append(all.Requests, *e)
	}
	return all
}

// brief returns the beginning of a text, as a string of its own: others are parts of the whole request.
func brief(text string) string {
	if len(text) <= keptURL {
		return strings.Clone(text)
	}
	return strings.ToValidUTF8(text[:keptURL], "") + "…"
}
