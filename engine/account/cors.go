package account

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/settings"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const allowOrigin = "Access-Control-Allow-Origin"

// preflight answers a browser that asks whether a page of another origin may send a request. Nobody
// need sign that.
// https://learn.microsoft.com/rest/api/storageservices/preflight-table-request
func (a *Account) preflight(req wire.Request, s companion) (wire.Response, trace.Trace) {
	c := a.begin(req)
	c.Trace.Operation = "Preflight"
	rule, err := a.allowed(c, s)
	response := wire.Response{Status: 200}
	if err != nil {
		c.Trace.Fault = asFault(err)
		response = refusal(c, s)
	} else {
		h := &response.Headers
		h.Add(allowOrigin, originOf(rule, req))
		h.Add("Access-Control-Allow-Methods", req.Headers.Get("Access-Control-Request-Method"))
		if names := req.Headers.Get("Access-Control-Request-Headers"); names != "" {
			h.Add("Access-Control-Allow-Headers", names)
		}
		h.Add("Access-Control-Max-Age", strconv.Itoa(rule.MaxAge))
		if !rule.Open() {
			h.Add("Access-Control-Allow-Credentials", "true")
		}
	}
	finish(&response, c, s)
	return response, *c.Trace
}

// allowed finds the rule that lets a preflight through.
func (a *Account) allowed(c *service.Call, s companion) (settings.Rule, error) {
	h := c.Request.Headers
	origin, method := h.Get("Origin"), h.Get("Access-Control-Request-Method")
	if origin == "" || method == "" {
		return settings.Rule{}, service.Hinted(service.InvalidHeaderValue,
			"A preflight says where it comes from and what it wants: Origin and Access-Control-Request-Method.")
	}
	rule, ok := settings.Match(a.rules(s.letter), origin, method)
	names := h.Get("Access-Control-Request-Headers")
	if !ok || !rule.AllowsHeaders(names) || !service.Printable(names) {
		return settings.Rule{}, service.Fail(preflightFailure)
	}
	return rule, nil
}

var preflightFailure = service.Code{
	Name: "CorsPreflightFailure", Status: 403,
	Message: "CORS not enabled or no matching rule found for this request.",
}

// rules are what a service says of pages of other origins.
func (a *Account) rules(of grant.Service) (rules []settings.Rule) {
	_ = a.store.View(func(tx *store.Tx) (err error) {
		rules, err = settings.RulesOf(tx, of)
		return err
	})
	return rules
}

// share lets the page that sent a request read the answer, if a rule does.
func (a *Account) share(of grant.Service, req wire.Request, response *wire.Response) {
	rules := a.rules(of)
	if len(rules) == 0 || req.Method == "OPTIONS" {
		return
	}
	rule, ok := settings.Match(rules, req.Headers.Get("Origin"), req.Method)
	ok = ok && req.Headers.Has("Origin")
	if ok {
		exposed := rule.Expose(inOrder(response.Headers))
		h := &response.Headers
		if len(exposed) > 0 {
			h.Add("Access-Control-Expose-Headers", strings.Join(exposed, ","))
		}
		h.Add(allowOrigin, originOf(rule, req))
		if !rule.Open() {
			h.Add("Access-Control-Allow-Credentials", "true")
		}
	}
	if (req.Method == "GET" || req.Method == "HEAD") && !(ok && rule.Open()) {
		response.Headers.Add("Vary", "Origin")
	}
}

func originOf(rule settings.Rule, req wire.Request) string {
	if rule.Open() {
		return "*"
	}
	return req.Headers.Get("Origin")
}

// exposable are the headers of answers in the order in which the service lists them; the last ones
// are the transport's.
var exposable = [...]string{
	"x-ms-request-id", "x-ms-client-request-id", "Server", "x-ms-version", "X-Content-Type-Options",
	"Cache-Control", "x-ms-continuation-NextPartitionKey", "x-ms-continuation-NextRowKey",
	"x-ms-continuation-NextTableName", "ETag", "Content-Type", "Content-Length", "Date", "Transfer-Encoding",
}

// inOrder names the headers of an answer in that order, and those that are not in it before the
// transport's.
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
