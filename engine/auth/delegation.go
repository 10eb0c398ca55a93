package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"unicode"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// The versions of user delegation tokens, by what they changed in the string to sign.
const (
	FirstDelegations = "2018-11-09" // of blobs
	agents           = "2020-02-10" // saoid, suoid and scid, of blobs
	FirstOfOthers    = "2025-07-05" // of queues and tables; skdutid and sduoid
	boundRequests    = "2026-04-06" // srh and srq, of blobs
)

// DelegationKey is what a user delegation key is for. With its value one can sign tokens that give some
// of what an identity can do.
type DelegationKey struct {
	grant.Identity
	Start     string // 2026-01-05T09:00:00Z
	Expiry    string // the same
	Service   string // the letter of the only service that it's good for
	Version   string // of the service that made it
	Delegated string // the directory of those to whom the tokens are bound; "" for any
}

// value returns the key. It's computed from an account key, so that nothing has to be kept, and from the
// roles that the identity had when it asked, because nothing else says later what it can do.
func (k DelegationKey) value(accountKey []byte, roles string) []byte {
	mac := hmac.New(sha256.New, accountKey)
	mac.Write([]byte("user delegation key\n" + strings.Join([]string{
		roles, k.Object, k.Tenant, k.Start, k.Expiry, k.Service, k.Version, k.Delegated,
	}, "\n")))
	return mac.Sum(nil)
}

// DelegationKey returns the value of a key for an identity with a role, in base64.
func (v Verifier) DelegationKey(k DelegationKey, role *grant.Role) string {
	return base64.StdEncoding.EncodeToString(k.value(v.Keys[0].Key, delegable(role.Names)))
}

// delegable returns the roles that count in a token: those with permissions for data, without the ones whose
// permissions another has.
func delegable(names string) (roles string) {
	for _, role := range []byte(owner + contributor) {
		if strings.IndexByte(names, role) >= 0 {
			return string(role)
		}
	}
	for _, role := range []byte(lesser) {
		if strings.IndexByte(names, role) >= 0 {
			roles += string(role)
		}
	}
	return roles
}

const lesser = reader + processor + sender

// delegables are all that delegable can return.
func delegables() []string {
	sets := []string{owner, contributor}
	for set := range 1 << len(lesser) {
		roles := ""
		for i := range len(lesser) {
			if set>>i&1 == 1 {
				roles += lesser[i : i+1]
			}
		}
		sets = append(sets, roles)
	}
	return sets
}

// delegates reports whether a token is signed with a user delegation key.
func (t token) delegates() bool { return t["skoid"] != "" }

// key returns the user delegation key that a token says it's signed with.
func (t token) key() DelegationKey {
	return DelegationKey{
		Identity: grant.Identity{Object: t["skoid"], Tenant: t["sktid"]},
		Start:    t["skt"], Expiry: t["ske"], Service: t["sks"], Version: t["skv"], Delegated: t["skdutid"],
	}
}

// delegationToSign returns what a user delegation key signs.
// https://learn.microsoft.com/rest/api/storageservices/create-user-delegation-sas#specify-the-signature
func (t token) delegationToSign(of grant.Service, account string, what resource, r wire.Request) string {
	version := t["sv"]
	lines := append(t.lines("sp", "st", "se"), t.canonicalized(of, account, what))
	lines = append(lines, t.lines("skoid", "sktid", "skt", "ske", "sks", "skv")...)
	if of == grant.Blob && version >= agents {
		lines = append(lines, t.lines("saoid", "suoid", "scid")...)
	}
	if version >= FirstOfOthers {
		lines = append(lines, t.lines("skdutid", "sduoid")...)
	}
	lines = append(lines, t.lines("sip", "spr", "sv")...)
	switch of {
	case grant.Table:
		lines = append(lines, t.lines("spk", "srk", "epk", "erk")...)
	case grant.Blob:
		lines = append(lines, t["sr"], what.snapshot)
		if version >= scopes {
			lines = append(lines, t["ses"])
		}
		if version >= boundRequests {
			lines = append(lines, boundHeaders(t["srh"], r), boundParams(t["srq"], r))
		}
		lines = append(lines, t.lines("rscc", "rscd", "rsce", "rscl", "rsct")...)
	}
	return strings.Join(lines, "\n")
}

// boundHeaders returns the headers that a token binds requests to, as they are in this one.
func boundHeaders(names string, r wire.Request) (text string) {
	for name := range strings.SplitSeq(names, ",") {
		if name != "" {
			text += name + ":" + r.Headers.Get(name) + "\n"
		}
	}
	return text
}

// boundParams is boundHeaders for parameters of the query.
func boundParams(names string, r wire.Request) (text string) {
	params, _ := wire.Params(wire.SplitURL(r.URL).Query)
	for name := range strings.SplitSeq(names, ",") {
		for _, p := range params {
			if p.Name == name && name != "" && !strings.ContainsFunc(p.Value, unicode.IsControl) {
				text += "\n" + name + ":" + p.Value
			}
		}
	}
	return text
}

// delegated returns the role of the identity whose key has signed a token. Which roles it had when it asked
// for the key only the signature tells, so each possible set is tried; all of them, so that the time it
// takes says nothing.
func (v Verifier) delegated(t token, toSign string) (role *grant.Role) {
	key := t.key()
	for _, account := range v.Keys {
		for _, roles := range delegables() {
			signer := Credential{Account: v.Account, Key: key.value(account.Key, roles)}
			if signer.signed(t["sig"], toSign) {
				role = byLetters(key.Identity, roles)
			}
		}
	}
	return role
}

// checkDelegation refuses a token whose key isn't valid now or here, or that is bound to someone else.
func (v Verifier) checkDelegation(of grant.Service, r wire.Request, now table.Ticks, t token) error {
	start, from := table.ParseTicks(t["skt"])
	end, to := table.ParseTicks(t["ske"])
	hint := ""
	switch {
	case t["sks"] != string(of):
		hint = "The user delegation key is for another service: sks is " + t["sks"] + "."
	case !from || !to || now < start || now >= end:
		hint = "The user delegation key is valid from " + t["skt"] + " to " + t["ske"] +
			"; the account's clock says " + now.String() + "."
	case t["si"] != "":
		hint = "A user delegation token can't have a stored access policy."
	case t["suoid"] != "":
		hint = "suoid needs folders with access control lists, which this account doesn't have."
	case t["sduoid"] != "":
		return v.checkBound(of, r, now, t)
	}
	if hint != "" {
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(hint)
	}
	return nil
}

// checkBound refuses a token that is bound to an identity, unless the request has that one's bearer token.
func (v Verifier) checkBound(of grant.Service, r wire.Request, now table.Ticks, t token) error {
	if _, sent := bearerOf(r); !sent {
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"The token is bound to one identity, whose bearer token the request needs in Authorization.")
	}
	c, err := v.claimsOf(of, r, now)
	if err != nil {
		return err
	}
	tenant := t["skdutid"]
	if tenant == "" {
		tenant = t["sktid"]
	}
	if c.identity() != (grant.Identity{Object: t["sduoid"], Tenant: tenant}) {
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"The token is bound to another identity than the one in Authorization.")
	}
	return nil
}
