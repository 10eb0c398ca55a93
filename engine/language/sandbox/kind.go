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
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// Sandbox runs scripts in accounts of one kind.
type Sandbox struct{ kind Kind }

// New returns the sandbox for a kind of account.
func New(k Kind) Sandbox { return Sandbox{k} }

// Kind is what the accounts of a sandbox are made of.
type Kind struct {
	Open func(Options) *account.Account
	Key  script.Key                                                 // of every account; nil for accounts of tables alone
	XML  func(body []byte, way []script.Hop) (json []byte, ok bool) // as script.Options has it
}

// Options are what an account takes from the sandbox.
type Options struct {
	Name      string           // the account's name
	Clock     func() time.Time // the time of day; moves on at each call
	NewID     func() string    // a fresh GUID
	MaxBytes  int64
	Admission grant.Admission
}

// ErrWhole is the error of a sandbox whose accounts have tables alone, for a script that wants more:
// queues, blobs, settings of the service, or signatures that somebody looks at.
var ErrWhole = errors.New("this takes a whole account, and here are tables alone")

// Tables returns the sandbox whose accounts have tables alone.
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

// beyond reports whether steps run against tables alone went beyond them, so that their answers mean
// nothing, or got a document that nobody here can look into.
func beyond(steps []script.Step) bool {
	for i := range steps {
		s := &steps[i]
		if s.Service != grant.Table || s.Method == "OPTIONS" || aboutSettings(s.Request.URL) ||
			bytes.HasPrefix(bytes.TrimPrefix(s.Response.Body, []byte("\uFEFF")), []byte("<")) {
			return true
		}
	}
	return false
}

// aboutSettings reports whether a URL asks for a component, such as comp=acl, in place of what tables
// hold.
func aboutSettings(url string) bool {
	params, _ := wire.Params(wire.SplitURL(url).Query)
	for i := range params {
		if wire.EqualFold(params[i].Name, "comp") {
			return true
		}
	}
	return false
}
