package engine

import (
	"fmt"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options are what an Engine takes from its host.
type Options struct {
	Account  string           // the storage account's name
	Clock    func() time.Time // the time of day; called once for each request
	NewID    func() string    // a fresh GUID, 8-4-4-4-12 lower-case digits
	MaxBytes int64            // bound on the bytes held; 0 for none

	// Authorize says what the sender of a request may do, or refuses with a *fault.Error; nil makes
	// everyone the owner.
	Authorize func(r wire.Request, now table.Ticks) (grant.Grant, error)
}

// Engine is one storage account. Do is safe for concurrent use.
type Engine struct {
	options Options
	store   *store.Store
	scratch sync.Pool // of *[]byte, in which answers are written

	mu     sync.Mutex
	last   table.Ticks // given to the newest request
	served table.Ticks // of the newest request that reached the store
}

// New returns an account without tables.
func New(o Options) (*Engine, error) {
	s, err := store.Open(store.Options{Limit: o.MaxBytes})
	if err != nil {
		return nil, err
	}
	return On(s, o), nil
}

// On returns the account whose tables are in s, which others may keep things in, too. MaxBytes is the
// store's to bound. Times go on from those of s, also when the clock has been set back since.
func On(s *store.Store, o Options) *Engine {
	return &Engine{options: o, store: s, last: s.Last(), served: s.Last()}
}

// Close releases the account's memory.
func (e *Engine) Close() error { return e.store.Close() }

// Check reports inconsistencies of the stored data, which would be bugs.
func (e *Engine) Check() error { return e.store.Check() }

// Digest returns a number that tells two states of the stored data apart, for tests that nothing has
// changed.
func (e *Engine) Digest() uint64 { return e.store.Digest() }

// Do answers one request and says what that took.
func (e *Engine) Do(req wire.Request) (wire.Response, trace.Trace) {
	c := e.begin(req)
	if err := e.serve(c); err != nil {
		c.fail(err)
	}
	response := respond(c)
	c.trace.Cost.BytesReturned = len(response.Body)
	return response, c.trace
}

// serve decides and commits; it writes no answer. A panic anywhere in it is a bug of the engine and
// becomes an InternalError, so that the account and its host live on.
func (e *Engine) serve(c *call) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("bug: panic in %s: %v", c.trace.Operation, p)
		}
	}()
	routed := c.route()
	if err := e.authorize(c); err != nil {
		return err // strangers are not told what else is wrong with their request
	}
	if routed != nil {
		return routed
	}
	if err := c.permit(); err != nil {
		return err
	}
	if err := c.operation.parse(c); err != nil {
		return err
	}
	if err := c.confine(); err != nil {
		return err
	}
	if c.operation.mode == reads {
		return e.store.View(c.apply)
	}
	return e.store.Update(c.apply)
}

// apply runs the request's operation in a transaction of the store.
func (c *call) apply(tx *store.Tx) (err error) {
	c.engine.order(c)
	tx.Stamp(c.now)
	c.result, err = c.operation.apply(tx, c)
	return err
}

// call is one request on its way through the stages.
type call struct {
	engine *Engine
	req    wire.Request
	now    table.Ticks
	id     string // of the request
	trace  trace.Trace

	address               // route: what the request is about
	operation operation   // route: what it wants
	level     odata.Level // route: how much metadata its answer carries
	json      bool        // route: its answer may be JSON
	input                 // parse: what it sent
	grant     grant.Grant // authorize: what its sender may do
	result    result      // apply: what is to be answered, if nothing failed
	failed    *partFault  // apply: the part that failed a transaction; nil otherwise
}

// input is what an operation's parse made of a request.
type input struct {
	properties []table.Property // insert, replace, merge
	ifMatch    table.ETag       // "" when not sent
	selected   odata.Select     // get entity, query entities
	query      *query           // query entities
	tableQuery *tableQuery      // query tables
	parts      []*call          // entity group transaction
	contentID  string           // of a part of one
	lone       bool             // the one part stands outside a change set: a query
}

// begin stamps a request with its time and its identifier. Times strictly increase, as the
// Timestamps made from them must.
func (e *Engine) begin(req wire.Request) *call {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = max(e.last+1, table.TicksOf(e.options.Clock()))
	return &call{
		engine: e,
		req:    req,
		now:    e.last,
		id:     requestID(e.options.NewID()),
		trace:  trace.Trace{Cost: trace.Cost{Transactions: 1}},
	}
}

// order gives a request that others have overtaken on the way to the store a later time than theirs,
// so that no write takes a Timestamp back. The store runs one write at a time.
func (e *Engine) order(c *call) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if c.now < e.served {
		e.last++
		c.now = e.last
	}
	e.served = c.now
}

// requestID gives an identifier the ending that the service's own have.
func requestID(guid string) string {
	const zeros = "000000"
	if len(guid) <= len(zeros) {
		return guid
	}
	return guid[:len(guid)-len(zeros)] + zeros
}

// newID draws an identifier for a boundary.
func (e *Engine) newID() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.options.NewID()
}

// Layout returns a table's keys in order, for pictures; it is empty when there is no such table.
func (e *Engine) Layout(name string) trace.Layout {
	layout := trace.Layout{Table: name}
	_ = e.store.View(func(tx *store.Tx) error {
		for row := range tx.Scan(keys.Entities(name)) {
			key, last := row.Key(), len(layout.Partitions)-1
			if last < 0 || layout.Partitions[last].PartitionKey != key.PartitionKey {
				layout.Partitions = append(layout.Partitions, trace.Lane{PartitionKey: key.PartitionKey})
				last++
			}
			lane := &layout.Partitions[last]
			lane.RowKeys = append(lane.RowKeys, key.RowKey)
		}
		return nil
	})
	return layout
}
