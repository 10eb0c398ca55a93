package account

import (
	"errors"
	"fmt"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/settings"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const notModified = 304 // has no body

const maxRequestID = 1024 // characters of the identifier that a client gives a request

const defaultVersion = "2019-02-02" // answered to clients that name none

// companion is a service whose requests are answered here: queues and blobs, and of the tables their
// settings.
type companion struct {
	letter    grant.Service
	server    string        // what it calls itself
	route     service.Route // nil for tables
	authorize func(wire.Request, table.Ticks) (grant.Grant, error)
}

func (a *Account) companion(letter grant.Service, name string, route service.Route) companion {
	return companion{letter, "Windows-Azure-" + name + "/1.0 Microsoft-HTTPAPI/2.0", route, a.authorize(letter)}
}

// serve takes a request through the stages that one to the engine goes through.
func (a *Account) serve(req wire.Request, s companion) (wire.Response, trace.Trace) {
	c := a.begin(req)
	reply, err := a.apply(c, s)
	response := wire.Response{Status: reply.Status, Headers: reply.Headers, Body: reply.Body}
	if err != nil {
		c.Trace.Fault = asFault(err)
		c.Trace.Undo()
		response = refusal(c, s)
	}
	if c.Request.Method == "HEAD" {
		response.Body = nil
	}
	finish(&response, c, s)
	return response, *c.Trace
}

// finish adds what every answer carries.
func finish(response *wire.Response, c *service.Call, s companion) {
	c.Trace.Cost.BytesReturned = len(response.Body)
	h, sent := &response.Headers, c.Request.Headers
	version := sent.Get("x-ms-version")
	if !known(version) {
		version = defaultVersion
	}
	h.Add("Server", s.server)
	h.Add("x-ms-request-id", c.ID)
	h.Add("x-ms-version", version)
	if id := sent.Get("x-ms-client-request-id"); id != "" && service.Printable(id) && len(id) <= maxRequestID {
		h.Add("x-ms-client-request-id", id)
	}
}

// apply decides and commits. A panic anywhere in it is a bug and becomes an InternalError.
func (a *Account) apply(c *service.Call, s companion) (reply service.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			reply, err = service.Reply{}, fmt.Errorf("bug: panic in %s: %v", c.Trace.Operation, p)
		}
	}()
	c.Grant = grant.Owner()
	if s.authorize != nil {
		if c.Grant, err = s.authorize(c.Request, c.Now); err != nil {
			return service.Reply{}, err
		}
	}
	operation, err := a.route(c, s)
	if err != nil {
		return service.Reply{}, err
	}
	c.Trace.Operation = operation.Name
	operation.Need.Service = s.letter
	if err := c.Grant.Allow(operation.Need); err != nil {
		return service.Reply{}, err
	}
	if c.Second && operation.Writes {
		return service.Reply{}, &fault.Error{
			Code: fault.InsufficientAccountPermissions,
			Hint: "The secondary endpoint is read-only: write to the account's own, without -secondary.",
		}
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

// known reports whether a version is one: they are dates.
func known(version string) bool {
	_, ok := table.ParseTicks(version)
	return ok && len(version) == len(defaultVersion)
}

// route says what a request wants of its service or of the service's settings.
func (a *Account) route(c *service.Call, s companion) (service.Operation, error) {
	if version := c.Request.Headers.Get("x-ms-version"); version != "" && !known(version) {
		return service.Operation{}, service.Hinted(service.InvalidHeaderValue, "x-ms-version is a date such as 2019-02-02.")
	}
	place, err := service.Locate(a.options.Name, c.Request.URL)
	if err != nil {
		return service.Operation{}, err
	}
	c.Base, c.Path, c.Params, c.Second = place.Base, place.Path, place.Params, place.Secondary
	operation, ok, err := settings.Route(s.letter, c)
	switch {
	case ok || err != nil:
		return operation, err
	case s.route == nil:
		return service.Operation{}, service.Fail(service.NotImplemented)
	default:
		return s.route(c)
	}
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

// refusal encodes a fault: tables have a form of their own, and queues and blobs share one.
// https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2
func refusal(c *service.Call, s companion) wire.Response {
	f := c.Trace.Fault
	text := f.Text() + "\nRequestId:" + c.ID + "\nTime:" + c.Now.Full()
	body := []byte("\uFEFF" + xmlbody.Head)
	if s.letter == grant.Table {
		body = append(body, `<m:error xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">`...)
		body = xmlbody.Append(body, "m:code", string(f.Code))
		body = append(body, `<m:message xml:lang="en-US">`...)
		body = append(xmlbody.AppendText(body, text), "</m:message></m:error>"...)
	} else {
		body = xmlbody.Append(append(body, "<Error>"...), "Code", string(f.Code))
		body = append(xmlbody.Append(body, "Message", text), "</Error>"...)
	}
	r := wire.Response{Status: f.StatusCode()}
	r.Headers.Add("x-ms-error-code", string(f.Code))
	if r.Status != notModified {
		r.Headers.Add("Content-Type", "application/xml")
		r.Body = body
	}
	return r
}
