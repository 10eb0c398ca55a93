package enginetest

import (
	"fmt"
	"time"

	"github.com/rowkey/rowkey/engine"
)

// Account is the name of the accounts made here.
const Account = "devstoreaccount1"

// Base is where their URLs begin.
const Base = "http://127.0.0.1:10002/" + Account

// step is the time from one request to the next, so that Timestamps show a fraction like the
// service's.
const step = 12_345_600 * time.Nanosecond

// T is what New needs of a test: *testing.T, *testing.B and *rapid.T all have it.
type T interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Options is what the accounts made here take from their host: a clock that starts at a fixed time and
// moves on by a fixed step at each request, and identifiers that count.
func Options() engine.Options {
	now, ids := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), 0
	return engine.Options{
		Account: Account,
		Clock: func() time.Time {
			now = now.Add(step)
			return now
		},
		NewID: func() string {
			ids++
			return fmt.Sprintf("%08x-0000-4000-8000-000000000000", ids)
		},
	}
}

// New returns an empty account that is checked and closed when the test ends. adjust, which may be
// nil, changes its options before it is made.
func New(t T, adjust func(*engine.Options)) *engine.Engine {
	t.Helper()
	options := Options()
	if adjust != nil {
		adjust(&options)
	}
	e, err := engine.New(options)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() {
		if err := e.Check(); err != nil {
			t.Errorf("the store is inconsistent: %v", err)
		}
		if err := e.Close(); err != nil {
			t.Errorf("%v", err)
		}
	})
	return e
}
