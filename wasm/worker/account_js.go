package main

import (
	"crypto/rand"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// room is how many bytes of keys and entities the account takes. An object has 128 MB, and entities of
// whatever size have been seen to take up to 83 MB of them when they fill this room.
const room = 16 << 20

// account says who may send requests to one.
type account struct {
	name     string
	keys     [][]byte
	unsigned bool // requests without a signature are its owner's
}

// open makes the account that the environment describes.
func open(environment func(string) string) (*engine.Engine, error) {
	a := account{name: environment("ROWKEY_ACCOUNT"), unsigned: environment("ROWKEY_UNSIGNED") == "allow"}
	for text := range strings.SplitSeq(environment("ROWKEY_KEYS"), ":") {
		key, err := auth.ParseKey(text)
		if err != nil {
			return nil, err
		}
		a.keys = append(a.keys, key)
	}
	return engine.New(engine.Options{
		Account: a.name, Clock: time.Now, NewID: newID, Authorize: a.authorize, MaxBytes: room,
	})
}

// authorize takes either key.
func (a account) authorize(r wire.Request, _ table.Ticks) (g grant.Grant, err error) {
	if a.unsigned && !r.Headers.Has("Authorization") {
		return grant.Owner(), nil
	}
	for _, key := range a.keys {
		if err = (auth.Credential{Account: a.name, Key: key}).Verify(grant.Table, r); err == nil {
			return grant.Owner(), nil
		}
	}
	return g, err
}

func newID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	return table.RandomGUID(id)
}
