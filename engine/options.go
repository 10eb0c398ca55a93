package engine

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/hosts/keeper"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// The account that every emulator has, and its key, which is public.
const (
	DevelopmentName = auth.DevelopmentAccount
	DevelopmentKey  = auth.DevelopmentKey
)

// Admission says which requests an account answers.
type Admission = grant.Admission

const (
	Everyone = grant.Everyone // all requests, as the owner's, without looking at signatures
	Unsigned = grant.Unsigned // also those without a signature, as the owner's; signatures are checked
	Signed   = grant.Signed   // only those with a valid signature
)

// Options say what kind of account Open opens. With the zero Options it's an empty account in memory that
// answers every request.
type Options struct {
	Name      string    // lower-case letters, digits and hyphens; "" means DevelopmentName
	Keys      []string  // in base64; each can sign, the first mints tokens. None means DevelopmentKey
	Admission Admission // which requests it answers; the zero value is Everyone
	Origins   []string  // web pages of these can call it: https://example.com, or * for every origin
	MaxBytes  int64     // what's stored; writes beyond it get RequestBodyTooLarge (413). 0: no limit

	// OAuth takes bearer tokens over https, as Azurite's -oauth basic: it checks their times, audience and
	// issuer, but not who has signed them, so anyone can make one. Roles are Azure's names of the roles of
	// an identity whose token has no claim "roles"; none means Storage Blob, Queue and Table Data
	// Contributor. Admission has to be Unsigned or Signed.
	OAuth bool
	Roles []string

	// FreeNames makes the name of a deleted table, queue or container free at once. At the service it stays
	// taken for 40 or 30 seconds, and suites written for other emulators don't wait.
	FreeNames bool

	// Neighbor returns another account that the same server has, so that blobs can be copied from it; nil if
	// there's none of that name.
	Neighbor func(name string) *Account

	// Folder is where the account is kept on disk; "" keeps it in memory. Only one process at a time can
	// open a folder. Report is called with errors that no request causes, such as a failing sync, unless
	// it's nil.
	Folder string
	Report func(error)

	// Shared is an open folder for several accounts, and replaces Folder. Closing it closes them.
	Shared *datadir.Dir

	// Keeper keeps the account where there are no folders, and replaces Folder too. Report is called when it
	// refuses something.
	Keeper keeper.Keeper

	// From is another account of this process, and replaces Folder: the account is in memory, and begins with
	// what that one has now. They share the bytes, so it takes as long as reading them.
	From *Account

	// Clock is the time of day; nil means time.Now. It's called once for each request, and once more for one
	// whose large body is let in before it arrives.
	Clock func() time.Time

	// Control breaks on request what the account does, and sets its clock; nil leaves everything as it is.
	Control *control.Control

	NewID func() string // a new GUID, in lower-case hexadecimal digits, 8-4-4-4-12; nil means random ones
}

func (o Options) name() string { return cmp.Or(o.Name, DevelopmentName) }

func (o Options) keys() ([][]byte, error) {
	encoded := o.Keys
	if len(encoded) == 0 {
		encoded = []string{DevelopmentKey}
	}
	keys := make([][]byte, len(encoded))
	for i, key := range encoded {
		var err error
		if keys[i], err = auth.ParseKey(key); err != nil {
			return nil, fmt.Errorf("account %s, key %d: %w", o.name(), i+1, err)
		}
	}
	return keys, nil
}

func (o Options) report() func(error) {
	if o.Report != nil {
		return o.Report
	}
	return func(error) {}
}

// own returns the host's clock.
func (o Options) own() func() table.Ticks {
	now := time.Now
	if o.Clock != nil {
		now = o.Clock
	}
	return func() table.Ticks { return table.TicksOf(now()) }
}

// clock returns the account's clock.
func (o Options) clock() func() table.Ticks {
	own := o.own()
	if o.Control == nil {
		return own
	}
	return func() table.Ticks { return o.Control.At(own()) }
}

// controlled adds what a Control decides within an account.
func (o Options) controlled(to full.Options) full.Options {
	if o.Control != nil {
		to.Page, to.Signed = o.Control.Page, o.own()
	}
	return to
}

// watch returns what times pages: the time of day, unless the account's clock is the caller's.
func (o Options) watch() func() table.Ticks {
	if o.Clock != nil {
		return nil
	}
	began := time.Now()
	return func() table.Ticks { return table.Ticks(time.Since(began) / 100) }
}

func (o Options) newID() func() string {
	if o.NewID != nil {
		return o.NewID
	}
	return func() string {
		var id [16]byte
		_, _ = rand.Read(id[:]) // never fails
		return table.RandomGUID(id)
	}
}

// fetch returns what reads blobs of the account's neighbors, nil if it has none.
func (o Options) fetch() service.Fetch {
	if o.Neighbor == nil {
		return nil
	}
	return func(r wire.Request) (wire.Response, bool) {
		u := wire.SplitURL(r.URL)
		host, _, _ := strings.Cut(u.Host, ".")
		path, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
		for _, name := range [...]string{strings.ToLower(host), path} {
			if a := o.Neighbor(strings.TrimSuffix(name, "-secondary")); a != nil {
				response, _ := a.account.Do(Blobs, r) // it isn't a request of a client: no fault is for it
				return response, true
			}
		}
		return wire.Response{}, false
	}
}
