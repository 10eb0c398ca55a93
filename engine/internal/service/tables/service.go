package tables

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// Server is the Server header of the service's answers.
const Server = "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"

// Service returns the table service.
func Service() service.Service {
	return service.Service{
		Of:      grant.Table,
		Server:  Server,
		Trailer: wire.Headers{{Name: "X-Content-Type-Options", Value: "nosniff"}},
		Route:   route,
		Refuse:  refuse,
	}
}

// route returns the operation of a call.
func route(c *service.Call) (service.Operation, error) {
	r := &request{Call: c}
	err := r.read()
	return r.Operation, err
}

// Parse reads the request and refuses keys that the sender's signature doesn't reach. That comes last
// because the key of an insert is in its body.
func (r *request) Parse() error {
	if err := r.parse(r); err != nil {
		return err
	}
	return confine(r)
}

// Apply runs the operation and makes the reply.
func (r *request) Apply(tx *store.Tx) (service.Reply, error) {
	res, err := r.apply(tx, r)
	if err != nil {
		return service.Reply{}, err
	}
	return answer(r, res), nil
}
