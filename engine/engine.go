package engine

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/hosts/keeper"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/service/blobs"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Request is what a client sends, Response what the service would answer, and Trace what that took.
type (
	Request  = wire.Request
	Response = wire.Response
	Header   = wire.Header
	Headers  = wire.Headers
	Trace    = trace.Trace
)

// Service names one of the services of an account.
type Service = grant.Service

// The services of an account.
const (
	Tables = grant.Table
	Queues = grant.Queue
	Blobs  = grant.Blob
)

// MaxBlob is the size limit of a blob that's put in one request, in bytes.
const MaxBlob = blobs.MaxSize

// Account is one storage account: its tables, queues and blobs. Its methods are safe for concurrent use.
type Account struct {
	account    *account.Account
	store      *store.Store
	mu         sync.Mutex
	mark       *store.Mark      // nil for none
	control    *control.Control // nil for none
	credential auth.Credential
	close      func() error
}

// Open opens an account. It fails if its name, a key or a role isn't valid, or if the folder can't be opened.
func Open(o Options) (*Account, error) {
	if err := datadir.CheckName(o.name()); err != nil {
		return nil, err
	}
	keys, err := o.keys()
	if err != nil {
		return nil, err
	}
	if err := auth.CheckRoles(o.Roles); err != nil {
		return nil, err
	}
	s, closeIt, err := open(o)
	if err != nil {
		return nil, err
	}
	return &Account{
		control: o.Control,
		account: full.Open(s, o.controlled(full.Options{
			Name: o.name(), Clock: o.clock(), Watch: o.watch(), NewID: o.newID(), Keys: keys,
			Admission: o.Admission, OAuth: o.OAuth, Roles: o.Roles, Origins: o.Origins, FreeNames: o.FreeNames,
			Annotate: httphost.Explain, Fetch: o.fetch(),
		})),
		store:      s,
		credential: auth.Credential{Account: o.name(), Key: keys[0]},
		close:      sync.OnceValue(closeIt),
	}, nil
}

// open opens the account's store, in memory, in a folder or with a keeper, and returns what closes it.
func open(o Options) (s *store.Store, closeIt func() error, err error) {
	switch {
	case o.Shared != nil:
		s, err = o.Shared.Store(o.name(), o.MaxBytes)
		return s, func() error { return nil }, err
	case o.From != nil:
		if s, err = o.From.store.Fork(); err != nil {
			return nil, nil, err
		}
		return s, s.Close, nil
	case o.Keeper != nil:
		s, err = keeper.Open(o.Keeper, o.MaxBytes, o.report())
		if err != nil {
			return nil, nil, fmt.Errorf("account %s: %w", o.name(), err)
		}
		return s, s.Close, nil
	case o.Folder == "":
		s, err = store.Open(store.Options{Limit: o.MaxBytes})
		return s, s.Close, err
	}
	folder, err := datadir.Open(o.Folder, datadir.Options{Report: o.Report})
	if err != nil {
		return nil, nil, err
	}
	if s, err = folder.Store(o.name(), o.MaxBytes); err != nil {
		return nil, nil, errors.Join(err, folder.Close())
	}
	return s, folder.Close, nil
}

// Do answers one request to a service and says what that took. It never fails: a request that can't be
// carried out gets the service's own error as its answer, and Trace.Fault says why.
//
// internal/account/doc.go lists the stages that a request goes through.
func (a *Account) Do(to Service, r Request) (Response, Trace) {
	if a.control != nil {
		return a.control.Do(a.account, to, r)
	}
	return a.account.Do(to, r)
}

// Admit says whether Do would let the sender of a request in. It doesn't look at the body, which may not have
// arrived yet. If the sender isn't let in, it returns what Do would answer.
func (a *Account) Admit(to Service, r Request) (refusal Response, ok bool) {
	return a.account.Admit(to, r)
}

// Busy returns what the service answers a request for which it has no room: ServerBusy (503).
func (a *Account) Busy(to Service, r Request) Response { return a.account.Busy(to, r) }

// TooLarge returns what the service answers a request whose body is larger than the host takes:
// RequestBodyTooLarge (413).
func (a *Account) TooLarge(to Service, r Request) Response {
	return a.account.Refuse(to, r, fault.RequestBodyTooLarge)
}

// Handler serves one service of the account over HTTP, so each service needs a server of its own. As with
// emulators, the account's name is the first part of the path: http://HOST/devstoreaccount1/Orders. A request
// with the header x-rowkey-explain gets its trace with the answer; package httphost describes it.
func (a *Account) Handler(of Service) http.Handler {
	e := &httphost.Endpoint{Service: of, Fallback: a}
	if of == Blobs {
		e.MaxBody = MaxBlob
	}
	return e
}

// Token mints a shared access signature and returns it as the query of a URL. Each field is name=value,
// with the name that it has in the URL: tn=Orders, sp=r, se=2026-12-31T12:00:00Z. With ss and srt it's an
// account token. The pseudo fields queue, container and blob name the resource of the other tokens. Values
// aren't checked: a token with a wrong one is refused when it's used.
// An account whose Admission is Everyone ignores tokens.
func (a *Account) Token(fields ...string) (query string, err error) {
	params := make([]wire.Param, len(fields))
	for i, f := range fields {
		var ok bool
		if params[i].Name, params[i].Value, ok = strings.Cut(f, "="); !ok {
			return "", fmt.Errorf("token field %q isn't name=value", f)
		}
	}
	return a.credential.Token(params)
}

// CheckName returns a *fault.Error if a queue or container can't have this name.
func CheckName(name string) error { return resource.CheckName(name) }

// Contents is how many tables, entities, messages and blobs an account has.
type Contents = account.Contents

// Contents counts what the account has. It reads everything, so it takes time.
func (a *Account) Contents() Contents { return a.account.Contents() }

// Tables are the entities of each table, by its name, in key order. It reads everything, so it takes time.
func (a *Account) Tables() map[string][]table.Entity { return a.account.Tables() }

// Layout is the keys of a table in order, for drawing. It's empty if there's no such table.
func (a *Account) Layout(table string) trace.Layout { return a.account.Layout(table) }

// Mark remembers what the account has now, in place of what it remembered before. From then on the account
// keeps what is written over.
func (a *Account) Mark() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	m, err := a.store.Mark()
	if err != nil {
		return err
	}
	if a.mark != nil {
		err = a.store.Drop(a.mark)
	}
	a.mark = m
	return err
}

// ErrNoMark is the error of Back before Mark.
var ErrNoMark = errors.New("the account has no mark to go back to")

// Back gives the account what it had at the mark, which stays.
func (a *Account) Back() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.mark == nil {
		return ErrNoMark
	}
	return a.store.Back(a.mark)
}

// Close releases the account's memory and its folder, after everything is on disk. It does nothing for an
// account in Options.Shared, which the folder's own Close closes, or when it's called again.
func (a *Account) Close() error { return a.close() }
