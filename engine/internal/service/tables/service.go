package tables

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// Server is how the service names itself.
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

// route says what a call wants.
func route(c *service.Call) (service.Operation, error) {
	r := &request{Call: c}
	err := r.read()
	return r.asOperation(), err
}

// asOperation is the request as the account carries it out.
func (r *request) asOperation() service.Operation {
	return service.Operation{
		Name:   r.name,
		Need:   grant.Need{Service: grant.Table, Level: r.scope, Resource: r.table, Any: r.any},
		Writes: r.mode != reads,
		Group:  r.mode == groups,
		Task:   r,
	}
}

// Parse reads the request's own text and refuses what's out of the sender's reach. The key of an insert
// is known only once its body has been read.
func (r *request) Parse() error {
	if err := r.parse(r); err != nil {
		return err
	}
	return confine(r)
}

// Apply does what the request wants and makes the reply.
func (r *request) Apply(tx *store.Tx) (service.Reply, error) {
	res, err := r.apply(tx, r)
	if err != nil {
		return service.Reply{}, err
	}
	return answer(r, res), nil
}
