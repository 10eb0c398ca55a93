package account

import (
	"errors"
	"fmt"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/engine/xmlbody"
)

// What the services call themselves.
const (
	queueServer = "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0"
	blobServer  = "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"
)

const defaultVersion = "2019-02-02" // answered to clients that name none

// companion is a service that is not the tables.
type companion struct {
	letter grant.Service
	server string
	route  service.Route
}

// serve takes a request to a queue or blob through the stages that one to a table goes through.
func (a *Account) serve(req wire.Request, s companion) (wire.Response, trace.Trace) {
	c := a.begin(req)
	reply, err := a.apply(c, s)
	response := wire.Response{Status: reply.Status, Headers: reply.Headers, Body: reply.Body}
	if err != nil {
		c.Trace.Fault = asFault(err)
		c.Trace.Undo()
		response = refusal(c)
	}
	c.Trace.Cost.BytesReturned = len(response.Body)
	version := defaultVersion
	if v := req.Headers.Get("x-ms-version"); v != "" {
		version = v
	}
	response.Headers.Add("Server", s.server)
	response.Headers.Add("x-ms-request-id", c.ID)
	response.Headers.Add("x-ms-version", version)
	if id := req.Headers.Get("x-ms-client-request-id"); id != "" {
		response.Headers.Add("x-ms-client-request-id", id)
	}
	return response, *c.Trace
}

// apply decides and commits. A panic anywhere in it is a bug and becomes an InternalError.
func (a *Account) apply(c *service.Call, s companion) (reply service.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			reply, err = service.Reply{}, fmt.Errorf("bug: panic in %s: %v", c.Trace.Operation, p)
		}
	}()
	g := grant.Owner()
	if a.options.Authorize != nil {
		if g, err = a.options.Authorize(s.letter, c.Request); err != nil {
			return service.Reply{}, err
		}
	}
	place, err := service.Locate(a.options.Name, c.Request.URL)
	if err != nil {
		return service.Reply{}, err
	}
	c.Base, c.Path, c.Params = place.Base, place.Path, place.Params
	operation, err := s.route(c)
	if err != nil {
		return service.Reply{}, err
	}
	c.Trace.Operation = operation.Name
	operation.Need.Service = s.letter
	if err := g.Allow(operation.Need); err != nil {
		return service.Reply{}, err
	}
	if place.Secondary && operation.Writes {
		return service.Reply{}, fault.New(fault.InsufficientAccountPermissions)
	}
	run := a.store.View
	if operation.Writes {
		run = a.store.Update
	}
	err = run(func(tx *store.Tx) error {
		tx.Stamp(c.Now)
		reply, err = operation.Apply(tx, c)
		return err
	})
	return reply, err
}

// begin stamps a call with its time, greater than that of any earlier one, and its identifier.
func (a *Account) begin(req wire.Request) *service.Call {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = max(a.last+1, table.TicksOf(a.options.Clock()))
	return &service.Call{
		Request: req, Now: a.last, ID: a.options.NewID(), NewID: a.newID,
		Trace: &trace.Trace{Cost: trace.Cost{Transactions: 1}},
	}
}

func (a *Account) newID() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.options.NewID()
}

// asFault turns any error into the fault to answer with.
func asFault(err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	f := &fault.Error{Code: fault.InternalError, Cause: err}
	if errors.Is(err, store.ErrFull) {
		f.Hint = "The account is full: it lives in memory, which is bounded. Store less in it."
	}
	return f
}

// refusal encodes a fault as queues and blobs do.
// https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2
func refusal(c *service.Call) wire.Response {
	f := c.Trace.Fault
	text := f.Text() + "\nRequestId:" + c.ID + "\nTime:" + c.Now.Full()
	body := append([]byte("\uFEFF"+xmlbody.Head), "<Error>"...)
	body = xmlbody.Append(body, "Code", string(f.Code))
	body = xmlbody.Append(body, "Message", text)
	r := wire.Response{Status: f.StatusCode(), Body: append(body, "</Error>"...)}
	r.Headers.Add("Content-Type", "application/xml")
	r.Headers.Add("x-ms-error-code", string(f.Code))
	if c.Request.Method == "HEAD" {
		r.Body = nil
	}
	return r
}
