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
	"github.com/rowkey/rowkey/engine/trace"
)

// Sandbox runs scripts in accounts of one kind.
type Sandbox struct{ kind Kind }

// New returns the sandbox for a kind of account.
func New(k Kind) Sandbox { return Sandbox{k} }

// Kind says how to make the accounts of a sandbox.
type Kind struct {
	Open func(*store.Store, account.Options, grant.Admission) *account.Account
	Key  runner.Key // of every account; nil for accounts with only tables
	XML  answer.XML // reads bodies of XML; nil for accounts with only tables

	// Typed returns data with the types that its values suggest; nil where data have to say them.
	Typed func(name, text string) string
}

// ErrTablesOnly is the error of a sandbox whose accounts have only tables, for a script that needs more:
// queues, blobs, settings of a service, or signatures that are checked.
var ErrTablesOnly = errors.New("this needs a full account, and the accounts here have only tables")

// Tables returns the sandbox whose accounts have only tables.
func Tables() Sandbox { return New(Kind{Open: openTables}) }

func openTables(s *store.Store, o account.Options, _ grant.Admission) *account.Account {
	o.Services = []service.Service{tables.Service()}
	return account.Open(s, o)
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
