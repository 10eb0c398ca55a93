package sandbox

import (
	"bytes"
	"errors"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/answer"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/wire"
)

// Sandbox runs scripts in accounts of one kind.
type Sandbox struct{ kind Kind }

// New returns the sandbox for a kind of account.
func New(k Kind) Sandbox { return Sandbox{k} }

// Kind says how to make the accounts of a sandbox.
type Kind struct {
	Open func(Options) *account.Account
	Key  runner.Key // of every account; nil for accounts with only tables
	XML  answer.XML // reads bodies of XML; nil for accounts with only tables
}

// Options are what an account gets from the sandbox.
type Options struct {
	Name      string           // the account's name
	Clock     func() time.Time // the time of day; advances with each call
	NewID     func() string    // a fresh GUID
	MaxBytes  int64
	Admission grant.Admission
}

// ErrWhole is the error of a sandbox whose accounts have tables alone, for a script that wants more:
// queues, blobs, settings of the service, or signatures that somebody looks at.
var ErrWhole = errors.New("this takes a whole account, and here are tables alone")

// Tables returns the sandbox whose accounts have only tables.
func Tables() Sandbox { return New(Kind{Open: openTables}) }

func openTables(o Options) *account.Account {
	s, err := store.Open(store.Options{Limit: o.MaxBytes})
	if err != nil {
		panic("bug: " + err.Error()) // a store in memory can't fail to open
	}
	return account.Open(s, account.Options{
		Name: o.Name, Clock: o.Clock, NewID: o.NewID, Services: []service.Service{tables.Service()},
	})
}

// needsMore reports whether steps need more than tables: a request to another service or for settings, or a
// response that only package full can read. The answers of such steps mean nothing.
func needsMore(steps []runner.Step) bool {
	for i := range steps {
		s := &steps[i]
		if s.Service != grant.Table || s.Method == "OPTIONS" || aboutSettings(s.Request.URL) ||
			bytes.HasPrefix(bytes.TrimPrefix(s.Response.Body, []byte("\uFEFF")), []byte("<")) {
			return true
		}
	}
	return false
}

// aboutSettings reports whether a URL asks for a setting, such as comp=acl, and not for what is in a table.
func aboutSettings(url string) bool {
	params, _ := wire.Params(wire.SplitURL(url).Query)
	for i := range params {
		if wire.EqualFold(params[i].Name, "comp") {
			return true
		}
	}
	return false
}
