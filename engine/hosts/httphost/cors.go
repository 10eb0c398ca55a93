package httphost

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Cross-origin resource sharing, with one rule for the whole endpoint: pages of its Origins can send
// any method of the service with any headers, and read every header of the answer. A request that this
// rule doesn't match goes to the account, which applies rules of its own.
// https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services

const (
	everyOrigin = "*"
	allowOrigin = "Access-Control-Allow-Origin"
	maxAge      = "3600" // seconds for which a browser need not ask again
)

var corsMethods = [...]string{"DELETE", "GET", "HEAD", "MERGE", "OPTIONS", "PATCH", "POST", "PUT"}

// preflightTrace is the trace of every preflight that the endpoint answers.
var preflightTrace = trace.Trace{Operation: "Preflight", Cost: trace.Cost{Transactions: 1}}

// preflight answers a browser that asks whether a page can send a request. ok is false if it can't.
func (e *Endpoint) preflight(req wire.Request) (response wire.Response, ok bool) {
	method := req.Headers.Get("Access-Control-Request-Method")
	if req.Method != "OPTIONS" || !slices.Contains(corsMethods[:], method) || e.admits(req) == "" {
		return wire.Response{}, false
	}
	response.Status = 200
	response.Headers.Add("Access-Control-Allow-Methods", method)
	if headers := req.Headers.Get("Access-Control-Request-Headers"); headers != "" {
		response.Headers.Add("Access-Control-Allow-Headers", headers)
	}
	response.Headers.Add("Access-Control-Max-Age", maxAge)
	return response, true
}

// admits returns the value of Access-Control-Allow-Origin for a request: its origin, or *, or "" when
// pages of that origin can't call.
func (e *Endpoint) admits(req wire.Request) string {
	origin := req.Headers.Get("Origin")
	switch {
	case origin == "":
		return ""
	case slices.Contains(e.Origins, everyOrigin):
		return everyOrigin
	case slices.Contains(e.Origins, origin):
		return origin
	}
	return ""
}

// share lets the page that sent a request read the answer. It leaves the answer alone when the request
// has no Origin, or when a rule of the account has already shared it.
func (e *Endpoint) share(x *Exchange) {
	h := &x.Response.Headers
	if !x.Request.Headers.Has("Origin") || h.Has(allowOrigin) {
		return
	}
	allowed := e.admits(x.Request)
	if allowed != "" {
		if x.Request.Method != "OPTIONS" {
			h.Add("Access-Control-Expose-Headers", namesOf(*h))
		}
		h.Add(allowOrigin, allowed)
	}
	if allowed == everyOrigin {
		return
	}
	if allowed != "" {
		h.Add("Access-Control-Allow-Credentials", "true")
	}
	h.Set("Vary", "Origin")
}

// namesOf lists the headers of an answer, including those that net/http adds.
func namesOf(headers wire.Headers) string {
	var b strings.Builder
	for _, h := range headers {
		b.WriteString(h.Name + ",")
	}
	return b.String() + "Content-Length,Date,Transfer-Encoding"
}
