package settings

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// Policy is a stored access policy. It gives the fields that its tokens leave out.
type Policy struct {
	ID         string
	Start      string // 2026-01-05T09:00:00.0000000Z; "" for none
	Expiry     string // the same
	Permission string // letters in the service's order; "" for none
}

const (
	maxPolicies = 5
	maxID       = 64 // characters
)

// routePolicies routes requests about the policies of a table, queue or container. Only the account's
// owner can send them.
// https://learn.microsoft.com/rest/api/storageservices/set-table-acl
func routePolicies(of grant.Service, c *resource.Call, inUse InUse) (service.Operation, error) {
	noun := map[grant.Service]string{grant.Table: "Table", grant.Queue: "Queue", grant.Blob: "Container"}[of]
	owner := grant.Need{Level: grant.OfContainer, Resource: c.Names[0]}
	switch c.Request.Method {
	case "GET", "HEAD":
		parse := func(*resource.Call) (service.Apply, error) { return getPolicies(of, c, inUse), nil }
		return service.Operation{Name: "Get" + noun + "Acl", Need: owner, Task: c.Task(parse)}, nil
	case "PUT":
		parse := func(*resource.Call) (service.Apply, error) {
			policies, err := parsePolicies(of, c.Request.Body)
			if err != nil {
				return nil, err
			}
			public, err := resource.ReadPublic(c)
			return setPolicies(of, c, inUse, policies, public), err
		}
		return service.Operation{Name: "Set" + noun + "Acl", Need: owner, Writes: true, Task: c.Task(parse)}, nil
	}
	return service.Operation{}, fault.New(fault.UnsupportedHTTPVerb)
}

func getPolicies(of grant.Service, c *resource.Call, inUse InUse) service.Apply {
	return func(tx *store.Tx) (service.Reply, error) {
		if err := inUse(tx, c); err != nil {
			return service.Reply{}, err
		}
		policies, err := readPolicies(tx, of, c.Names[0])
		reply := resource.Document(200, appendPolicies(nil, policies))
		if err != nil || of != grant.Blob {
			return reply, err
		}
		k, err := resource.Containers().Need(tx, c)
		if resource.Stamp(&reply.Headers, k.Modified); k.Public != "" {
			reply.Headers.Add(resource.PublicHeader, k.Public)
		}
		return reply, err
	}
}

// setPolicies writes the policies and, of a container, what everybody can read.
func setPolicies(
	of grant.Service, c *resource.Call, inUse InUse, policies []Policy, public string,
) service.Apply {
	return func(tx *store.Tx) (service.Reply, error) {
		if err := inUse(tx, c); err != nil {
			return service.Reply{}, err
		}
		key := keys.PoliciesOf(byte(of), c.Names[0])
		err := tx.PutRecord(key, string(appendPolicies(nil, policies)))
		if err != nil || of != grant.Blob {
			return service.Reply{Status: 204}, err
		}
		k, err := resource.Containers().Need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		k.Public = public
		reply := service.Reply{Status: 200}
		resource.Stamp(&reply.Headers, c.Now)
		return reply, resource.Containers().Put(tx, c, k)
	}
}

// PolicyOf returns the policy id of a table, queue or container.
func PolicyOf(tx *store.Tx, of grant.Service, resource, id string) (Policy, bool, error) {
	policies, err := readPolicies(tx, of, resource)
	for _, p := range policies {
		if p.ID == id {
			return p, true, err
		}
	}
	return Policy{}, false, err
}

func readPolicies(tx *store.Tx, of grant.Service, resource string) ([]Policy, error) {
	data, found, err := tx.Record(keys.PoliciesOf(byte(of), resource))
	if err != nil || !found {
		return nil, err
	}
	return parsePolicies(of, []byte(data))
}

// parsePolicies reads a SignedIdentifiers document. The order of elements doesn't matter, and an empty body
// is an empty list.
func parsePolicies(of grant.Service, body []byte) (policies []Policy, err error) {
	if len(body) == 0 {
		return nil, nil
	}
	root, err := xmlbody.Parse(body)
	if err != nil || root.Name != "SignedIdentifiers" {
		return nil, invalid("The body needs to be a SignedIdentifiers document.")
	}
	for _, e := range root.Children {
		p, err := parsePolicy(of, e)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(policies, func(other Policy) bool { return other.ID == p.ID }) {
			return nil, invalid("The Id " + p.ID + " is there twice.")
		}
		policies = append(policies, p)
	}
	if len(policies) > maxPolicies {
		return nil, invalid("A table, queue or container can have at most five stored access policies.")
	}
	return policies, nil
}

func parsePolicy(of grant.Service, e xmlbody.Element) (p Policy, err error) {
	id, _ := e.Child("Id")
	p.ID = strings.TrimSpace(id.Text)
	if e.Name != "SignedIdentifier" || p.ID == "" || table.Length(p.ID) > maxID {
		return Policy{}, invalid("Each SignedIdentifier needs an Id of 1 to 64 characters.")
	}
	access, _ := e.Child("AccessPolicy")
	if p.Start, err = instant(access, "Start"); err != nil {
		return Policy{}, err
	}
	if p.Expiry, err = instant(access, "Expiry"); err != nil {
		return Policy{}, err
	}
	permission, _ := access.Child("Permission")
	if p.Permission = strings.TrimSpace(permission.Text); !grant.InOrder(of, p.Permission) {
		return Policy{}, invalid("Permission can have the letters " + grant.Letters(of) + ", in that order.")
	}
	return p, nil
}

// instant reads a time of a policy and returns it in the form that answers use.
func instant(e xmlbody.Element, name string) (string, error) {
	child, _ := e.Child(name)
	text := strings.TrimSpace(child.Text)
	if text == "" {
		return "", nil
	}
	_, fraction, _ := strings.Cut(text, ".")
	t, ok := table.ParseTicks(text)
	if !ok || len(strings.TrimRight(fraction, "Z")) > 7 {
		return "", invalid(name + " needs to be a time such as 2026-01-05T09:00:00Z, with at most seven " +
			"decimals.")
	}
	return t.Full(), nil
}

func appendPolicies(dst []byte, policies []Policy) []byte {
	if len(policies) == 0 {
		return xmlbody.Append(dst, "SignedIdentifiers", "")
	}
	dst = append(dst, "<SignedIdentifiers>"...)
	for _, p := range policies {
		dst = append(dst, "<SignedIdentifier>"...)
		dst = xmlbody.Append(dst, "Id", p.ID)
		if p.Start+p.Expiry+p.Permission != "" {
			dst = append(dst, "<AccessPolicy>"...)
			dst = appendUnlessEmpty(dst, "Start", p.Start)
			dst = appendUnlessEmpty(dst, "Expiry", p.Expiry)
			dst = appendUnlessEmpty(dst, "Permission", p.Permission)
			dst = append(dst, "</AccessPolicy>"...)
		}
		dst = append(dst, "</SignedIdentifier>"...)
	}
	return append(dst, "</SignedIdentifiers>"...)
}

// appendUnlessEmpty appends an element that has text.
func appendUnlessEmpty(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	return xmlbody.Append(dst, name, text)
}

func invalid(hint string) error { return fault.New(fault.InvalidXMLDocument).WithHint(hint) }
