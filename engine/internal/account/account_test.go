package account_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/cors"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// flawed is a queue service whose task panics at a stage.
type flawed struct {
	at    string // of parse, apply and encode, the stage that panics; "" for none
	panic any
}

func (f flawed) fail(stage string) {
	if f.at == stage {
		panic(f.panic)
	}
}

func (f flawed) Parse() error {
	f.fail("parse")
	return nil
}

func (f flawed) Apply(tx *store.Tx) (service.Reply, error) {
	if err := tx.PutRecord(keys.Record(keys.Queue, "q"), "written"); err != nil {
		return service.Reply{}, err
	}
	f.fail("apply")
	return service.Reply{Status: 201, Content: func(dst []byte) []byte {
		f.fail("encode")
		return append(dst, "done"...)
	}}, nil
}

// open opens an account whose only service is a flawed one.
func open(t *testing.T, f flawed) (*account.Account, *store.Store) {
	t.Helper()
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return account.Open(s, account.Options{
		Name:  "contoso",
		Clock: func() table.Ticks { return table.TicksOf(time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)) },
		NewID: func() string { return "00000000-0000-4000-8000-000000000000" },
		Rules: func(grant.Service) []cors.Rule { return []cors.Rule{cors.All([]string{"*"})} },
		Services: []service.Service{{
			Of: grant.Queue,
			Route: func(*service.Call) (service.Operation, error) {
				return service.Operation{Name: "Write", Writes: true, Task: f}, nil
			},
			Refuse: func(c *service.Call, f *fault.Error) service.Reply {
				return service.Reply{Status: f.Code.Status, Body: []byte(c.Trailed(f.Code.Name))}
			},
		}},
	}), s
}

// TestPanic: a panic at any stage is answered with InternalError, its cause is in the trace alone, and the
// account goes on. What the panic interrupted isn't stored.
func TestPanic(t *testing.T) {
	for _, c := range []struct {
		flaw   flawed
		cause  string
		stored bool
	}{
		{flawed{"parse", "broken"}, "bug: panic in Write: broken", false},
		{flawed{"apply", errors.New("broken")}, "broken", false},
		{flawed{"encode", "broken"}, "bug: panic in Write: broken", true},
	} {
		a, s := open(t, c.flaw)
		for range 2 {
			response, trace := a.Do(grant.Queue, wire.Request{Method: "PUT", URL: "http://x/contoso/q"})
			if response.Status != 500 || strings.Contains(string(response.Body), "broken") {
				t.Errorf("%s: got %d %s", c.flaw.at, response.Status, response.Body)
			}
			if trace.Fault == nil || trace.Fault.Cause == nil || !strings.Contains(trace.Fault.Cause.Error(),
				c.cause) {
				t.Errorf("%s: the trace has %v", c.flaw.at, trace.Fault)
			}
		}
		if stored := s.Used() > 0; stored != c.stored {
			t.Errorf("%s: stored is %t", c.flaw.at, stored)
		}
	}
}

// TestNotRegistered: an account refuses requests to a service that it doesn't have.
func TestNotRegistered(t *testing.T) {
	a, s := open(t, flawed{})
	for to, status := range map[grant.Service]int{grant.Queue: 201, grant.Blob: 501, grant.Table: 501} {
		response, _ := a.Do(to, wire.Request{Method: "PUT", URL: "http://x/contoso/q"})
		if response.Status != status {
			t.Errorf("%c: got %d, want %d", to, response.Status, status)
		}
	}
	if s.Used() == 0 {
		t.Error("nothing is stored")
	}
}

// TestPreflightElsewhere: a preflight is answered for this account alone.
func TestPreflightElsewhere(t *testing.T) {
	a, _ := open(t, flawed{})
	for url, status := range map[string]int{"http://x/contoso/q": 200, "http://x/fabrikam/q": 400} {
		response, _ := a.Do(grant.Queue, wire.Request{Method: "OPTIONS", URL: url, Headers: wire.Headers{
			{Name: "Origin", Value: "https://a.example"}, {Name: "Access-Control-Request-Method", Value: "PUT"},
		}})
		if response.Status != status {
			t.Errorf("%s: got %d, want %d", url, response.Status, status)
		}
	}
}
