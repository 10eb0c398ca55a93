package settings

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// InUse refuses a call that names a table, queue or container, unless there is one.
type InUse func(*store.Tx, *resource.Call) error

// Of returns what answers the requests about a service's settings, and the preflights to it: they're
// refused in the same words.
func Of(s service.Service, inUse InUse) service.Service {
	return service.Service{
		Of:     s.Of,
		Server: s.Server,
		Owns:   func(c *service.Call) bool { return c.Request.Method == "OPTIONS" || concerned(s.Of, c) },
		Route: resource.Route(s.Of, func(c *resource.Call) (resource.Operation, error) {
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

// concerned reports whether a request to a service is about its settings. To tables, comp asks for
// nothing else.
func concerned(of grant.Service, c *service.Call) bool {
	comp, sent := c.Param("comp")
	restype, _ := c.Param("restype")
	switch {
	case of == grant.Table:
		return sent
	case comp == "acl":
		return c.Path != "" && !strings.Contains(c.Path, "/")
	default:
		return c.Path == "" && restype == "service" && (comp == "properties" || comp == "stats")
	}
}

// route says what a request about a setting wants.
func route(of grant.Service, c *resource.Call, inUse InUse) (resource.Operation, error) {
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
		return resource.Operation{}, fault.New(fault.NotImplemented)
	}
}
