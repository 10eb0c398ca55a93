package account

import (
	"strings"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/blob"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/queue"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options are what an Account takes from its host.
type Options struct {
	Name  string           // the storage account's name
	Clock func() time.Time // the time of day; called once for each request
	NewID func() string    // a fresh GUID, 8-4-4-4-12 lower-case digits

	// Authorize says what the sender of a request may do, or refuses with a *fault.Error; nil makes
	// everyone the owner.
	Authorize func(grant.Service, wire.Request) (grant.Grant, error)
}

// Account is one storage account. Do is safe for concurrent use.
type Account struct {
	options  Options
	store    *store.Store
	tables   *engine.Engine
	services map[grant.Service]companion

	mu   sync.Mutex
	last table.Ticks // given to the newest call that the engine has not seen
}

// On returns the account whose tables, queues and blobs are in s.
func On(s *store.Store, o Options) *Account {
	a := &Account{options: o, store: s, last: s.Last()}
	a.services = map[grant.Service]companion{
		grant.Table: {grant.Table, "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0", nil},
		grant.Queue: {grant.Queue, "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0", queue.Route},
		grant.Blob:  {grant.Blob, "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0", blob.Route},
	}
	a.tables = engine.On(s, engine.Options{Account: o.Name, Clock: o.Clock, NewID: o.NewID, Authorize: a.authorizeTables()})
	return a
}

// authorizeTables is what the engine asks.
func (a *Account) authorizeTables() func(wire.Request) (grant.Grant, error) {
	if a.options.Authorize == nil {
		return nil
	}
	return func(r wire.Request) (grant.Grant, error) { return a.options.Authorize(grant.Table, r) }
}

// Close releases the account's memory.
func (a *Account) Close() error { return a.store.Close() }

// Check reports inconsistencies of the stored data, which would be bugs.
func (a *Account) Check() error { return a.store.Check() }

// Layout returns a table's keys in order, for pictures; it is empty when there is no such table.
func (a *Account) Layout(name string) trace.Layout { return a.tables.Layout(name) }

// Do answers one request to one of the services and says what that took.
func (a *Account) Do(to grant.Service, req wire.Request) (wire.Response, trace.Trace) {
	var response wire.Response
	var tr trace.Trace
	switch {
	case req.Method == "OPTIONS":
		response, tr = a.preflight(req, a.services[to])
	case to == grant.Table && !strings.Contains(req.URL, "comp="):
		response, tr = a.tables.Do(req)
	default:
		response, tr = a.serve(req, a.services[to])
	}
	a.share(to, req, &response)
	return response, tr
}

// begin stamps a call with its time, greater than that of any earlier one, and its identifier.
func (a *Account) begin(req wire.Request) *service.Call {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = max(a.last+1, table.TicksOf(a.options.Clock()))
	return &service.Call{
		Request: req, Now: a.last, ID: a.options.NewID(), NewID: a.newID,
		Trace: &trace.Trace{Cost: trace.Cost{Transactions: 1}},
	}
}

func (a *Account) newID() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.options.NewID()
}
