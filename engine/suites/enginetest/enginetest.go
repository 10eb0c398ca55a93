package enginetest

import (
	"fmt"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
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

// Tables is an account with the table service alone.
type Tables struct {
	*account.Account
	Store *store.Store
}

// Do answers one request.
func (t *Tables) Do(req wire.Request) (wire.Response, trace.Trace) {
	return t.Account.Do(grant.Table, req)
}

// Options returns the options of the accounts: a clock that starts at a fixed time and advances by a fixed
// step each time it's read, and identifiers that count up.
func Options() account.Options {
	now, ids := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), 0
	return account.Options{
		Name:     Account,
		Services: []service.Service{tables.Service()},
		Clock: func() table.Ticks {
			now = now.Add(step)
			return table.TicksOf(now)
		},
		NewID: func() string {
			ids++
			return fmt.Sprintf("%08x-0000-4000-8000-000000000000", ids)
		},
	}
}

// New returns an empty account with tables, and checks and closes it when the test ends. adjust can change
// its options, or be nil.
func New(t T, adjust func(*account.Options)) *Tables { return NewWithin(t, 0, adjust) }

// NewWithin is New for an account that holds at most that many bytes; 0 means no limit.
func NewWithin(t T, limit int64, adjust func(*account.Options)) *Tables {
	t.Helper()
	s, err := store.Open(store.Options{Limit: limit})
	if err != nil {
		t.Fatalf("%v", err)
	}
	options := Options()
	if adjust != nil {
		adjust(&options)
	}
	a := account.Open(s, options)
	t.Cleanup(func() {
		if err := a.Check(); err != nil {
			t.Errorf("the store is inconsistent: %v", err)
		}
		if err := a.Close(); err != nil {
			t.Errorf("%v", err)
		}
	})
	return &Tables{a, s}
}

// Digest returns a number that tells two states of the stored data apart, for tests that nothing has
// changed.
func (t *Tables) Digest() uint64 { return t.Store.Digest() }
