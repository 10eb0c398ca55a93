package queue

import (
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/service"
)

// Route says what a request wants. A path is empty, or names a queue, its messages or one of them.
func Route(c *service.Call) (service.Operation, error) {
	comp, _ := c.Param("comp")
	op, ok := service.Operation{}, false
	switch {
	case len(c.Path) == 0:
		op, ok = routeService(c.Request.Method, comp)
	case c.Path[0] == "":
		return op, service.Fail(service.InvalidURI)
	default:
		if err := service.CheckName(c.Path[0]); err != nil {
			return op, err
		}
		op, ok = routeQueue(c, comp)
		op.Need.Resource = c.Path[0]
	}
	if !ok {
		return op, service.Fail(service.UnsupportedHTTPVerb)
	}
	return op, nil
}

func routeService(method, comp string) (service.Operation, bool) {
	if method != "GET" || comp != "list" {
		return service.Operation{}, false
	}
	return service.Reads("ListQueues", grant.OfService, "l", listQueues), true
}

// routeQueue routes what is about one queue.
func routeQueue(c *service.Call, comp string) (service.Operation, bool) {
	method := c.Request.Method
	switch {
	case len(c.Path) > 1:
		return routeMessages(c)
	case comp == "metadata" && (method == "GET" || method == "HEAD"):
		return service.Reads("GetQueueMetadata", grant.OfContainer, "r", getMetadata), true
	case comp == "metadata" && method == "PUT":
		return service.Writes("SetQueueMetadata", grant.OfContainer, []string{"w"}, setMetadata), true
	case comp == "" && method == "PUT":
		return service.Writes("CreateQueue", grant.OfContainer, []string{"c", "w"}, createQueue), true
	case comp == "" && method == "DELETE":
		return service.Writes("DeleteQueue", grant.OfContainer, []string{"d"}, deleteQueue), true
	}
	return service.Operation{}, false
}

// routeMessages routes what is about the messages of a queue, or one of them.
func routeMessages(c *service.Call) (service.Operation, bool) {
	if c.Path[1] != "messages" || len(c.Path) > 3 {
		return service.Operation{}, false
	}
	peek, _ := c.Param("peekonly")
	one := len(c.Path) == 3
	switch method := c.Request.Method; {
	case !one && method == "POST":
		return service.Writes("PutMessage", grant.OfObject, []string{"a"}, putMessage), true
	case !one && method == "GET" && peek == "true":
		return service.Reads("PeekMessages", grant.OfObject, "r", peekMessages), true
	case !one && method == "GET":
		return service.Writes("GetMessages", grant.OfObject, []string{"p"}, getMessages), true
	case !one && method == "DELETE":
		return service.Writes("ClearMessages", grant.OfObject, []string{"d"}, clearMessages), true
	case one && method == "PUT":
		return service.Writes("UpdateMessage", grant.OfObject, []string{"u"}, updateMessage), true
	case one && method == "DELETE":
		return service.Writes("DeleteMessage", grant.OfObject, []string{"p"}, deleteMessage), true
	}
	return service.Operation{}, false
}

// The codes that only queues have.
// https://learn.microsoft.com/rest/api/storageservices/queue-service-error-codes
var (
	messageNotFound    = service.Code{Name: "MessageNotFound", Status: 404, Message: "The specified message does not exist."}
	popReceiptMismatch = service.Code{Name: "PopReceiptMismatch", Status: 400,
		Message: "The specified pop receipt did not match the pop receipt for a dequeued message."}
	queueAlreadyExists = service.Code{Name: "QueueAlreadyExists", Status: 409, Message: "The specified queue already exists."}
)
