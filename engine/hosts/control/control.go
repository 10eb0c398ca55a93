package control

import (
	"math"
	"sync"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options are what a Control needs from its host.
type Options struct {
	Clock  func() table.Ticks              // the host's own time
	Wait   func(table.Ticks, wire.Request) // waits so long, or until the sender of the request has hung up
	Health func() error                    // why the host doesn't answer everywhere; nil if it always does
	Others []string                        // further names that the host answers, for errors that list them
}

// Forever is a wait that only the sender of the request ends.
const Forever table.Ticks = math.MaxInt64

// Target is an account.
type Target interface {
	Do(of grant.Service, r wire.Request) (wire.Response, trace.Trace)
	Refuse(of grant.Service, r wire.Request, code fault.Code) wire.Response
	Identify(of grant.Service, r wire.Request) (service.Operation, *service.Call)
}

// Control says what happens to the requests of some accounts. Its methods are safe for concurrent use.
type Control struct {
	options Options

	mu       sync.Mutex
	rules    []*rule
	lastID   int
	seen     seen
	clock    clock
	pages    pages
	throttle *throttle // nil for none
}

// New returns a Control that changes nothing yet.
func New(o Options) *Control { return &Control{options: o} }

// Do answers a request in an account's place. If the response has no status, the client gets no answer: the
// host has to close the connection.
func (c *Control) Do(t Target, of grant.Service, r wire.Request) (wire.Response, trace.Trace) {
	if r.Method == "OPTIONS" {
		return t.Do(of, r) // a browser asks whether it may send a request; no program does
	}
	s := subjectOf(t, of, r)
	entry, does, by := c.arrived(s, r)
	response, tr, done := c.carryOut(t, r, s, does)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !done {
		entry.Fault, entry.Rule = "", ""
		by.Applied--
	}
	c.seen.finish(entry, response, tr)
	if c.throttle != nil {
		c.throttle.charge(s, tr)
	}
	return response, tr
}

// arrived logs and counts a request, and returns what is to be done to it, and the rule that says so, if one
// does.
func (c *Control) arrived(s subject, r wire.Request) (e *entry, does effect, by *rule) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := ""
	for _, rule := range c.rules {
		if rule.counts(s, r) && by == nil {
			rule.Applied++
			does, by, id = rule.effect(), rule, rule.ID
		}
	}
	now := c.clock.at(c.options.Clock())
	if by == nil && c.throttle != nil {
		does = c.throttle.admit(s, now)
	}
	return c.seen.begin(s, r, now, does.fault, id), does, by
}

// At returns the time of the accounts at a time of the host.
func (c *Control) At(own table.Ticks) table.Ticks {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.clock.at(own)
}

// Page returns how many entries a page has at most for which so many were asked.
func (c *Control) Page(asked int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pages.size(asked)
}
