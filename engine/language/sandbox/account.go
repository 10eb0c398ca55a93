package sandbox

import (
	"math/rand/v2"
	"runtime"
	"time"

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
	step     = 12_345_600 * time.Nanosecond // shows all digits of a Timestamp
)

// start returns the time at which every run starts.
func start() time.Time { return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC) }

// Account is a storage account with its own clock. It is the target of scripts, and of client libraries that
// use the engine in their page.
type Account struct {
	storage Storage
	now     time.Time
	ids     *rand.Rand
}

// Open returns an account that doesn't check signatures.
func (b Sandbox) Open() *Account { return b.open(Everyone) }

func (b Sandbox) open(admit Admission) *Account {
	a := &Account{now: start(), ids: rand.New(rand.NewPCG(1, 1))}
	a.storage = b.storage(a, admit)
	return a
}

func (b Sandbox) storage(a *Account, admit Admission) Storage {
	return b.kind.Open(Options{Name: name, Clock: a.tick, NewID: a.newID, MaxBytes: maxBytes, Admit: admit})
}

// lock makes an account check signatures from now on, if it has not answered a request yet.
func (b Sandbox) lock(a *Account) {
	if a.now.Equal(start()) {
		a.Close()
		a.storage = b.storage(a, Signed)
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

// Close releases the account's memory. An account in memory can't fail to close.
func (a *Account) Close() { _ = a.storage.Close() }

// Do answers a request. First it yields to the garbage collector: WebAssembly has one thread, a script
// runs on it without a break, and on a busy machine the collector would never run.
func (a *Account) Do(req wire.Request) (wire.Response, *trace.Trace, error) {
	runtime.Gosched()
	response, tr := a.storage.Do(req)
	return response, &tr, nil
}

// Now returns the time of the newest request.
func (a *Account) Now() time.Time { return a.now }

// Sleep advances the account's clock without waiting.
func (a *Account) Sleep(d time.Duration) { a.now = a.now.Add(d) }
