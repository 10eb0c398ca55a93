package account

import (
	"slices"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/blob"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/queue"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/settings"
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
	Keys  [][]byte         // of the account; each signs
	Admit Admission        // whose requests are answered
}

// Admission says whose requests an account answers.
type Admission uint8

const (
	// Everyone is taken for the owner, and nothing is judged.
	Everyone Admission = iota
	// Unsigned requests are taken for the owner's, and signatures are judged.
	Unsigned
	// Signed requests alone are answered.
	Signed
)

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
		grant.Table: a.companion(grant.Table, "Table", nil),
		grant.Queue: a.companion(grant.Queue, "Queue", queue.Route),
		grant.Blob:  a.companion(grant.Blob, "Blob", blob.Route),
	}
	a.tables = engine.On(s, engine.Options{
		Account: o.Name, Clock: a.clock, NewID: a.newID, Authorize: a.authorize(grant.Table),
	})
	return a
}

// authorize is what says who may do what with a service; nil when everyone may do everything.
func (a *Account) authorize(of grant.Service) func(wire.Request, table.Ticks) (grant.Grant, error) {
	if a.options.Admit == Everyone {
		return nil
	}
	judge := auth.Judge{
		Account: a.options.Name, Keys: a.options.Keys, Policies: a.policy,
		Unsigned: a.options.Admit == Unsigned,
	}
	return func(r wire.Request, now table.Ticks) (grant.Grant, error) { return judge.Grant(of, r, now) }
}

// policy looks up a stored access policy.
func (a *Account) policy(of grant.Service, resource, id string) (policy auth.Policy, found bool, err error) {
	err = a.store.View(func(tx *store.Tx) error {
		p, ok, err := settings.PolicyOf(tx, of, resource, id)
		policy, found = auth.Policy{Start: p.Start, Expiry: p.Expiry, Permission: p.Permission}, ok
		return err
	})
	return policy, found, err
}

// Close releases the account's memory.
func (a *Account) Close() error { return a.store.Close() }

// Check reports inconsistencies of the stored data, which would be bugs.
func (a *Account) Check() error { return a.store.Check() }

// Layout returns a table's keys in order, for pictures; it is empty when there is no such table.
func (a *Account) Layout(name string) trace.Layout { return a.tables.Layout(name) }

// Service is one service of an account.
type Service struct {
	account *Account
	letter  grant.Service
}

// Service returns one of the account's services.
func (a *Account) Service(s grant.Service) Service { return Service{a, s} }

// Do answers one request to the service and says what that took.
func (s Service) Do(req wire.Request) (wire.Response, trace.Trace) {
	return s.account.Do(s.letter, req)
}

// Do answers one request to one of the services and says what that took.
func (a *Account) Do(to grant.Service, req wire.Request) (wire.Response, trace.Trace) {
	var response wire.Response
	var tr trace.Trace
	switch {
	case req.Method == "OPTIONS":
		response, tr = a.preflight(req, a.services[to])
	case to == grant.Table && !aboutSettings(req.URL):
		response, tr = a.tables.Do(req)
	default:
		response, tr = a.serve(req, a.services[to])
	}
	a.share(to, req, &response)
	return response, tr
}

// aboutSettings reports whether a URL asks for a component, such as comp=acl, in place of what tables
// hold.
func aboutSettings(url string) bool {
	params, _ := wire.Params(wire.SplitURL(url).Query)
	return slices.ContainsFunc(params, func(p wire.Param) bool { return wire.EqualFold(p.Name, "comp") })
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

// clock and newID let the engine and the account take turns, as what a host gives need not be safe for
// concurrent use.
func (a *Account) clock() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.options.Clock()
}

func (a *Account) newID() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.options.NewID()
}
