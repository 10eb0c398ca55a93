package settings

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
)

// Route says what a request about a setting of a service wants. ok is false when it is about
// something else.
func Route(of grant.Service, c *service.Call) (op service.Operation, ok bool, err error) {
	comp, _ := c.Param("comp")
	restype, _ := c.Param("restype")
	switch {
	case comp == "acl" && len(c.Path) == 1:
		op, err = routePolicies(of, c)
	case comp == "properties" && restype == "service" && len(c.Path) == 0:
		op, err = routeProperties(of, c)
	case comp == "stats" && restype == "service" && len(c.Path) == 0:
		op, err = routeStatistics(c)
	default:
		return service.Operation{}, false, nil
	}
	return op, true, err
}

// exists makes sure that there is the table, queue or container that a request names.
func exists(tx *store.Tx, of grant.Service, c *service.Call) error {
	switch of {
	case grant.Queue:
		_, err := service.Queues().Need(tx, c)
		return err
	case grant.Blob:
		_, err := service.Containers().Need(tx, c)
		return err
	}
	tbl, found, err := tx.Table(c.Path[0])
	switch {
	case err != nil:
		return err
	case found && tbl.BeingDeleted(c.Now):
		return fault.Refused(fault.TableBeingDeleted, "")
	case !found || tbl.Deleted != 0:
		return fault.Refused(fault.TableNotFound, "")
	}
	return nil
}
