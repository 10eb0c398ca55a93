package sandbox

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	name = "devstoreaccount1"

	// Host, Queue and Blob are what {{host}}, {{queue}} and {{blob}} stand for: the addresses of the
	// emulators' well-known account. A request that a page shows can be sent unchanged to a local endpoint.
	Host  = "http://127.0.0.1:10002/" + name
	Queue = "http://127.0.0.1:10001/" + name
	Blob  = "http://127.0.0.1:10000/" + name

	maxBytes = 64 << 20
	step     = table.Ticks(123_456) // shows all digits of a Timestamp
)

// start returns the time at which every run starts.
func start() table.Ticks { return table.Date(2026, 1, 5) + 9*3600*table.Second }

// Account is a storage account with its own clock. It is the target of scripts, and of client libraries that
// use the engine in their page.
type Account struct {
	kind    Kind
	store   *store.Store
	account *account.Account
	admit   grant.Admission
	now     table.Ticks
	ids     *rand.PCG
	filled  map[string]bool // the tables whose data is in the account
	between Between         // nil for nothing
}

// Between is something between an account and those who send it requests, which changes what they get.
type Between interface {
	Do(*account.Account, grant.Service, wire.Request) (wire.Response, trace.Trace)
	At(own table.Ticks) table.Ticks // what the clock says at the account's own time
	Page(asked int) int             // how many entries a page has at most
	Waited() int                    // how many milliseconds the newest answer takes; negative: it never comes
}

// Between returns what was put between, or nil.
func (a *Account) Between() Between { return a.between }

// Put puts something between the account and those who send it requests.
func (a *Account) Put(b Between) { a.between = b }

// ErrNoAnswer is the error of a request that gets no answer.
var ErrNoAnswer = errors.New("there was no answer: the connection was closed")

// Open returns an account that doesn't check signatures.
func (b Sandbox) Open() *Account { return b.open(grant.Everyone) }

// OpenSigned returns an account that checks signatures, and whose clock starts at a time.
func (b Sandbox) OpenSigned(now table.Ticks) *Account {
	a := b.open(grant.Signed)
	a.now = now
	return a
}

func (b Sandbox) open(admit grant.Admission) *Account {
	s, err := store.Open(store.Options{Limit: maxBytes})
	if err != nil {
		panic("bug: " + err.Error()) // a store in memory can't fail to open
	}
	a := &Account{kind: b.kind, store: s, now: start(), ids: rand.NewPCG(1, 1), filled: map[string]bool{}}
	a.let(admit)
	return a
}

// let makes the account answer other requests than before.
func (a *Account) let(admit grant.Admission) {
	a.admit = admit
	o := account.Options{Name: name, Clock: a.tick, NewID: a.newID, Page: a.page}
	a.account = a.kind.Open(a.store, o, admit)
}

// Layout returns the keys of a table, in order. The account may be in use.
func (a *Account) Layout(table string) trace.Layout { return a.account.Layout(table) }

// lock makes the account check signatures from now on, if it has not answered a request yet.
func (a *Account) lock() {
	if a.now == start() {
		a.let(grant.Signed)
	}
}

func (a *Account) tick() table.Ticks {
	a.now += step
	return a.Now()
}

func (a *Account) page(asked int) int {
	if a.between == nil {
		return asked
	}
	return a.between.Page(asked)
}

func (a *Account) newID() string {
	var id [16]byte
	for i := range id {
		id[i] = byte(a.ids.Uint64() >> 32)
	}
	return table.RandomGUID(id)
}

// Close releases the account's memory. An account in memory can't fail to close.
func (a *Account) Close() { _ = a.account.Close() }

// Do answers a request. First it yields to the garbage collector: WebAssembly has one thread, a script
// runs on it without a break, and on a busy machine the collector would never run.
func (a *Account) Do(req wire.Request) (wire.Response, *trace.Trace, error) {
	runtime.Gosched()
	req.Address = sender
	if a.between == nil {
		response, tr := a.account.Do(serviceAt(req.URL), req)
		return response, &tr, nil
	}
	response, tr := a.between.Do(a.account, serviceAt(req.URL), req)
	if response.Status == 0 {
		return response, &tr, ErrNoAnswer
	}
	return response, &tr, nil
}

// sender is the address of the clients: that of the machine on which a local endpoint listens.
const sender = "127.0.0.1"

// serviceAt tells the services apart by their addresses.
func serviceAt(url string) grant.Service {
	switch {
	case strings.HasPrefix(url, Queue):
		return grant.Queue
	case strings.HasPrefix(url, Blob):
		return grant.Blob
	default:
		return grant.Table
	}
}

// Now returns the time of the newest request.
func (a *Account) Now() table.Ticks {
	if a.between == nil {
		return a.now
	}
	return a.between.At(a.now)
}

// Own returns the account's own time, whatever is between.
func (a *Account) Own() table.Ticks { return a.now }

// Sleep advances the account's clock without waiting.
func (a *Account) Sleep(d table.Ticks) { a.now += d }
