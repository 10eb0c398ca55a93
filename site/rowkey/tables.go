package main

import (
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/httphost"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// serveTables serves an empty account in memory, under the name, key and address that SDKs know as
// development storage. The site does without it: when its port is taken, that is said and no more.
func serveTables(c console, address string) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		fmt.Fprintf(c.err, "rowkey: no table endpoint: %v; another address is set with -tables\n", err)
		return
	}
	e, err := newAccount()
	if err != nil {
		c.fail(err)
		return
	}
	fmt.Fprintf(c.out, "table endpoint at http://%s/%s, in memory\n", listener.Addr(), auth.DevelopmentAccount)
	go func() { c.fail(http.Serve(listener, httphost.Handler(e))) }()
}

// newAccount makes the well-known development account, with the time of day for its clock.
func newAccount() (*engine.Engine, error) {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		return nil, err
	}
	credential := auth.Credential{Account: auth.DevelopmentAccount, Key: key}
	return engine.New(engine.Options{
		Account:   auth.DevelopmentAccount,
		Clock:     time.Now,
		NewID:     newID,
		Authorize: func(r wire.Request) (grant.Grant, error) { return grant.Owner(), admit(credential, r) },
	})
}

// admit holds a signature that was sent to what it must be. Requests without one are let in, so that
// editors and curl, which cannot sign, work with what is only a scratch account.
func admit(c auth.Credential, r wire.Request) error {
	if !r.Headers.Has("Authorization") {
		return nil
	}
	return auth.Verify(c, r)
}

func newID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	return table.RandomGUID(id)
}
