package settings

import (
	"strings"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// InUse refuses a call that names a table, queue or container that doesn't exist.
type InUse func(*store.Tx, *resource.Call) error

// Delegate returns the value of a user delegation key, for the identity that asks for it.
type Delegate func(auth.DelegationKey, *grant.Role) string

// Of returns the part of a service that answers requests about its settings, and makes user delegation
// keys. It also owns preflights, because their errors have the same form.
func Of(s service.Service, inUse InUse, delegate Delegate) service.Service {
	return service.Service{
		Of:     s.Of,
		Server: s.Server,
		Owns: func(c *service.Call) bool {
			return c.Request.Method == "OPTIONS" || isAboutSettings(s.Of, c)
		},
		Route: resource.Route(s.Of, func(c *resource.Call) (service.Operation, error) {
			if comp, _ := c.Param("comp"); comp == delegationKey && len(c.Names) == 0 {
				return routeDelegation(s.Of, c, delegate)
			}
			return route(s.Of, c, inUse)
		}),
		Refuse: refuse(s.Of),
	}
}

func refuse(of grant.Service) func(*service.Call, *fault.Error) service.Reply {
	if of == grant.Table {
		return resource.RefuseTable
	}
	return resource.Refuse
}

// isAboutSettings reports whether a request is about a service's settings. For tables, every request with
// comp is.
func isAboutSettings(of grant.Service, c *service.Call) bool {
	comp, sent := c.Param("comp")
	restype, _ := c.Param("restype")
	switch {
	case of == grant.Table:
		return sent
	case comp == "acl":
		return c.Path != "" && !strings.Contains(c.Path, "/")
	default:
		return c.Path == "" && restype == "service" && (comp == "properties" || comp == "stats" ||
			comp == delegationKey)
	}
}

// route returns the operation of a request about settings.
func route(of grant.Service, c *resource.Call, inUse InUse) (service.Operation, error) {
	comp, _ := c.Param("comp")
	restype, _ := c.Param("restype")
	switch {
	case comp == "acl" && len(c.Names) == 1:
		return routePolicies(of, c, inUse)
	case comp == "properties" && restype == "service" && len(c.Names) == 0:
		return routeProperties(of, c)
	case comp == "stats" && restype == "service" && len(c.Names) == 0:
		return routeStatistics(c)
	default:
		return service.Operation{}, fault.New(fault.NotImplemented)
	}
}
