package enginetest

import (
	"fmt"
	"time"

	"github.com/rowkey/rowkey/engine"
)

// Account is the name of every account.
const Account = "devstoreaccount1"

// Base is the URL of the account's tables.
const Base = "http://127.0.0.1:10002/" + Account

// step is the time from one reading of the clock to the next. It gives Timestamps a fraction, as the
// service's have.
const step = 12_345_600 * time.Nanosecond

// T is what New needs from a test. *testing.T, *testing.B and *rapid.T implement it.
type T interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Options returns the options of the accounts: a clock that starts at a fixed time and advances by a fixed
// step each time it's read, and identifiers that count up.
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

// New returns an empty account with tables, and checks and closes it when the test ends. adjust can change
// its options, or be nil.
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
