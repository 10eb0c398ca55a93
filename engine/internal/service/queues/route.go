package queues

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
)

// Service returns the queue service.
func Service() service.Service {
	return service.Service{
		Of:     grant.Queue,
		Server: "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0",
		Route:  resource.Route(grant.Queue, route),
		Refuse: resource.Refuse,
	}
}

// route returns the operation of a request. The path is empty, or names a queue, its messages, or one
// message.
func route(c *resource.Call) (service.Operation, error) {
	comp, _ := c.Param("comp")
	op, ok := service.Operation{}, false
	switch {
	case len(c.Names) == 0:
		op, ok = routeService(c, comp)
	case c.Names[0] == "":
		return op, fault.New(fault.InvalidURI)
	default:
		if err := resource.CheckName(c.Names[0]); err != nil {
			return op, err
		}
		op, ok = routeQueue(c, comp)
		op.Need.Resource, op.Need.Itself = c.Names[0], op.Name == "CreateQueue"
	}
	if !ok {
		return op, fault.New(fault.UnsupportedHTTPVerb)
	}
	return op, nil
}

func routeService(c *resource.Call, comp string) (service.Operation, bool) {
	if c.Request.Method != "GET" || comp != "list" {
		return service.Operation{}, false
	}
	return c.Reads("ListQueues", grant.OfService, "l", parseList), true
}

// routeQueue routes requests about one queue.
func routeQueue(c *resource.Call, comp string) (service.Operation, bool) {
	method := c.Request.Method
	switch {
	case len(c.Names) > 1:
		return routeMessages(c)
	case comp == "metadata" && (method == "GET" || method == "HEAD"):
		return c.Reads("GetQueueMetadata", grant.OfContainer, "r", parseGetMetadata), true
	case comp == "metadata" && method == "PUT":
		return c.Writes("SetQueueMetadata", grant.OfContainer, []string{"w"}, parseSetMetadata), true
	case comp == "" && method == "PUT":
		return c.Writes("CreateQueue", grant.OfContainer, []string{"c", "w"}, parseCreate), true
	case comp == "" && method == "DELETE":
		return c.Writes("DeleteQueue", grant.OfContainer, []string{"d"}, parseDelete), true
	}
	return service.Operation{}, false
}

// routeMessages routes requests about the messages of a queue, or one message.
func routeMessages(c *resource.Call) (service.Operation, bool) {
	if c.Names[1] != "messages" || len(c.Names) > 3 {
		return service.Operation{}, false
	}
	peek, _ := c.Param("peekonly")
	one := len(c.Names) == 3
	switch method := c.Request.Method; {
	case !one && method == "POST":
		return c.Writes("PutMessage", grant.OfObject, []string{"a"}, parsePut), true
	case !one && method == "GET" && peek == "true":
		return c.Reads("PeekMessages", grant.OfObject, "r", parsePeek), true
	case !one && method == "GET":
		return c.Writes("GetMessages", grant.OfObject, []string{"p"}, parseGet), true
	case !one && method == "DELETE":
		return c.Writes("ClearMessages", grant.OfObject, []string{"d"}, parseClear), true
	case one && method == "PUT":
		return c.Writes("UpdateMessage", grant.OfObject, []string{"u"}, parseUpdate), true
	case one && method == "DELETE":
		return c.Writes("DeleteMessage", grant.OfObject, []string{"p"}, parseDeleteMessage), true
	}
	return service.Operation{}, false
}
