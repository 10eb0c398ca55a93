package main

import (
	"crypto/rand"
	"log"
	"os"
	"strings"
	"time"

	"github.com/syumai/workers"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/httphost"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

// room is how many bytes of keys and entities the account takes. An object has 128 MB, and entities of
// whatever size have been seen to take up to 83 MB of them when they fill this room.
const room = 16 << 20

func main() {
	e, err := open()
	if err != nil {
		log.Fatal(err)
	}
	endpoint := &httphost.Endpoint{Stranger: e, Origins: strings.Fields(os.Getenv("ROWKEY_ORIGINS"))}
	workers.ServeNonBlock(bridge.Wrap(endpoint))
	workers.Ready()
	select {}
}

func open() (*engine.Engine, error) {
	key, err := auth.ParseKey(os.Getenv("ROWKEY_KEY"))
	if err != nil {
		return nil, err
	}
	credential := auth.Credential{Account: os.Getenv("ROWKEY_ACCOUNT"), Key: key}
	unsigned := os.Getenv("ROWKEY_UNSIGNED") == "allow"
	return engine.New(engine.Options{
		Account: credential.Account,
		Clock:   time.Now,
		NewID:   newID,
		Authorize: func(r wire.Request) (grant.Grant, error) {
			if unsigned && !r.Headers.Has("Authorization") {
				return grant.Owner(), nil
			}
			return grant.Owner(), auth.Verify(credential, r)
		},
		MaxBytes: room,
	})
}

func newID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	return table.RandomGUID(id)
}
