package auth

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Tenant is the directory that accounts are in.
const Tenant = "726f776b-6579-4000-8000-000000000001"

// Storage is the audience of tokens that are good for every account.
const Storage = "https://storage.azure.com"

// storageID is Storage's application ID, which an audience can be, too.
const storageID = "e406a681-f3d4-42a8-90b6-c2b029497af1"

// clouds are the domains in which the services of accounts are. Nobody else can have names there.
var clouds = [...]string{"core.windows.net", "core.chinacloudapi.cn", "core.usgovcloudapi.net"}

// IsCloud reports whether a domain is one in which the services of accounts are.
func IsCloud(domain string) bool { return slices.Contains(clouds[:], domain) }

// issuers are how the iss of tokens begins. After the slash comes the directory.
var issuers = [...]string{
	"https://sts.windows.net/", "https://sts.microsoftonline.de/", "https://sts.chinacloudapi.cn/",
	"https://sts.windows-ppe.net/",
}

// The versions from which bearer tokens are taken, and a refusal says where to get one.
const (
	firstBearers        = "2017-11-09"
	firstChallenges     = "2019-12-12"
	firstTableChallenge = "2020-12-06"
)

// challenge tells a client without a good token where tokens are issued, and what for.
const challenge = "Bearer authorization_uri=https://login.microsoftonline.com/" + Tenant +
	"/oauth2/authorize resource_id=" + Storage

// challenges reports whether a client of this version gets the challenge.
func challenges(of grant.Service, r wire.Request) bool {
	version := r.Headers.Get("x-ms-version")
	return version >= firstTableChallenge || version >= firstChallenges && of != grant.Table
}

// unauthenticated returns the fault of a bearer token that is no good. detail says why, as the service does.
// https://learn.microsoft.com/rest/api/storageservices/authorize-with-azure-active-directory#bearer-challenge
func unauthenticated(of grant.Service, r wire.Request, detail string) error {
	f := fault.Refused(fault.AuthenticationFailed, "").WithHint(detail)
	if challenges(of, r) {
		f.Code, f.Offer = fault.InvalidBearerToken, challenge
	}
	f.Detail = detail
	return f
}

const (
	bearerOverHTTP = "Authentication scheme Bearer is not allowed with HTTP."
	bearerTooEarly = "Authentication scheme Bearer is not supported in this version."
)

// bearerOf returns the bearer token of a request.
func bearerOf(r wire.Request) (text string, sent bool) {
	scheme, text, _ := strings.Cut(r.Headers.Get(authorization), " ")
	return strings.TrimSpace(text), wire.EqualFold(scheme, "Bearer")
}

// byBearer grants what an identity's roles allow. It doesn't check who has signed the token.
func (v Verifier) byBearer(of grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error) {
	claims, err := v.claimsOf(of, r, now)
	if err != nil {
		return grant.Grant{}, err
	}
	names := v.Roles
	if own := claims.list("roles"); own != nil {
		names = own
	} else if names == nil {
		names = contributors
	}
	role := roleOf(of, claims.identity(), names)
	return grant.Grant{Role: role, Permissions: role.Allows[grant.OfObject]}, nil
}

// claimsOf returns what a request's bearer token says, if it's meant for this account and valid now.
func (v Verifier) claimsOf(of grant.Service, r wire.Request, now table.Ticks) (c claims, err error) {
	text, _ := bearerOf(r)
	switch {
	case !strings.HasPrefix(strings.ToLower(r.URL), "https://"):
		return c, unauthentic(bearerOverHTTP, bearerOverHTTP)
	case r.Headers.Get("x-ms-version") < firstBearers:
		return c, unauthentic(bearerTooEarly, bearerTooEarly)
	case !v.OAuth:
		f := fault.Refused(fault.InvalidBearerToken, "").WithHint(
			"This account takes no bearer tokens; at the local endpoint -oauth basic changes that.")
		f.Offer = challenge
		return c, f
	}
	c, ok := parseClaims(text)
	seconds := now.Time().Unix()
	switch {
	case !ok:
		return c, unauthenticated(of, r, "The token is not a JSON Web Token.")
	case c.Get("nbf").Type != jsontext.Number || c.Get("exp").Type != jsontext.Number:
		return c, unauthenticated(of, r, "Lifetime validation failed. The token has no nbf or no exp.")
	case seconds < c.Get("nbf").Int():
		return c, unauthenticated(of, r, "Lifetime validation failed. The token is not yet valid.")
	case seconds >= c.Get("exp").Int():
		return c, unauthenticated(of, r, "Lifetime validation failed. The token is expired.")
	case !v.isAudience(of, c.Get("aud").String()):
		return c, unauthenticated(of, r, "Audience validation failed. Audience did not match.")
	case !isIssuer(c.Get("iss").String()):
		return c, unauthenticated(of, r, "Issuer validation failed. Issuer did not match.")
	}
	return c, nil
}

func (v Verifier) isAudience(of grant.Service, audience string) bool {
	audience = strings.TrimSuffix(audience, "/")
	cloud, own := strings.CutPrefix(audience, "https://"+v.Account+"."+strings.ToLower(nouns[of])+".")
	return audience == Storage || audience == storageID || own && IsCloud(cloud)
}

func isIssuer(issuer string) bool {
	for _, known := range issuers {
		if strings.HasPrefix(issuer, known) {
			return true
		}
	}
	return false
}

// claims are what a JSON Web Token says.
type claims struct{ jsontext.Value }

// parseClaims reads a token: a header, the claims and a signature, each in base64, with periods between.
// https://www.rfc-editor.org/rfc/rfc7519
func parseClaims(text string) (claims, bool) {
	parts := strings.Split(text, ".")
	if len(parts) != len("hcs") {
		return claims{}, false
	}
	said, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || !jsontext.Valid(string(said)) {
		return claims{}, false
	}
	c := claims{jsontext.Parse(string(said))}
	return c, c.IsObject()
}

// Get returns the claim called name. It doesn't exist if the token doesn't have it.
func (c claims) Get(name string) (found jsontext.Value) {
	c.ForEach(func(n, v jsontext.Value) bool {
		if n.Str == name {
			found = v
		}
		return n.Str != name
	})
	return found
}

// list returns a claim that is an array of strings, or nil if there's none.
func (c claims) list(name string) []string {
	claim := c.Get(name)
	if !claim.IsArray() {
		return nil
	}
	texts := []string{}
	for _, v := range claim.Array() {
		texts = append(texts, v.String())
	}
	return texts
}

// identity returns who the token speaks for.
func (c claims) identity() grant.Identity {
	return grant.Identity{Object: c.Get("oid").String(), Tenant: c.Get("tid").String()}
}
