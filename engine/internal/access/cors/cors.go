package cors

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/wire"
)

// Rule lets pages of other origins call a service.
type Rule struct {
	Methods []string
	Origins []string // exact; * allows every origin, https://*.example.com all of a domain
	Headers []string // that a page can send; one that ends in * is a prefix
	Exposed []string // that a page can read; the same
	MaxAge  int      // seconds for which a browser can reuse the answer to a preflight
	Host    bool     // it's the host's, not one of the account
}

// Methods are the ones that a rule can allow.
var Methods = [...]string{"DELETE", "GET", "HEAD", "MERGE", "POST", "PATCH", "OPTIONS", "PUT"}

// All returns a rule that lets pages of some origins use every method and header.
func All(origins []string) Rule {
	const hour = 3600
	every := []string{"*"}
	return Rule{Methods: Methods[:], Origins: origins, Headers: every, Exposed: every, MaxAge: hour, Host: true}
}

// Match returns the first rule that lets pages of an origin use a method. Later rules don't count, even if
// this one doesn't allow the headers.
func Match(rules []Rule, origin, method string) (Rule, bool) {
	for _, r := range rules {
		if r.allows(origin) && slices.Contains(r.Methods, method) {
			return r, true
		}
	}
	return Rule{}, false
}

// allows reports whether the rule is for pages of an origin.
func (r Rule) allows(origin string) bool {
	return slices.ContainsFunc(r.Origins, func(allowed string) bool {
		begin, end, wild := strings.Cut(allowed, "*")
		if !wild || allowed == "*" {
			return wild || allowed == origin
		}
		return strings.HasPrefix(origin, begin) && strings.HasSuffix(origin, end) &&
			len(origin) > len(begin)+len(end)
	})
}

// Open reports whether the rule is for every origin.
func (r Rule) Open() bool { return slices.Contains(r.Origins, "*") }

// AllowsHeaders reports whether pages can send the headers in names, a list separated by commas.
func (r Rule) AllowsHeaders(names string) bool {
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		if name != "" && !slices.ContainsFunc(r.Headers, func(h string) bool { return covers(h, name) }) {
			return false
		}
	}
	return true
}

// Expose returns the headers in names that pages can read.
func (r Rule) Expose(names []string) (exposed []string) {
	for _, name := range names {
		if slices.ContainsFunc(r.Exposed, func(h string) bool { return covers(h, name) }) {
			exposed = append(exposed, name)
		}
	}
	return exposed
}

// covers reports whether a rule's header, which can be a prefix with a *, matches a name.
func covers(pattern, name string) bool {
	if begin, ok := strings.CutSuffix(pattern, "*"); ok {
		_, covered := wire.CutPrefixFold(name, begin)
		return covered
	}
	return wire.EqualFold(pattern, name)
}
