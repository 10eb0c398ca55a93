package account

import (
	"cmp"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/cors"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options are what an account's host gives it.
type Options struct {
	Name     string             // of the account
	Clock    func() table.Ticks // the time of day; called once for each request
	NewID    func() string      // a new GUID, in lower-case hexadecimal digits, 8-4-4-4-12
	Services []service.Service  // the first one that owns a request answers it

	// Watch is a clock that runs while a request is answered, and ends pages that take too long; nil for
	// none.
	Watch func() table.Ticks

	// Page returns how many entries a page of a list or a query has at most for which so many were asked; nil
	// leaves that as it is. A page with fewer, or none, ends with a continuation token.
	Page func(asked int) int

	// Fetch reads the sources of copies from other accounts of the same host; nil if there are none.
	Fetch service.Fetch

	// Authorize returns what the sender of a request can do, or a *fault.Error; nil makes every sender the
	// owner. Checking signatures isn't part of this package because it would make the small engine of a
	// page larger, where each reader has an account of their own.
	Authorize func(to grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error)

	// Rules returns what a service lets pages of other origins do; nil lets them do nothing.
	Rules func(of grant.Service) []cors.Rule

	// Annotate adds the host's own headers to those of an answer; nil adds none. It runs before the
	// account decides which headers a page can read.
	Annotate func(wire.Request, wire.Headers, *trace.Trace) wire.Headers
}

// Account is one storage account. Do is safe for concurrent use.
type Account struct {
	options Options
	store   *store.Store
	scratch sync.Pool     // of *[]byte: buffers for writing bodies
	newID   func() string // the host's, but safe for concurrent use
	view    service.View  // of the store

	mu     sync.Mutex
	last   table.Ticks // the time of the newest request
	ahead  lead        // of the clock, that times have
	served table.Ticks // the time of the newest request that reached the store
}

// Open returns the account that is stored in s. Its times continue after the last one in s, even if the
// clock has been set back since.
func Open(s *store.Store, o Options) *Account {
	a := &Account{options: o, store: s, view: s.View, last: s.Last(), served: s.Last()}
	a.newID = func() string {
		a.mu.Lock()
		defer a.mu.Unlock()
		return o.NewID()
	}
	return a
}

// Close releases the account's memory.
func (a *Account) Close() error { return a.store.Close() }

// Check returns an error if the stored data is inconsistent, which would be a bug.
func (a *Account) Check() error { return a.store.Check() }

// Do answers one request to a service and says what that took.
func (a *Account) Do(to grant.Service, req wire.Request) (wire.Response, trace.Trace) {
	c := a.begin(req)
	located := c.Locate()
	s, offered := a.serviceOf(to, c)
	response, err := a.answer(s, c, cmp.Or(located, offered))
	if err != nil {
		response = a.encode(s, c, refuse(s, c, err))
	}
	return a.finish(to, c, response), *c.Trace
}

// Admit says whether the sender of a request is let in, before its body has arrived. If not, it returns
// what Do would answer.
func (a *Account) Admit(to grant.Service, req wire.Request) (refusal wire.Response, ok bool) {
	return a.turnAway(to, req, func(s *service.Service, c *service.Call) error { return a.authorize(s.Of, c) })
}

// Busy answers a request whose body the host has no room for.
func (a *Account) Busy(to grant.Service, req wire.Request) wire.Response {
	response := a.Refuse(to, req, fault.ServerBusy)
	response.Headers.Set("Retry-After", "1")
	return response
}

// Refuse answers a request with an error that the host has found, without looking at its body.
func (a *Account) Refuse(to grant.Service, req wire.Request, code fault.Code) wire.Response {
	response, _ := a.turnAway(to, req, func(*service.Service, *service.Call) error { return fault.New(code) })
	return response
}

// turnAway answers a request without looking at more than its head, if there is a reason.
func (a *Account) turnAway(
	to grant.Service, req wire.Request, reason func(*service.Service, *service.Call) error,
) (refusal wire.Response, ok bool) {
	c := a.glance(req)
	_ = c.Locate() // Do tells what is wrong with the address, to those that it lets in
	s, _ := a.serviceOf(to, c)
	err := reason(s, c)
	if err == nil {
		return wire.Response{}, true
	}
	return a.finish(to, c, a.encode(s, c, refuse(s, c, err))), false
}

// answer serves a call and encodes the reply. A panic anywhere in it is a bug and becomes an InternalError,
// so that the account and its host live on.
func (a *Account) answer(s *service.Service, c *service.Call, located error) (r wire.Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = wire.Response{}, bug(c.Trace.Operation, p)
		}
	}()
	reply, err := a.serve(s, c, located)
	if err != nil {
		return wire.Response{}, err
	}
	return a.encode(s, c, reply), nil
}

// serviceOf returns the part of a service that answers a request: the first registered one that owns it. If
// none is registered, the last of all refuses the request.
func (a *Account) serviceOf(to grant.Service, c *service.Call) (*service.Service, error) {
	services := a.options.Services
	for i := range services {
		if s := &services[i]; s.Of == to && (s.Owns == nil || s.Owns(c)) {
			return s, nil
		}
	}
	return &services[len(services)-1], fault.New(fault.NotImplemented)
}

// serve takes a call that has been located, or not, through the other stages up to its reply.
func (a *Account) serve(s *service.Service, c *service.Call, located error) (service.Reply, error) {
	if c.Request.Method == "OPTIONS" && located == nil {
		return a.preflight(s.Of, c)
	}
	operation, routed := service.Operation{}, located
	if located == nil {
		operation, routed = s.Route(c)
		c.Trace.Operation = operation.Name
	}
	if err := a.authorize(s.Of, c); err != nil {
		return service.Reply{}, err // first, so that a sender without access learns nothing else
	}
	if routed != nil {
		return service.Reply{}, routed
	}
	if err := c.Permit(operation); err != nil {
		return service.Reply{}, err
	}
	if !operation.Long {
		if err := join(&c.Request); err != nil {
			return service.Reply{}, err
		}
	}
	if err := operation.Task.Parse(); err != nil {
		return service.Reply{}, err
	}
	return a.apply(c, operation)
}

// maxJoined is the length of the longest body of an operation that doesn't take segments: a list of 50,000
// blocks has 6 MiB.
const maxJoined = 8 << 20

// join makes one body of a request's segments.
func join(r *wire.Request) error {
	if len(r.Segments) == 0 {
		return nil
	}
	if r.Size() > maxJoined {
		return fault.New(fault.RequestBodyTooLarge)
	}
	r.Body = append(r.Body, strings.Join(r.Segments, "")...)
	r.Segments = nil
	return nil
}

// authorize sets what the sender of a call can do. Signatures and tokens are judged by the time of day: a
// stored Timestamp from the future would otherwise make every one of them too old.
func (a *Account) authorize(to grant.Service, c *service.Call) (err error) {
	c.Grant, err = a.Authorize(to, c.Request, c.Clock)
	return err
}

// Authorize returns what the sender of a request can do, or a *fault.Error.
func (a *Account) Authorize(to grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error) {
	if a.options.Authorize == nil {
		return grant.Owner(), nil
	}
	return a.options.Authorize(to, r, now)
}

// apply runs an operation in one transaction of the store. An error rolls the transaction back.
func (a *Account) apply(c *service.Call, o service.Operation) (reply service.Reply, err error) {
	inTransaction := func(tx *store.Tx) error {
		a.order(c)
		tx.Stamp(c.Now)
		reply, err = o.Task.Apply(tx)
		return err
	}
	if o.Writes {
		err = a.store.Update(inTransaction)
	} else {
		err = a.store.View(inTransaction)
	}
	return reply, err
}
