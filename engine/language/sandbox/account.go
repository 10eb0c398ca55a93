package sandbox

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	name = "devstoreaccount1"

	// Host, Queue and Blob are what {{host}}, {{queue}} and {{blob}} stand for: the addresses of the
	// emulators' well-known account, so that what a page shows can be sent as it stands to a local
	// endpoint.
	Host  = "http://127.0.0.1:10002/" + name
	Queue = "http://127.0.0.1:10001/" + name
	Blob  = "http://127.0.0.1:10000/" + name

	maxBytes = 64 << 20
	step     = 12_345_600 * time.Nanosecond // shows all digits of a Timestamp
)

// start is the time before the first request of every run.
func start() time.Time { return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC) }

// Account is a storage account with a clock of its own. It is what a script runs against, and what a
// client does that speaks to the engine in its page.
type Account struct {
	account *account.Account
	now     time.Time
	ids     *rand.Rand
}

// Open makes an account that answers everyone.
func (b Sandbox) Open() *Account { return b.open(grant.Everyone) }

func (b Sandbox) open(whom grant.Admission) *Account {
	a := &Account{now: start(), ids: rand.New(rand.NewPCG(1, 1))}
	a.account = b.account(a, whom)
	return a
}

func (b Sandbox) account(a *Account, whom grant.Admission) *account.Account {
	return b.kind.Open(Options{Name: name, Clock: a.tick, NewID: a.newID, MaxBytes: maxBytes, Admission: whom})
}

// lock makes an account that has not answered anyone yet answer signed requests alone.
func (b Sandbox) lock(a *Account) {
	if a.now.Equal(start()) {
		a.Close()
		a.account = b.account(a, grant.Signed)
	}
}

func (a *Account) tick() time.Time {
	a.now = a.now.Add(step)
	return a.now
}

func (a *Account) newID() string {
	var id [16]byte
	for i := range id {
		id[i] = byte(a.ids.Uint32())
	}
	return table.RandomGUID(id)
}

// Close releases the account's memory. Closing what is in memory cannot fail.
func (a *Account) Close() { _ = a.account.Close() }

// Do answers a request. It lets the garbage collector have its turn first: WebAssembly has one
// thread, a script runs on it in one go, and on a busy machine the collector would get no time at all.
func (a *Account) Do(req wire.Request) (wire.Response, *trace.Trace, error) {
	runtime.Gosched()
	req.Address = sender
	response, tr := a.account.Do(serviceAt(req.URL), req)
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
func (a *Account) Now() time.Time { return a.now }

// Sleep lets time pass, at once.
func (a *Account) Sleep(d time.Duration) { a.now = a.now.Add(d) }
