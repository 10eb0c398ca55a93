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

// Verifier checks signatures and says what the sender of a request can do.
type Verifier struct {
	Account  string
	Keys     []Credential // of the account; a signature by any of them is good
	Policies Policies
	Unsigned bool // a request without a signature counts as the owner's

	// OAuth takes bearer tokens, as Azurite's -oauth basic: their times, audience and issuer are checked,
	// their signatures aren't. Roles are those of an identity whose token doesn't name any; nil means
	// contributor of everything.
	OAuth bool
	Roles []string

	// Signed is the time of day of those who sign requests, where the account has another one. The date of a
	// request can be of either. Nil means that there is only one.
	Signed func() table.Ticks

	// Public returns what everybody can read of a container: blob, container, or "" for nothing. Nil means
	// nothing of any.
	Public func(container string) string
}

// Policies looks up the stored access policy id of a table, queue or container.
type Policies func(of grant.Service, resource, id string) (Policy, bool, error)

// Policy is what a stored access policy gives to its tokens; "" leaves a field to the token.
type Policy struct {
	Start      string
	Expiry     string
	Permission string
}

// skew is how far the date of a signed request can be off.
const skew = 15 * time.Minute

// Grant returns what the sender of a request can do at a time, or a *fault.Error.
func (v Verifier) Grant(of grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error) {
	params, _ := wire.Params(wire.SplitURL(r.URL).Query)
	isSignature := func(p wire.Param) bool { return p.Name == "sig" }
	_, bearer := bearerOf(r)
	isBound := func(p wire.Param) bool { return p.Name == "sduoid" }
	switch {
	case bearer && !slices.ContainsFunc(params, isBound):
		return v.byBearer(of, r, now)
	case !bearer && r.Headers.Has(authorization):
		return v.byKey(of, r, now)
	case slices.ContainsFunc(params, isSignature):
		t, err := tokenOf(params)
		if err != nil {
			return grant.Grant{}, err
		}
		return v.byToken(of, r, now, t)
	case v.Unsigned:
		return grant.Owner(), nil
	}
	if container, _ := v.below(r.URL); of == grant.Blob && container != "" &&
		(r.Method == "GET" || r.Method == "HEAD") {
		return v.anonymous(container, r)
	}
	return grant.Grant{}, nobody(of, r, fault.AuthenticationFailed, unsigned)
}

// nobody returns the fault of a request that doesn't say who sends it. Older versions have a code of theirs.
func nobody(of grant.Service, r wire.Request, older fault.Code, hint string) error {
	if !challenges(of, r) {
		return fault.Refused(older, "").WithHint(hint)
	}
	f := fault.Refused(fault.NoAuthenticationInformation, "").WithHint(hint)
	f.Offer = challenge
	return f
}

const unsigned = "The request has neither an Authorization header nor a shared access signature in its URL."

// anonymous grants what everybody can read of a container.
// https://learn.microsoft.com/azure/storage/blobs/anonymous-read-access-configure
func (v Verifier) anonymous(container string, r wire.Request) (grant.Grant, error) {
	g := grant.Grant{Services: string(grant.Blob), Resource: container, Public: true}
	public := ""
	if v.Public != nil {
		public = v.Public(container)
	}
	switch public {
	case "container":
		g.Levels, g.Permissions = "co", "rl"
	case "blob":
		g.Levels, g.Permissions = "o", "r"
	default:
		return grant.Grant{}, nobody(grant.Blob, r, fault.ResourceNotFound,
			unsigned+" There is no container here that everybody can read.")
	}
	return g, nil
}

// byKey grants everything if the request was signed with one of the account's keys, within the skew.
func (v Verifier) byKey(of grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error) {
	var refused error
	for _, key := range v.Keys {
		if refused = key.Verify(of, r); refused != nil {
			continue
		}
		at, err := parseDate(date(r))
		if err != nil || !near(now, at) && (v.Signed == nil || !near(v.Signed(), at)) {
			detail := wrongDate
			if err == nil && at.Before(now.Time()) {
				detail = "Request date header too old: '" + date(r) + "'"
			}
			return grant.Grant{}, unauthentic(detail, "The date of the request, "+date(r)+
				", is more than 15 minutes off: the account's clock says "+now.String()+".")
		}
		return grant.Owner(), nil
	}
	if refused == nil {
		refused = fault.Refused(fault.AuthenticationFailed, "").WithHint("The account has no key.")
	}
	return grant.Grant{}, refused
}

// parseDate reads the date of a request, which is in GMT from nearly every client. Package time allocates a
// zone for that unless the layout has the letters.
func parseDate(text string) (time.Time, error) {
	if at, err := time.Parse(httpDate, text); err == nil {
		return at, nil
	}
	return time.Parse(time.RFC1123, text)
}

// near reports whether a request's date is within the skew of a time.
func near(now table.Ticks, date time.Time) bool {
	off := now.Time().Sub(date)
	return off <= skew && off >= -skew
}

// byToken grants what a shared access signature gives, if it's genuine and valid now.
func (v Verifier) byToken(of grant.Service, r wire.Request, now table.Ticks, t token) (grant.Grant, error) {
	what, err := v.resourceOf(of, r, t)
	if err != nil {
		return grant.Grant{}, err
	}
	role, err := v.checkSignature(of, r, t, what)
	if err != nil {
		return grant.Grant{}, err
	}
	if role != nil {
		err = v.checkDelegation(of, r, now, t)
	} else {
		t, err = v.completed(of, t, what)
	}
	if err != nil {
		return grant.Grant{}, err
	}
	if err := checkTimes(t, now); err != nil {
		return grant.Grant{}, err
	}
	if err := checkSender(r, t); err != nil {
		return grant.Grant{}, err
	}
	g, err := grantOf(of, t, what)
	if role != nil {
		g.Permissions = within(g.Permissions, role)
	}
	return g, err
}

// within returns those of some permissions that a role has, too.
func within(permissions string, role *grant.Role) string {
	return strings.Map(func(letter rune) rune {
		for _, level := range [...]grant.Level{grant.OfObject, grant.OfContainer} {
			if strings.ContainsRune(role.Allows[level], letter) {
				return letter
			}
		}
		return -1
	}, permissions)
}

// checkSignature refuses a token that nobody has signed who could. The role is that of the identity with
// whose key it's signed; nil if it's signed with the account's.
func (v Verifier) checkSignature(
	of grant.Service, r wire.Request, t token, what resource,
) (role *grant.Role, err error) {
	toSign, whose := t.stringToSign(of, v.Account, what), "the account's key"
	if t.delegates() {
		toSign, whose = t.delegationToSign(of, v.Account, what, r), "the user delegation key"
		if role = v.delegated(t, toSign); role != nil {
			return role, nil
		}
	} else if v.signed(t["sig"], toSign) {
		return nil, nil
	}
	return nil, unauthentic("Signature did not match. String to sign used was "+toSign,
		"The signature doesn't match "+whose+" and this string to sign:\n"+toSign)
}

// signed reports whether signature was made with any of the account's keys. It tries all of them, so that
// the time it takes says nothing about which one it was.
func (v Verifier) signed(signature, toSign string) bool {
	found := false
	for _, key := range v.Keys {
		found = key.signed(signature, toSign) || found
	}
	return found
}

// resourceOf returns the resource that a token is for. A table is named by the token, a queue, container or
// blob by the path.
func (v Verifier) resourceOf(of grant.Service, r wire.Request, t token) (resource, error) {
	oldest := firstTokens
	switch {
	case t.forAccount():
		oldest = firstAccounts
	case t.delegates() && of == grant.Blob:
		oldest = FirstDelegations
	case t.delegates():
		oldest = FirstOfOthers
	}
	version := t["sv"]
	if _, ok := table.ParseTicks(version); !ok || len(version) != len(oldest) || version < oldest {
		return resource{}, fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"sv needs to be the date of a version, " + oldest + " or later.")
	}
	switch {
	case t.forAccount() && t.delegates():
		return resource{}, fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"A token for an account can't be signed with a user delegation key.")
	case t.forAccount():
		return resource{}, nil
	case of == grant.Table:
		if t["tn"] == "" {
			return resource{}, fault.Refused(fault.AuthenticationFailed, "").WithHint(
				"The token needs tn, the table that it's for.")
		}
		return resource{container: strings.ToLower(t["tn"])}, nil
	}
	container, blob := v.below(r.URL)
	switch {
	case container == "":
		return resource{}, fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"A token for one queue, container or blob isn't good for requests to the whole service.")
	case of != grant.Blob || t["sr"] == "c":
		return resource{container: container}, nil
	case t["sr"] == "b" && blob != "":
		return resource{container: container, blob: blob}, nil
	case t["sr"] == "bs" && blob != "" && version >= snapshots && snapshotOf(r.URL) != "":
		return resource{container: container, blob: blob, snapshot: snapshotOf(r.URL)}, nil
	}
	return resource{}, fault.Refused(fault.AuthenticationFailed, "").WithHint(
		"sr needs to be c for a container, or b for a blob, or bs for a snapshot that the URL names.")
}

// snapshotOf returns the time of the snapshot that a URL names, as sent; "" if it names none.
func snapshotOf(rawURL string) string {
	params, _ := wire.Params(wire.SplitURL(rawURL).Query)
	for _, p := range params {
		if wire.EqualFold(p.Name, "snapshot") {
			return p.Value
		}
	}
	return ""
}

// below returns the container and the blob that a URL names. The account is the first part of the path,
// unless it's in the host name, or mounted elsewhere.
func (v Verifier) below(rawURL string) (container, blob string) {
	u := wire.SplitURL(rawURL)
	mount, _ := wire.Mount(u.Path, v.Account)
	path, _ := wire.Unescape(u.Path[len(mount):])
	path = strings.TrimPrefix(path, "/")
	if host, _, _ := strings.Cut(u.Host, "."); mount == "" && !v.called(strings.ToLower(host)) {
		_, path, _ = strings.Cut(path, "/")
	}
	container, blob, _ = strings.Cut(path, "/")
	return container, blob
}

// called reports whether name is the account's or its secondary's.
func (v Verifier) called(name string) bool {
	return strings.TrimSuffix(name, "-secondary") == v.Account
}

// completed adds the fields that the token's stored policy gives. A field that both give is an error.
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
		return nil, fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"There is no stored access policy called " + id + ".")
	}
	for _, field := range [...]wire.Param{
		{Name: "st", Value: policy.Start}, {Name: "se", Value: policy.Expiry},
		{Name: "sp", Value: policy.Permission},
	} {
		if field.Value == "" {
			continue
		}
		if t[field.Name] != "" {
			return nil, fault.Refused(fault.InvalidAuthenticationInfo, "").WithHint(
				"Both the token and its stored access policy give " + field.Name + ".")
		}
		t[field.Name] = field.Value
	}
	return t, nil
}
