package sandbox

import (
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	name = "devstoreaccount1"

	// Host is what {{host}} stands for: the address of the emulators' well-known account, so that what
	// a page shows can be sent as it stands to a local endpoint.
	Host = "http://127.0.0.1:10002/" + name

	maxBytes = 64 << 20
	step     = 12_345_600 * time.Nanosecond // shows all digits of a Timestamp
)

// start is the time before the first request of every run.
func start() time.Time { return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC) }

// Account is an engine with a clock of its own. It is what a script runs against, and what a client
// does that speaks to the engine in its page.
type Account struct {
	engine *engine.Engine
	now    time.Time
	ids    *rand.Rand
}

// Open makes an account. An engine in memory cannot fail to open or to close.
func Open() *Account {
	a := &Account{now: start(), ids: rand.New(rand.NewPCG(1, 1))}
	e, err := engine.New(engine.Options{
		Account:  name,
		Clock:    a.tick,
		NewID:    a.newID,
		MaxBytes: maxBytes,
	})
	if err != nil {
		panic("bug: " + err.Error())
	}
	a.engine = e
	return a
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

// Close releases the account's memory.
func (a *Account) Close() { _ = a.engine.Close() }

// Do answers a request. It lets the garbage collector have its turn first: WebAssembly has one
// thread, a script runs on it in one go, and on a busy machine the collector would get no time at all.
func (a *Account) Do(req wire.Request) (wire.Response, *trace.Trace, error) {
	runtime.Gosched()
	response, tr := a.engine.Do(req)
	return response, &tr, nil
}

// Now returns the time of the newest request.
func (a *Account) Now() time.Time { return a.now }

// Sleep lets time pass, at once.
func (a *Account) Sleep(d time.Duration) { a.now = a.now.Add(d) }
