package account

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Identify returns what a request asks for, with its address. It neither does it nor judges its sender, and
// no time passes. An operation without a name is one that the account doesn't have.
func (a *Account) Identify(to grant.Service, req wire.Request) (service.Operation, *service.Call) {
	c := &service.Call{Account: a.options.Name, Request: req, Trace: &trace.Trace{}}
	if c.Locate() != nil {
		return service.Operation{}, c
	}
	s, err := a.serviceOf(to, c)
	if err != nil {
		return service.Operation{}, c
	}
	operation, _ := s.Route(c)
	return operation, c
}
