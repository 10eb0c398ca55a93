package sandbox

import (
	"bytes"
	"errors"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

// Sandbox runs scripts in accounts of one kind.
type Sandbox struct{ kind Kind }

// New returns the sandbox for a kind of account.
func New(k Kind) Sandbox { return Sandbox{k} }

// Kind says how to make the accounts of a sandbox.
type Kind struct {
	Open func(*store.Store, Options) *account.Account
	Key  runner.Key // of every account; nil for accounts with only tables
	XML  answer.XML // reads bodies of XML; nil for accounts with only tables

	// Typed returns data with the types that its values suggest; nil where data have to say them.
	Typed func(name, text string) string
}

// Options are what an account gets from the sandbox.
type Options struct {
	Name      string             // the account's name
	Clock     func() table.Ticks // the time of day; advances with each call
	NewID     func() string      // a fresh GUID
	Page      func(int) int      // how many entries a page has at most for which so many were asked
	Admission grant.Admission
}

// ErrTablesOnly is the error of a sandbox whose accounts have only tables, for a script that needs more:
// queues, blobs, settings of a service, or signatures that are checked.
var ErrTablesOnly = errors.New("this needs a full account, and the accounts here have only tables")

// Tables returns the sandbox whose accounts have only tables.
func Tables() Sandbox { return New(Kind{Open: openTables}) }

func openTables(s *store.Store, o Options) *account.Account {
	return account.Open(s, account.Options{
		Name: o.Name, Clock: o.Clock, NewID: o.NewID, Page: o.Page, Services: []service.Service{tables.Service()},
	})
}

// needsMore reports whether steps need more than tables: a request to another service, or for a part of
// this one that isn't here, or a response that only package full can read. The answers of such steps mean
// nothing.
func needsMore(steps []runner.Step) bool {
	for i := range steps {
		s := &steps[i]
		if s.Service != grant.Table || s.Method == "OPTIONS" || notOffered(s.Trace) ||
			bytes.HasPrefix(bytes.TrimPrefix(s.Response.Body, []byte("\uFEFF")), []byte("<")) {
			return true
		}
	}
	return false
}

// notOffered reports whether a request was for something that the account has no operation for.
func notOffered(t *trace.Trace) bool {
	return t != nil && t.Operation == "" && t.Fault != nil && t.Fault.Code == fault.NotImplemented
}
