package main

import (
	"crypto/rand"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/account"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
)

// room is how many bytes of keys and entities the account takes. An object has 128 MB, and entities of
// whatever size have been seen to take up to 83 MB of them when they fill this room.
const room = 16 << 20

// open makes the account that the environment describes.
func open(environment func(string) string) (*account.Account, error) {
	o := account.Options{
		Name: environment("ROWKEY_ACCOUNT"), Clock: time.Now, NewID: newID, Admit: account.Signed,
	}
	if environment("ROWKEY_UNSIGNED") == "allow" {
		o.Admit = account.Unsigned
	}
	for text := range strings.SplitSeq(environment("ROWKEY_KEYS"), ":") {
		key, err := auth.ParseKey(text)
		if err != nil {
			return nil, err
		}
		o.Keys = append(o.Keys, key)
	}
	s, err := store.Open(store.Options{Limit: room})
	if err != nil {
		return nil, err
	}
	return account.On(s, o), nil
}

func newID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	return table.RandomGUID(id)
}
