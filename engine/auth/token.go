package auth

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// token is a shared access signature: its fields by their names in the URL.
type token map[string]string

// tokenOf takes a token from the query of a URL. It refuses control characters, because a field with a
// line feed would be signed like two fields, so one token's signature could be good for another.
func tokenOf(params []wire.Param) (token, error) {
	t := token{}
	for _, p := range params {
		if !IsTokenField(p.Name) {
			continue
		}
		if _, twice := t[p.Name]; twice || strings.ContainsFunc(p.Value, unicode.IsControl) {
			return nil, fault.Refused(fault.AuthenticationFailed, "").WithHint(
				p.Name + " is in the URL twice, or has a control character.")
		}
		t[p.Name] = p.Value
	}
	return t, nil
}

// The versions of the service that changed the string to sign.
const (
	firstTokens   = "2012-02-12"
	longResources = "2015-02-21" // the resource begins with the service's name
	firstAccounts = "2015-04-05" // sip and spr; account tokens
	snapshots     = "2018-11-09" // sr and the time of a snapshot, of blobs
	scopes        = "2020-12-06" // ses
)

// tokenFields are the fields of tokens, in the order in which Token writes them.
var tokenFields = [...]string{
	"sv", "ss", "srt", "tn", "sr", "sp", "st", "se", "sip", "spr", "si", "spk", "srk", "epk", "erk", "ses",
	"rscc", "rscd", "rsce", "rscl", "rsct", "skoid", "sktid", "skt", "ske", "sks", "skv", "saoid", "suoid",
	"scid", "skdutid", "sduoid", "srh", "srq", "sig",
}

// resource is what a service token is for. It's empty for an account token.
type resource struct {
	container string // table, queue or container
	blob      string // "" for every blob in the container
	snapshot  string // the time of the snapshot that it's for; "" for none
}

// forAccount reports whether this is an account token, rather than one for a single resource.
func (t token) forAccount() bool { return t["ss"] != "" || t["srt"] != "" }

// canonicalized returns the resource in the form that is signed.
func (t token) canonicalized(of grant.Service, account string, r resource) string {
	name := map[grant.Service]string{grant.Table: "/table", grant.Queue: "/queue", grant.Blob: "/blob"}[of]
	if t["sv"] < longResources {
		name = ""
	}
	name += "/" + account + "/" + r.container
	if r.blob != "" {
		name += "/" + r.blob
	}
	return name
}

// stringToSign returns what the account's key signs. Its lines depend on the version in sv.
// https://learn.microsoft.com/rest/api/storageservices/create-service-sas
// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
func (t token) stringToSign(of grant.Service, account string, r resource) string {
	version := t["sv"]
	if t.forAccount() {
		lines := t.lines("sp", "ss", "srt", "st", "se", "sip", "spr", "sv")
		if version >= scopes {
			lines = append(lines, t["ses"])
		}
		return account + "\n" + strings.Join(lines, "\n") + "\n"
	}
	lines := append(t.lines("sp", "st", "se"), t.canonicalized(of, account, r), t["si"])
	if version >= firstAccounts {
		lines = append(lines, t.lines("sip", "spr")...)
	}
	lines = append(lines, version)
	switch {
	case of == grant.Table:
		lines = append(lines, t.lines("spk", "srk", "epk", "erk")...)
	case of == grant.Blob:
		if version >= snapshots {
			lines = append(lines, t["sr"], r.snapshot)
		}
		if version >= scopes {
			lines = append(lines, t["ses"])
		}
		lines = append(lines, t.lines("rscc", "rscd", "rsce", "rscl", "rsct")...)
	}
	return strings.Join(lines, "\n")
}

func (t token) lines(names ...string) (lines []string) {
	for _, name := range names {
		lines = append(lines, t[name])
	}
	return lines
}

// Token mints a shared access signature and returns it as the query of a URL. fields have the names that
// they have in the URL: ss and srt make it an account token, tn one for a table. The pseudo fields queue,
// container, blob and snapshot name the resource of the other tokens; they aren't part of the URL. sv is
// 2020-12-06 unless it's given. Token signs any value, sensible or not.
func (c Credential) Token(fields []wire.Param) (query string, err error) {
	t := token{"sv": "2020-12-06"}
	of, r := grant.Table, resource{}
	for _, f := range fields {
		switch f.Name {
		case "queue":
			of, r.container = grant.Queue, f.Value
		case "container":
			of, r.container = grant.Blob, f.Value
		case "blob":
			r.blob = f.Value
		case "snapshot":
			r.snapshot = f.Value
		case "sig":
			return "", errors.New("sig is computed from the other fields")
		default:
			if !IsTokenField(f.Name) {
				return "", errors.New("a token has no field called " + f.Name)
			}
			if strings.ContainsFunc(f.Value, unicode.IsControl) {
				return "", errors.New(f.Name + " has a control character, which a token can't have")
			}
			t[f.Name] = f.Value
		}
	}
	switch {
	case t.forAccount():
	case of == grant.Blob:
		t["sr"] = "c"
		if r.blob != "" {
			t["sr"] = "b"
		}
		if r.snapshot != "" {
			t["sr"] = "bs"
		}
	case of == grant.Table:
		r.container = strings.ToLower(t["tn"])
	}
	if !t.forAccount() && r.container == "" {
		return "", errors.New("say what the token is for: tn=TABLE, queue=NAME, container=NAME (and " +
			"blob=NAME), or ss and srt for the account")
	}
	t["sig"] = c.signature(t.stringToSign(of, c.Account, r))
	var b strings.Builder
	for _, name := range tokenFields {
		value, ok := t[name]
		if !ok {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name + "=" + wire.Escape(value, ""))
	}
	return b.String(), nil
}

// IsTokenField reports whether a parameter belongs to the shared access signature of a URL that has one.
func IsTokenField(name string) bool { return slices.Contains(tokenFields[:], name) }
