package engine

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
)

// The account that every emulator has, with its key, both known to all.
const (
	DevelopmentName = auth.DevelopmentAccount
	DevelopmentKey  = auth.DevelopmentKey
)

// Admission says whose requests an account answers.
type Admission = grant.Admission

const (
	Everyone = grant.Everyone // counts as the owner, and nothing is checked
	Unsigned = grant.Unsigned // requests count as the owner's, and signatures are checked
	Signed   = grant.Signed   // requests alone are answered
)

// Options say what kind of account Open opens. The zero Options are those of an empty account in memory
// that answers everyone.
type Options struct {
	Name      string    // "" for DevelopmentName
	Keys      []string  // in base64; each signs, and the first mints tokens. None for DevelopmentKey
	Admission Admission // Everyone
	Origins   []string  // whose pages may call: https://example.com, or * for all; none
	MaxBytes  int64     // bound on what's stored; 0 for none

	// Folder keeps the account on disk, so that it outlives the process; "" keeps it in memory. One
	// process at a time has a folder. Report is given what happens to it besides requests, such as a
	// failing sync; nil for nobody.
	Folder string
	Report func(error)

	// Shared is an open folder that several accounts are kept in, in place of Folder. It closes them.
	Shared *datadir.Dir

	Clock func() time.Time // the time of day, asked once for each request; nil for time.Now
	NewID func() string    // a fresh GUID, 8-4-4-4-12 lower-case digits; nil for random ones
}

func (o Options) name() string { return cmp.Or(o.Name, DevelopmentName) }

func (o Options) keys() ([][]byte, error) {
	texts := o.Keys
	if len(texts) == 0 {
		texts = []string{DevelopmentKey}
	}
	keys := make([][]byte, len(texts))
	for i, text := range texts {
		var err error
		if keys[i], err = auth.ParseKey(text); err != nil {
			return nil, fmt.Errorf("account %s, key %d: %w", o.name(), i+1, err)
		}
	}
	return keys, nil
}

func (o Options) clock() func() time.Time {
	if o.Clock != nil {
		return o.Clock
	}
	return time.Now
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
