package account

import (
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// empties reports whether a request asks to take everything out of the account. The service has no such
// request, so it takes a header that no client sends: examples and tests begin anew with it, and need
// not wait until the name of a deleted table is free.
func empties(r wire.Request) bool {
	return r.Method == "DELETE" && r.Headers.Get("x-rowkey-empty") == "1"
}

// emptying leaves of the account its name and keys. The owner alone may do it.
func emptying() service.Operation {
	return service.Operation{
		Name: "EmptyAccount", Writes: true, Need: grant.Need{Level: grant.OfService},
		Apply: func(tx *store.Tx, _ *service.Call) (service.Reply, error) {
			return service.Reply{Status: 204}, tx.Clear()
		},
	}
}
