package tables

import (
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Recognized is what a request asks the service for, by its method, its path and its headers.
type Recognized struct {
	Operation string // the title of its REST page as one word; "" if there is none
	Table     string
	Key       table.Key
}

// Recognize returns what a request asks for, without an account. The path is what follows the account and its
// slash, with escapes as sent. After an error, it returns what was found before it.
func Recognize(r wire.Request, path string) (found Recognized, err error) {
	q := &request{Call: &service.Call{Request: r}}
	method, err := methodOf(r)
	if err == nil {
		q.target, err = resolve(path)
	}
	if err == nil {
		err = q.choose(method)
	}
	return Recognized{q.Name, q.table, q.key}, err
}
