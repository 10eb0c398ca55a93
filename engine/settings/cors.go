package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Rule lets pages of other origins call a service.
// https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services
type Rule struct {
	Methods []string
	Origins []string // exact, or * alone for every one
	Headers []string // that a page may send; a trailing * makes one a prefix
	Exposed []string // that a page may read; the same
	MaxAge  int      // seconds for which a browser need not ask again
}

const (
	maxRules     = 5
	maxRulesSize = 2 << 10
	maxHeaders   = 64 // of a list, without those that end in *
	maxPrefixes  = 2
	maxText      = 256 // characters of an origin or a header
)

var methods = [...]string{"DELETE", "GET", "HEAD", "MERGE", "POST", "PATCH", "OPTIONS", "PUT"}

// cors checks the rules that were sent and returns them in the form in which they are returned.
func cors(e xmlbody.Element) ([]byte, error) {
	rules, err := parseRules(e)
	if err != nil {
		return nil, err
	}
	text := appendRules(nil, rules)
	if len(text) > maxRulesSize+len("<Cors></Cors>") {
		return nil, invalid("The rules have at most 2 KiB.")
	}
	return text, nil
}

func parseRules(e xmlbody.Element) (rules []Rule, err error) {
	if len(e.Children) > maxRules {
		return nil, invalid("A service has at most five rules.")
	}
	for _, c := range e.Children {
		if c.Name != "CorsRule" {
			return nil, invalid("Cors is a list of CorsRule.")
		}
		var r Rule
		if r.Methods, err = list(c, "AllowedMethods"); err != nil {
			return nil, err
		}
		if r.Origins, err = list(c, "AllowedOrigins"); err != nil {
			return nil, err
		}
		if r.Headers, err = list(c, "AllowedHeaders"); err != nil {
			return nil, err
		}
		if r.Exposed, err = list(c, "ExposedHeaders"); err != nil {
			return nil, err
		}
		age, _ := c.Child("MaxAgeInSeconds")
		r.MaxAge, err = strconv.Atoi(strings.TrimSpace(age.Text))
		if err != nil || r.MaxAge < 0 {
			return nil, invalid("MaxAgeInSeconds is a whole number.")
		}
		if err := r.check(); err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// list reads an element that holds names, separated by commas.
func list(e xmlbody.Element, name string) (names []string, err error) {
	child, ok := e.Child(name)
	if !ok {
		return nil, invalid("A CorsRule has " + name + ".")
	}
	for part := range strings.SplitSeq(child.Text, ",") {
		part = strings.TrimSpace(part)
		if table.Length(part) > maxText {
			return nil, invalid("What stands in " + name + " has at most 256 characters.")
		}
		if part != "" {
			names = append(names, part)
		}
	}
	return names, nil
}

func (r Rule) check() error {
	if len(r.Methods) == 0 || len(r.Origins) == 0 {
		return invalid("A CorsRule allows at least one method and one origin.")
	}
	for _, m := range r.Methods {
		if !slices.Contains(methods[:], m) {
			return invalid("No rule allows the method " + m + ".")
		}
	}
	for _, headers := range [...][]string{r.Headers, r.Exposed} {
		prefixes := 0
		for _, h := range headers {
			if strings.HasSuffix(h, "*") {
				prefixes++
			}
		}
		if prefixes > maxPrefixes || len(headers)-prefixes > maxHeaders {
			return invalid("A rule names at most 64 headers and two beginnings of headers.")
		}
	}
	return nil
}

func appendRules(dst []byte, rules []Rule) []byte {
	if len(rules) == 0 {
		return xmlbody.Append(dst, "Cors", "")
	}
	dst = append(dst, "<Cors>"...)
	for _, r := range rules {
		dst = append(dst, "<CorsRule>"...)
		dst = xmlbody.Append(dst, "AllowedMethods", strings.Join(r.Methods, ","))
		dst = xmlbody.Append(dst, "AllowedOrigins", strings.Join(r.Origins, ","))
		dst = xmlbody.Append(dst, "AllowedHeaders", strings.Join(r.Headers, ","))
		dst = xmlbody.Append(dst, "ExposedHeaders", strings.Join(r.Exposed, ","))
		dst = xmlbody.Append(dst, "MaxAgeInSeconds", strconv.Itoa(r.MaxAge))
		dst = append(dst, "</CorsRule>"...)
	}
	return append(dst, "</Cors>"...)
}

// RulesOf returns the rules of a service.
func RulesOf(tx *store.Tx, of grant.Service) ([]Rule, error) {
	text, found, err := tx.Record(keys.Record(keys.Properties, string(of), "Cors"))
	if err != nil || !found {
		return nil, err
	}
	e, err := xmlbody.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	return parseRules(e)
}

// Match returns the first rule that lets pages of an origin use a method.
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
	return slices.Contains(r.Origins, "*") || slices.Contains(r.Origins, origin)
}

// Open reports whether the rule is for every origin.
func (r Rule) Open() bool { return slices.Contains(r.Origins, "*") }

// AllowsHeaders reports whether pages may send the headers of a list separated by commas.
func (r Rule) AllowsHeaders(names string) bool {
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		if name != "" && !slices.ContainsFunc(r.Headers, func(h string) bool { return covers(h, name) }) {
			return false
		}
	}
	return true
}

// Expose returns those of an answer's headers that pages may read.
func (r Rule) Expose(names []string) (exposed []string) {
	for _, name := range names {
		if slices.ContainsFunc(r.Exposed, func(h string) bool { return covers(h, name) }) {
			exposed = append(exposed, name)
		}
	}
	return exposed
}

// covers reports whether a header is the one that a rule names, or begins as the rule says.
func covers(pattern, name string) bool {
	if begin, ok := strings.CutSuffix(pattern, "*"); ok {
		return len(name) >= len(begin) && wire.EqualFold(name[:len(begin)], begin)
	}
	return wire.EqualFold(pattern, name)
}
