package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/cors"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

const (
	maxRules     = 5
	maxRulesSize = 2 << 10
	maxHeaders   = 64 // in a list, not counting those that end in *
	maxPrefixes  = 2
	maxText      = 256 // characters of an origin or a header
)

// rules checks the rules that were sent and returns their section as XML.
func rules(e xmlbody.Element) ([]byte, error) {
	parsed, err := parseRules(e)
	if err != nil {
		return nil, err
	}
	text := appendRules(nil, parsed)
	if len(text) > maxRulesSize+len("<Cors></Cors>") {
		return nil, invalid("CORS rules can have at most 2 KiB.")
	}
	return text, nil
}

func parseRules(e xmlbody.Element) (rules []cors.Rule, err error) {
	if len(e.Children) > maxRules {
		return nil, invalid("A service can have at most five CORS rules.")
	}
	for _, c := range e.Children {
		if c.Name != "CorsRule" {
			return nil, invalid("Cors can only have CorsRule elements.")
		}
		var r cors.Rule
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
			return nil, invalid("MaxAgeInSeconds needs to be a whole number, 0 or more.")
		}
		if err := check(r); err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// list reads an element with names separated by commas.
func list(e xmlbody.Element, name string) (names []string, err error) {
	child, ok := e.Child(name)
	if !ok {
		return nil, invalid("A CorsRule needs " + name + ", even if it's empty.")
	}
	for part := range strings.SplitSeq(child.Text, ",") {
		part = strings.TrimSpace(part)
		if table.Length(part) > maxText {
			return nil, invalid("A name in " + name + " can have at most 256 characters.")
		}
		if part != "" {
			names = append(names, part)
		}
	}
	return names, nil
}

func check(r cors.Rule) error {
	if len(r.Methods) == 0 || len(r.Origins) == 0 {
		return invalid("A CorsRule needs at least one method and one origin.")
	}
	for _, m := range r.Methods {
		if !slices.Contains(cors.Methods[:], m) {
			return invalid("A CorsRule can't allow the method " + m + ".")
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
			return invalid("A CorsRule can list at most 64 headers, and two prefixes that end in *.")
		}
	}
	return nil
}

func appendRules(dst []byte, rules []cors.Rule) []byte {
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

// RulesOf returns the CORS rules of a service.
func RulesOf(tx *store.Tx, of grant.Service) ([]cors.Rule, error) {
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
