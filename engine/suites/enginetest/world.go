package enginetest

import (
	"fmt"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// World is an account with all services. Its clock advances by a second each time it's read, and a test can
// set it.
type World struct {
	T       T
	Now     time.Time
	Store   *store.Store
	Account *account.Account
}

// NewWorld returns an empty account, at nine o'clock, and checks and closes it when the test ends. adjust
// can change its options, or be nil.
func NewWorld(t T, adjust func(*full.Options)) *World {
	t.Helper()
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	w, ids := &World{T: t, Now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), Store: s}, 0
	o := full.Options{
		Name:  Account,
		Clock: func() table.Ticks { w.Now = w.Now.Add(time.Second); return table.TicksOf(w.Now) },
		NewID: func() string { ids++; return fmt.Sprintf("%08x-0000-4000-8000-000000000000", ids) },
	}
	if adjust != nil {
		adjust(&o)
	}
	w.Account = full.Open(s, o)
	t.Cleanup(func() {
		if err := w.Account.Check(); err != nil {
			t.Errorf("the store is inconsistent: %v", err)
		}
		if err := w.Account.Close(); err != nil {
			t.Errorf("%v", err)
		}
	})
	return w
}

// BaseOf returns the URL of the account's service.
func BaseOf(s grant.Service) string {
	ports := map[grant.Service]string{grant.Blob: "10000", grant.Queue: "10001", grant.Table: "10002"}
	return "http://127.0.0.1:" + ports[s] + "/" + Account
}

// Send sends a request. path is what follows the account in the URL. Requests to tables ask for JSON without
// metadata, unless headers, in pairs of name and value, say otherwise.
func (w *World) Send(to grant.Service, method, path, body string, headers ...string) wire.Response {
	req := wire.Request{Method: method, URL: BaseOf(to) + path, Body: []byte(body)}
	if to == grant.Table {
		req.Headers.Add("Accept", "application/json;odata=nometadata")
		req.Headers.Add("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Headers.Set(headers[i], headers[i+1])
	}
	response, _ := w.Account.Do(to, req)
	return response
}

// Expect sends a request and checks its status and error code, which is "" for success.
func (w *World) Expect(
	to grant.Service, method, path, body string, status int, code string, headers ...string,
) wire.Response {
	w.T.Helper()
	r := w.Send(to, method, path, body, headers...)
	got := r.Headers.Get("x-ms-error-code")
	if got == "" {
		got, _ = errorbody.Read(r.Body) // tables answer without the header
	}
	if r.Status != status || got != code {
		w.T.Errorf("%s %s: got %d %s, want %d %s\n%s", method, path, r.Status, got, status, code, r.Body)
	}
	return r
}
