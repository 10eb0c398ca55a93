package auth

import (
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Verifier says what the sender of a request may do.
type Verifier struct {
	Account  string
	Keys     [][]byte // each signs
	Policies Policies
	Unsigned bool // who sends no signature is the owner, too
}

// Policies finds the stored access policy of a table, queue or container that is called id.
type Policies func(of grant.Service, resource, id string) (Policy, bool, error)

// Policy is what a stored access policy says in a token's place; "" for what it leaves to the token.
type Policy struct {
	Start      string
	Expiry     string
	Permission string
}

// skew is how far the date of a signed request may be off.
const skew = 15 * time.Minute

// Grant returns what the sender of a request that has come now may do, or a *fault.Error.
func (v Verifier) Grant(of grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error) {
	params, _ := wire.Params(wire.SplitURL(r.URL).Query)
	signed := func(p wire.Param) bool { return p.Name == "sig" }
	switch {
	case r.Headers.Has(authorization):
		return v.byKey(of, r, now)
	case slices.ContainsFunc(params, signed):
		t, err := tokenOf(params)
		if err != nil {
			return grant.Grant{}, err
		}
		return v.byToken(visit{of, r, now}, t)
	case v.Unsigned:
		return grant.Owner(), nil
	default:
		return grant.Grant{}, refuse(fault.AuthenticationFailed,
			"The request has neither an Authorization header nor a shared access signature in its URL.")
	}
}

// byKey judges a request that was signed with the account's key.
func (v Verifier) byKey(of grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error) {
	var refused error = refuse(fault.AuthenticationFailed, "No key is known that could have signed the request.")
	for _, key := range v.Keys {
		if err := (Credential{Account: v.Account, Key: key}).Verify(of, r); err != nil {
			refused = err
			continue
		}
		at, err := time.Parse(time.RFC1123, date(r))
		if off := now.Time().Sub(at); err != nil || off > skew || off < -skew {
			return grant.Grant{}, refuse(fault.AuthenticationFailed,
				"The date of the request, "+date(r)+", is more than 15 minutes off: here it is "+
					now.String()+".")
		}
		return grant.Owner(), nil
	}
	return grant.Grant{}, refused
}

// visit is a request to a service and when it came.
type visit struct {
	of  grant.Service
	r   wire.Request
	now table.Ticks
}

// byToken judges a request that has a shared access signature.
func (v Verifier) byToken(by visit, t token) (grant.Grant, error) {
	of, r := by.of, by.r
	what, err := v.resourceOf(of, r, t)
	if err != nil {
		return grant.Grant{}, err
	}
	if !v.signed(t.stringToSign(of, v.Account, what), t["sig"]) {
		return grant.Grant{}, refuse(fault.AuthenticationFailed,
			"The signature does not fit the key and this string to sign:\n"+t.stringToSign(of, v.Account, what))
	}
	if t, err = v.completed(of, t, what); err != nil {
		return grant.Grant{}, err
	}
	if err := checkTimes(t, by.now); err != nil {
		return grant.Grant{}, err
	}
	if err := checkSender(r, t); err != nil {
		return grant.Grant{}, err
	}
	return grantOf(of, t, what)
}

// signed reports whether any of the account's keys made a signature.
func (v Verifier) signed(text, signature string) bool {
	found := false
	for _, key := range v.Keys {
		found = Credential{Account: v.Account, Key: key}.made(signature, text) || found
	}
	return found
}

// resourceOf says what a token is for: a table says so itself, a queue or blob is that of the URL.
func (v Verifier) resourceOf(of grant.Service, r wire.Request, t token) (resource, error) {
	oldest := firstTokens
	if t.forAccount() {
		oldest = firstAccounts
	}
	version := t["sv"]
	if _, ok := table.ParseTicks(version); !ok || len(version) != len(oldest) || version < oldest {
		return resource{}, refuse(fault.AuthenticationFailed, "sv is the date of a version, "+oldest+" or later.")
	}
	switch {
	case t.forAccount():
		return resource{}, nil
	case of == grant.Table:
		if t["tn"] == "" {
			return resource{}, refuse(fault.AuthenticationFailed, "The token has no tn, the table that it is for.")
		}
		return resource{container: strings.ToLower(t["tn"])}, nil
	}
	container, blob := v.below(r.URL)
	switch {
	case container == "":
		return resource{}, refuse(fault.AuthenticationFailed,
			"A token of one queue, container or blob does nothing with the whole service.")
	case of != grant.Blob || t["sr"] == "c":
		return resource{container: container}, nil
	case t["sr"] == "b" && blob != "":
		return resource{container: container, blob: blob}, nil
	}
	return resource{}, refuse(fault.AuthenticationFailed,
		"sr is c for a container or b for a blob, which the URL then names.")
}

// below returns the parts of a URL's path that follow the account, if that does not stand in the host
// name.
func (v Verifier) below(rawURL string) (container, blob string) {
	u := wire.SplitURL(rawURL)
	path, _ := wire.Unescape(u.Path)
	path = strings.TrimPrefix(path, "/")
	if host, _, _ := strings.Cut(u.Host, "."); !v.called(strings.ToLower(host)) {
		_, path, _ = strings.Cut(path, "/")
	}
	container, blob, _ = strings.Cut(path, "/")
	return container, blob
}

// called reports whether a name is that of the account or of its secondary.
func (v Verifier) called(name string) bool {
	return strings.TrimSuffix(name, "-secondary") == v.Account
}

// completed adds what the stored policy of a token says. What both say is refused.
// https://learn.microsoft.com/rest/api/storageservices/define-stored-access-policy
func (v Verifier) completed(of grant.Service, t token, what resource) (token, error) {
	id := t["si"]
	if id == "" || t.forAccount() {
		return t, nil
	}
	policy, found, err := v.Policies(of, what.container, id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, refuse(fault.AuthenticationFailed, "There is no stored access policy called "+id+".")
	}
	for _, field := range [...]wire.Param{
		{Name: "st", Value: policy.Start}, {Name: "se", Value: policy.Expiry}, {Name: "sp", Value: policy.Permission},
	} {
		if field.Value == "" {
			continue
		}
		if t[field.Name] != "" {
			return nil, refuse(fault.InvalidAuthenticationInfo,
				"Both the token and its stored access policy give "+field.Name+".")
		}
		t[field.Name] = field.Value
	}
	return t, nil
}

// checkTimes refuses a token whose time has not come or is over.
func checkTimes(t token, now table.Ticks) error {
	if text := t["st"]; text != "" {
		start, ok := table.ParseTicks(text)
		if !ok || start > now {
			return refuse(fault.AuthenticationFailed, "The signature is valid from "+text+" on; here it is "+now.String()+".")
		}
	}
	end, ok := table.ParseTicks(t["se"])
	switch {
	case t["se"] == "":
		return refuse(fault.AuthenticationFailed, "Neither the token nor a stored access policy says when it ends: se.")
	case !ok || end <= now:
		return refuse(fault.AuthenticationFailed, "The signature was valid until "+t["se"]+"; here it is "+now.String()+".")
	}
	return nil
}

// checkSender holds a token against how and from where it was sent.
func checkSender(r wire.Request, t token) error {
	switch t["spr"] {
	case "", "https,http", "http,https":
	case "https":
		if !strings.HasPrefix(strings.ToLower(r.URL), "https://") {
			return refuse(fault.AuthorizationProtocolMismatch, "The token is for https only.")
		}
	default:
		return refuse(fault.AuthenticationFailed, "spr is https or https,http.")
	}
	if t["sip"] == "" {
		return nil
	}
	inside, ok := contains(t["sip"], r.Address)
	switch {
	case !ok:
		return refuse(fault.AuthenticationFailed, "sip is an IP address, or two with a hyphen between them.")
	case !inside:
		err := refuse(fault.AuthorizationSourceIPMismatch, "The token is for "+t["sip"]+" only.")
		err.Message = strings.Replace(err.Text(), "{SourceIP}", r.Address, 1)
		if r.Address == "" {
			err.Hint += " Nobody knows the address of this request's sender here."
		}
		return err
	}
	return nil
}

// permissions are the letters that a token of one resource may have, in the order in which they stand.
var permissions = map[grant.Service]string{grant.Table: "raud", grant.Queue: "raup", grant.Blob: "racwdxltmeop"}

// Letters are the permissions that a token of one table, queue, container or blob may give, in the order
// in which they stand.
func Letters(of grant.Service) string { return permissions[of] }

// grantOf is what a token that is genuine, and whose time it is, allows.
func grantOf(of grant.Service, t token, what resource) (grant.Grant, error) {
	g := grant.Grant{Permissions: t["sp"]}
	if g.Permissions == "" {
		return g, refuse(fault.AuthenticationFailed, "Neither the token nor a stored access policy says what it allows: sp.")
	}
	if t.forAccount() {
		g.Services, g.Levels = t["ss"], t["srt"]
		return g, nil
	}
	if letters := Letters(of); !grant.InOrder(g.Permissions, letters) {
		return g, refuse(fault.AuthenticationFailed, "sp is some of the letters "+letters+", in that order.")
	}
	g.Services, g.Resource, g.Object, g.Levels = string(of), what.container, what.blob, "co"
	if of == grant.Table || what.blob != "" {
		g.Levels = "o"
	}
	var err error
	g.Keys, err = keysOf(t)
	return g, err
}

// keysOf is the part of a table that a token reaches. A bound on the RowKey needs one on the
// PartitionKey. An empty bound is none, since what is signed is the same for both.
func keysOf(t token) (k grant.Keys, err error) {
	spk, srk, epk, erk := t["spk"], t["srk"], t["epk"], t["erk"]
	if srk != "" && spk == "" || erk != "" && epk == "" {
		return k, refuse(fault.AuthenticationFailed, "srk needs spk, and erk needs epk.")
	}
	if spk != "" {
		k.From = &table.Key{PartitionKey: spk, RowKey: srk}
	}
	if epk != "" {
		k.To, k.Whole = &table.Key{PartitionKey: epk, RowKey: erk}, erk == ""
	}
	return k, nil
}
