package service

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/wire"
)

// Address is what a request's URL says: which account, and what in it.
type Address struct {
	Base      string // http://127.0.0.1:10002/account: the beginning of URLs in answers
	Path      string // what follows the account and its slash, with escapes as sent
	Params    []wire.Param
	Secondary bool // it's the read-only endpoint, NAME-secondary
}

// Param returns the first query parameter called name. Case doesn't matter, as it doesn't in the string to
// sign.
func (a *Address) Param(name string) (value string, ok bool) {
	for i := range a.Params {
		if wire.EqualFold(a.Params[i].Name, name) {
			return a.Params[i].Value, true
		}
	}
	return "", false
}

// Locate reads the call's URL into its Address. The account's name is the first part of the host name, as
// in the cloud, or of the path, as with emulators, or it's where wire.Mount says.
func (c *Call) Locate() error {
	u := wire.SplitURL(c.Request.URL)
	switch path, ok := wire.Unescape(u.Path); {
	case !ok || !utf8.ValidString(path):
		return malformedEscape()
	case u.Host == "" && strings.HasPrefix(u.Path, "/"):
		return fault.Invalid(fault.HostInformationNotPresent, "")
	}
	c.Base, c.Path = u.Base, strings.TrimPrefix(u.Path, "/")
	host, _, _ := strings.Cut(u.Host, ".")
	if mount, secondary := wire.Mount(u.Path, c.Account); mount != "" {
		c.Base, c.Path, c.Secondary = u.Base+mount, strings.TrimPrefix(u.Path[len(mount):], "/"), secondary
	} else if !c.names(strings.ToLower(host)) {
		first, rest, _ := strings.Cut(c.Path, "/")
		name, _ := wire.Unescape(first)
		if !c.names(name) {
			return fault.Invalid(fault.InvalidURI, "").WithHint(
				"The path needs to begin with the account: /" + c.Account + "/…")
		}
		c.Base, c.Path = under(c.Request.URL, u.Base, first, name), rest
	}
	var ok bool
	if c.Params, ok = wire.Params(u.Query); !ok {
		return malformedEscape()
	}
	return nil
}

// under returns the base, a slash and a name. If the URL has the name without escapes, that's its beginning,
// and nothing is copied.
func under(url, base, sent, name string) string {
	if base != "" && sent == name {
		return url[:len(base)+len("/")+len(name)]
	}
	return base + "/" + name
}

// names reports whether a part of the URL is the account's name, with or without -secondary, and sets
// Secondary accordingly.
func (c *Call) names(part string) bool {
	account, secondary := strings.CutSuffix(part, "-secondary")
	if account != c.Account {
		return false
	}
	c.Secondary = secondary
	return true
}

func malformedEscape() error {
	return fault.Invalid(fault.InvalidURI, "").WithHint(
		"An escape is % and two hexadecimal digits. The decoded URL needs to be UTF-8.")
}
