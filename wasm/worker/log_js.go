package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/logged"
)

// nouns are what the log calls the services.
var nouns = map[engine.Service]string{engine.Tables: "tables", engine.Queues: "queues", engine.Blobs: "blobs"}

// entries makes entries of the log of an account. run is part of their IDs, because a program that comes
// after this one counts from the beginning, too.
type entries struct {
	account, run string
	last         int
}

// next returns the entry of an exchange as JSON. Its URL begins behind the account.
func (e *entries) next(to engine.Service, x httphost.Exchange) []byte {
	entry := logged.Of(nouns[to], x, time.Now())
	e.last++
	entry.ID = e.run + "-" + strconv.Itoa(e.last)
	mount, _ := wire.Mount(strings.SplitN(entry.URL, "?", 2)[0], e.account)
	entry.URL = strings.TrimPrefix(entry.URL, mount)
	text, err := json.Marshal(entry)
	if err != nil {
		panic(err) // it has only strings, numbers and trees that are JSON already
	}
	return text
}
