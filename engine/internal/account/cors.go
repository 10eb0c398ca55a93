package account

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/cors"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

const allowOrigin = "Access-Control-Allow-Origin"

// preflight answers a browser that asks whether a page of another origin can send a request. Browsers
// don't sign such a question, so nothing is authorized.
// https://learn.microsoft.com/rest/api/storageservices/preflight-table-request
func (a *Account) preflight(to grant.Service, c *service.Call) (service.Reply, error) {
	c.Trace.Operation = "Preflight"
	sent := c.Request.Headers
	origin, method := sent.Get("Origin"), sent.Get("Access-Control-Request-Method")
	if origin == "" || method == "" {
		return service.Reply{}, fault.Refused(fault.CorsHeaderMissing, "").WithHint(
			"A preflight needs two headers: Origin and Access-Control-Request-Method.")
	}
	rule, ok := cors.Match(a.rules(to), origin, method)
	names := sent.Get("Access-Control-Request-Headers")
	if !ok || !rule.AllowsHeaders(names) || !echoable(names) {
		return service.Reply{}, fault.Refused(fault.CorsPreflightFailure, "").WithHint(
			"No rule lets pages of this origin send this. Set one with the properties of the service.")
	}
	reply := service.Reply{Status: 200}
	h := &reply.Headers
	h.Add(allowOrigin, allowed(rule, origin))
	h.Add("Access-Control-Allow-Methods", method)
	if names != "" {
		h.Add("Access-Control-Allow-Headers", names)
	}
	h.Add("Access-Control-Max-Age", strconv.Itoa(rule.MaxAge))
	if !rule.Open() {
		h.Add("Access-Control-Allow-Credentials", "true")
	}
	return reply, nil
}

// rules returns what a service lets pages of other origins do.
func (a *Account) rules(of grant.Service) []cors.Rule {
	if a.options.Rules == nil {
		return nil
	}
	return a.options.Rules(of)
}

// finish adds the host's headers to an answer, and then those that let a page of another origin read it.
func (a *Account) finish(to grant.Service, c *service.Call, response wire.Response) wire.Response {
	if a.options.Annotate != nil {
		response.Headers = a.options.Annotate(c.Request, response.Headers, c.Trace)
	}
	if rules := a.rules(to); len(rules) > 0 && c.Request.Method != "OPTIONS" {
		response.Headers = addCORS(rules, c.Request, response.Headers)
	}
	return response
}

// addCORS adds the headers that let a page of another origin read an answer, if a rule allows it.
func addCORS(rules []cors.Rule, req wire.Request, h wire.Headers) wire.Headers {
	origin := req.Headers.Get("Origin")
	rule, ok := cors.Match(rules, origin, req.Method) // without an origin, one for every origin
	if ok {
		if exposed := rule.Expose(inOrder(h)); len(exposed) > 0 {
			h.Add("Access-Control-Expose-Headers", strings.Join(exposed, ","))
		}
		h.Add(allowOrigin, allowed(rule, origin))
		if !rule.Open() {
			h.Add("Access-Control-Allow-Credentials", "true")
		}
	}
	own := ok || slices.ContainsFunc(rules, func(r cors.Rule) bool { return !r.Host })
	if (req.Method == "GET" || req.Method == "HEAD") && own && !(ok && rule.Open()) {
		h.Add("Vary", "Origin")
	}
	return h
}

// allowed returns the value of Access-Control-Allow-Origin.
func allowed(rule cors.Rule, origin string) string {
	if rule.Open() {
		return "*"
	}
	return origin
}

// exposable are the headers of answers, in the order in which the service lists them. The transport adds
// the last three.
var exposable = [...]string{
	"x-ms-request-id", "x-ms-client-request-id", "Server", "x-ms-version", "X-Content-Type-Options",
	"Cache-Control", "x-ms-continuation-NextPartitionKey", "x-ms-continuation-NextRowKey",
	"x-ms-continuation-NextTableName", "ETag", "Content-Type", "Content-Length", "Date", "Transfer-Encoding",
}

// inOrder returns the names of an answer's headers in the order of exposable. Other headers come before
// the transport's, which are always listed.
func inOrder(headers wire.Headers) (names []string) {
	const transport = 3
	own := exposable[:len(exposable)-transport]
	for _, name := range own {
		if headers.Has(name) {
			names = append(names, name)
		}
	}
	for _, h := range headers {
		if !slices.ContainsFunc(own, func(name string) bool { return wire.EqualFold(name, h.Name) }) {
			names = append(names, h.Name)
		}
	}
	return append(names, exposable[len(own):]...)
}
