package httphost

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Cross-origin resource sharing, with one rule for the whole endpoint: pages of its Origins may send
// any method that the service takes, with any headers, and read every header of the answer. Anything
// that this rule does not let through goes to the account, which judges it as it would without.
// https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services

const (
	everyOrigin = "*"
	allowOrigin = "Access-Control-Allow-Origin"
	maxAge      = "3600" // seconds for which a browser need not ask again
)

var corsMethods = [...]string{"DELETE", "GET", "HEAD", "MERGE", "OPTIONS", "PATCH", "POST", "PUT"}

// preflightTrace is what answering a preflight takes.
var preflightTrace = trace.Trace{Operation: "Preflight", Cost: trace.Cost{Transactions: 1}}

// preflight answers a browser that asks whether a page may send a request, if it may.
func (e *Endpoint) preflight(req wire.Request) (wire.Response, bool) {
	method := req.Headers.Get("Access-Control-Request-Method")
	if req.Method != "OPTIONS" || !slices.Contains(corsMethods[:], method) || e.admits(req) == "" {
		return wire.Response{}, false
	}
	response := wire.Response{Status: 200}
	response.Headers.Add("Access-Control-Allow-Methods", method)
	if headers := req.Headers.Get("Access-Control-Request-Headers"); headers != "" {
		response.Headers.Add("Access-Control-Allow-Headers", headers)
	}
	response.Headers.Add("Access-Control-Max-Age", maxAge)
	return response, true
}

// admits returns what to answer to the origin of a request: itself, * or, if its pages may not call,
// nothing.
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

// share lets the page that sent a request read the answer. Answers to requests without an Origin are
// left as they are, and so are those that the account itself has shared.
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

// namesOf lists the headers of an answer, those included that net/http adds.
func namesOf(headers wire.Headers) string {
	var b strings.Builder
	for _, h := range headers {
		b.WriteString(h.Name + ",")
	}
	return b.String() + "Content-Length,Date,Transfer-Encoding"
}
