package sandbox

import (
	"bytes"
	"errors"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Sandbox runs scripts in accounts of one kind.
type Sandbox struct{ kind Kind }

// New returns the sandbox for a kind of account.
func New(k Kind) Sandbox { return Sandbox{k} }

// Kind is what the accounts of a sandbox are made of.
type Kind struct {
	Open func(Options) Storage
	Key  script.Key                                                 // of every account; nil for accounts of tables alone
	XML  func(body []byte, way []script.Hop) (json []byte, ok bool) // as script.Options has it
}

// Storage is what an account keeps its data in.
type Storage interface {
	Do(wire.Request) (wire.Response, trace.Trace)
	Layout(table string) trace.Layout
	Close() error
}

// Options are what a Storage takes from the sandbox.
type Options struct {
	Name     string           // the account's name
	Clock    func() time.Time // the time of day; moves on at each call
	NewID    func() string    // a fresh GUID
	MaxBytes int64
	Admit    Admission
}

// Admission says whose requests an account answers.
type Admission uint8

// Who is answered.
const (
	Everyone Admission = iota
	Signed             // who has the account's key, or a token made with it
)

// ErrFull is the error of a sandbox whose accounts have tables alone, for a script that wants more:
// queues, blobs, settings of the service, or signatures that somebody looks at.
var ErrFull = errors.New("this takes a full account, and here are tables alone")

// Tables returns the sandbox whose accounts have tables alone.
func Tables() Sandbox { return New(Kind{Open: openTables}) }

func openTables(o Options) Storage {
	e, err := engine.New(engine.Options{Account: o.Name, Clock: o.Clock, NewID: o.NewID, MaxBytes: o.MaxBytes})
	if err != nil {
		panic("bug: " + err.Error()) // an engine in memory cannot fail to open
	}
	return e
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
