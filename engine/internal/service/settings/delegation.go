package settings

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// delegationKey is the comp of a request for a user delegation key.
const delegationKey = "userdelegationkey"

// longestDelegation is how far ahead a user delegation key can begin and end.
const longestDelegation = 7 * 24 * time.Hour

// routeDelegation routes requests for user delegation keys. Only identities can send them.
// https://learn.microsoft.com/rest/api/storageservices/get-user-delegation-key
func routeDelegation(of grant.Service, c *resource.Call, delegate Delegate) (service.Operation, error) {
	restype, _ := c.Param("restype")
	oldest := auth.FirstOfOthers
	if of == grant.Blob {
		oldest = auth.FirstDelegations
	}
	switch {
	case restype != "service":
		return service.Operation{}, fault.New(fault.NotImplemented)
	case c.Request.Method != "POST":
		return service.Operation{}, fault.New(fault.UnsupportedHTTPVerb)
	case c.Version() < oldest:
		return service.Operation{}, fault.New(fault.InvalidHeaderValue).WithHint(
			"User delegation keys need x-ms-version " + oldest + " or later.")
	}
	return c.Reads("GetUserDelegationKey", grant.OfService, auth.Delegates,
		func(c *resource.Call) (service.Apply, error) {
			role := c.Grant.Role
			if role == nil {
				f := fault.New(fault.AuthenticationFailed)
				f.Detail = "Only authentication scheme Bearer is supported."
				return nil, f.WithHint("A user delegation key is for an identity, so it needs a bearer token.")
			}
			key, err := parseKeyInfo(c)
			if err != nil {
				return nil, err
			}
			key.Identity, key.Service, key.Version = role.Identity, string(of), c.Version()
			value := delegate(key, role)
			return func(*store.Tx) (service.Reply, error) { return keyReply(key, value), nil }, nil
		}), nil
}

// parseKeyInfo reads what the key is for: when it begins, at once without that, and ends.
func parseKeyInfo(c *resource.Call) (key auth.DelegationKey, err error) {
	root, err := xmlbody.Parse(c.Request.Body)
	if err != nil || root.Name != "KeyInfo" {
		return key, invalid("The body needs to be a KeyInfo document.")
	}
	text := func(name string) string {
		child, _ := root.Child(name)
		return strings.TrimSpace(child.Text)
	}
	start, startOK := c.Clock, true
	if sent := text("Start"); sent != "" {
		start, startOK = table.ParseTicks(sent)
	}
	end, endOK := table.ParseTicks(text("Expiry"))
	last := c.Clock + table.Ticks(longestDelegation/100)
	if !startOK || !endOK || end <= start || end <= c.Clock || end > last || start > last {
		return key, fault.Invalid(fault.InvalidXMLNodeValue, "").WithHint(
			"Start and Expiry need to be times such as " + seconds(c.Clock) +
				", in that order, and Expiry in the future, at most seven days ahead.")
	}
	key.Start, key.Expiry, key.Delegated = seconds(start), seconds(end), text("DelegatedUserTid")
	return key, nil
}

func seconds(t table.Ticks) string { return t.Time().Format("2006-01-02T15:04:05Z") }

func keyReply(key auth.DelegationKey, value string) service.Reply {
	body := []byte("<UserDelegationKey>")
	for _, node := range [...]struct{ name, text string }{
		{"SignedOid", key.Object}, {"SignedTid", key.Tenant}, {"SignedStart", key.Start},
		{"SignedExpiry", key.Expiry}, {"SignedService", key.Service}, {"SignedVersion", key.Version},
		{"SignedDelegatedUserTid", key.Delegated}, {"Value", value},
	} {
		if node.text != "" {
			body = xmlbody.Append(body, node.name, node.text)
		}
	}
	return resource.Document(200, append(body, "</UserDelegationKey>"...))
}
