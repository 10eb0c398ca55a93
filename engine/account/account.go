package account

import (
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/blob"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/queue"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options are what an Account takes from its host.
type Options struct {
	Name     string           // the storage account's name
	Clock    func() time.Time // the time of day; called once for each request
	NewID    func() string    // a fresh GUID, 8-4-4-4-12 lower-case digits
	MaxBytes int64            // bound on the bytes held; 0 for none

	// Authorize says what the sender of a request may do, or refuses with a *fault.Error; nil makes
	// everyone the owner.
	Authorize func(grant.Service, wire.Request) (grant.Grant, error)
}

// Account is one storage account. Do is safe for concurrent use.
type Account struct {
	options Options
	store   *store.Store
	tables  *engine.Engine

	mu   sync.Mutex
	last table.Ticks // given to the newest call of a queue or blob
}

// New returns an empty account.
func New(o Options) (*Account, error) {
	s, err := store.Open(store.Options{Limit: o.MaxBytes})
	if err != nil {
		return nil, err
	}
	return On(s, o), nil
}

// On returns the account that is kept in s. MaxBytes is the store's to bound. Times go on from those
// of s, also when the clock has been set back since.
func On(s *store.Store, o Options) *Account {
	a := &Account{options: o, store: s, last: s.Last()}
	a.tables = engine.On(s, engine.Options{
		Account: o.Name, Clock: o.Clock, NewID: o.NewID, Authorize: a.authorizeTables(),
	})
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
	switch to {
	case grant.Queue:
		return a.serve(req, companion{grant.Queue, queueServer, queue.Route})
	case grant.Blob:
		return a.serve(req, companion{grant.Blob, blobServer, blob.Route})
	default:
		return a.tables.Do(req)
	}
}
