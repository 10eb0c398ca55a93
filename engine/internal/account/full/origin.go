package full

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/cors"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// fromAdmitted returns a service that refuses what would change something on behalf of a page that no rule
// admits. A browser sends some requests of such pages without asking first, and keeps only the answer from
// them. The service does what they say, because they need a signature that no stranger has. Here everybody
// knows the development key, or no signature is needed.
func fromAdmitted(s service.Service, rules func(grant.Service) []cors.Rule) service.Service {
	route := s.Route
	s.Route = func(c *service.Call) (service.Operation, error) {
		o, err := route(c)
		if err == nil && o.Writes && !admitted(c.Request, func() []cors.Rule { return rules(s.Of) }) {
			err = fault.Refused(fault.CorsPreflightFailure, "").WithHint(
				"A page of this origin can't change anything: no rule admits it. Set one with the properties of " +
					"the service, or start the endpoint with -cors.")
		}
		return o, err
	}
	return s
}

// admitted reports whether a request comes from no page, from one of this origin, or from one that a rule
// admits. Browsers leave out Origin when an image or a link sends the request, but say where that was.
func admitted(r wire.Request, rules func() []cors.Rule) bool {
	origin, sent := r.Headers.Lookup("Origin")
	if !sent {
		site := r.Headers.Get("Sec-Fetch-Site")
		return site != "cross-site" && site != "same-site"
	}
	if wire.EqualFold(origin, wire.SplitURL(r.URL).Base) {
		return true
	}
	_, ok := cors.Match(rules(), origin, r.Method)
	return ok
}
