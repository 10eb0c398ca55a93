package auth

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// checkTimes refuses a token that isn't valid yet, or no longer.
func checkTimes(t token, now table.Ticks) error {
	if text := t["st"]; text != "" {
		start, ok := table.ParseTicks(text)
		if !ok || start > now {
			return unauthentic(timeFrame(t, now),
				"The token is valid from "+text+" on; the account's clock says "+now.String()+".")
		}
	}
	end, ok := table.ParseTicks(t["se"])
	switch {
	case t["se"] == "":
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"The token needs se, when it expires, or a stored access policy that says so.")
	case !ok || end <= now:
		return unauthentic(timeFrame(t, now),
			"The token was valid until "+t["se"]+"; the account's clock says "+now.String()+".")
	}
	return nil
}

// timeFrame says when a token is valid, as the service does.
func timeFrame(t token, now table.Ticks) string {
	text := "Signature not valid in the specified time frame:"
	for _, name := range [...]struct{ shown, field string }{{"Start", "st"}, {"Expiry", "se"}} {
		if at, ok := table.ParseTicks(t[name.field]); ok {
			text += " " + name.shown + " [" + at.Time().Format(httpDate) + "] -"
		}
	}
	return text + " Current [" + now.Time().Format(httpDate) + "]"
}

const httpDate = "Mon, 02 Jan 2006 15:04:05 GMT"

// checkSender refuses a token sent over a protocol, or from an address, that it doesn't allow.
func checkSender(r wire.Request, t token) error {
	switch t["spr"] {
	case "", "https,http", "http,https":
	case "https":
		if !strings.HasPrefix(strings.ToLower(r.URL), "https://") {
			return fault.Refused(fault.AuthorizationProtocolMismatch, "").WithHint(
				"The token is for https only.")
		}
	default:
		return fault.Refused(fault.AuthenticationFailed, "").WithHint("spr needs to be https or https,http.")
	}
	if t["sip"] == "" {
		return nil
	}
	inside, ok := contains(t["sip"], r.Address)
	switch {
	case !ok:
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"sip needs to be an IP address, or two with a hyphen between them.")
	case !inside:
		err := fault.Refused(fault.AuthorizationSourceIPMismatch, "").WithHint(
			"The token is for " + t["sip"] + " only.")
		err.Message = strings.Replace(err.Text(), "{SourceIP}", r.Address, 1)
		if r.Address == "" {
			err.Hint += " The address of this request's sender isn't known here."
		}
		return err
	}
	return nil
}

// Letters returns the permissions that a token for one table, queue, container or blob can give, in the
// order in which they're written.
func Letters(of grant.Service) string { return grant.Letters(of) }

// grantOf returns what a token allows that has passed every other check.
func grantOf(of grant.Service, t token, what resource) (grant.Grant, error) {
	g := grant.Grant{Permissions: t["sp"]}
	if g.Permissions == "" {
		return g, fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"The token needs sp, what it allows, or a stored access policy that says so.")
	}
	if t.forAccount() {
		g.Services, g.Levels = t["ss"], t["srt"]
		return g, nil
	}
	if letters := Letters(of); !grant.InOrder(of, g.Permissions) {
		return g, fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"sp can have the letters " + letters + ", in that order.")
	}
	g.Services, g.Resource, g.Levels = string(of), what.container, "co"
	g.Object = strings.ReplaceAll(what.blob, `\`, "/") // as the service takes it in names
	if of == grant.Table || what.blob != "" {
		g.Levels = "o"
	}
	if of == grant.Blob {
		g.Overrides = overrides(t)
	}
	var err error
	g.Keys, err = keysOf(t)
	return g, err
}

// overrides returns the headers that a token for blobs gives to what it reads.
// https://learn.microsoft.com/rest/api/storageservices/create-service-sas
func overrides(t token) (headers wire.Headers) {
	for _, h := range [...]wire.Header{
		{Name: "Cache-Control", Value: t["rscc"]}, {Name: "Content-Disposition", Value: t["rscd"]},
		{Name: "Content-Encoding", Value: t["rsce"]}, {Name: "Content-Language", Value: t["rscl"]},
		{Name: "Content-Type", Value: t["rsct"]},
	} {
		if h.Value != "" {
			headers = append(headers, h)
		}
	}
	return headers
}

// keysOf returns the part of a table that a token reaches. A bound on the RowKey needs one on the
// PartitionKey. An empty bound counts as absent, because the string to sign is the same for both.
func keysOf(t token) (k grant.Keys, err error) {
	spk, srk, epk, erk := t["spk"], t["srk"], t["epk"], t["erk"]
	if srk != "" && spk == "" || erk != "" && epk == "" {
		return k, fault.Refused(fault.AuthenticationFailed, "").WithHint("srk needs spk, and erk needs epk.")
	}
	if spk != "" {
		k.From = &table.Key{PartitionKey: spk, RowKey: srk}
	}
	if epk != "" {
		k.To, k.Whole = &table.Key{PartitionKey: epk, RowKey: erk}, erk == ""
	}
	return k, nil
}
