package full

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Guard returns a key that signs only requests to the addresses of the account that a run has, and to others
// on this machine if the account is on it. Once it has minted a token, nothing goes elsewhere: the account
// can keep a token and give it back in any form, such as in two halves.
func Guard(key runner.Key, o runner.Options) runner.Guard {
	return &guard{Key: key, addresses: []string{o.Host, o.Queue, o.Blob}}
}

type guard struct {
	runner.Key
	addresses []string
	minted    bool // a token
}

// Sign signs a request if it goes to the account.
func (g *guard) Sign(to grant.Service, r *wire.Request) {
	if g.owns(r.URL) {
		g.Key.Sign(to, r)
	}
}

// Token mints a token.
func (g *guard) Token(fields []wire.Param, now table.Ticks) (string, error) {
	g.minted = true
	return g.Key.Token(fields, now)
}

// owns reports whether a URL is one of the account's.
func (g *guard) owns(url string) bool {
	return Within(url, g.addresses...) || IsLoopback(g.addresses[0]) && IsLoopback(url)
}

// Within reports whether a URL is one of some addresses, or what is below one. An address can be "".
func Within(url string, addresses ...string) bool {
	return slices.ContainsFunc(addresses, func(address string) bool {
		address = strings.TrimRight(address, "/")
		rest, ok := strings.CutPrefix(url, address)
		return ok && address != "" && (rest == "" || rest[0] == '/' || rest[0] == '?')
	})
}

// IsLoopback reports whether an address is one of this machine. One with a user's name isn't: what looks like
// a host in it isn't one.
func IsLoopback(url string) bool {
	u := wire.SplitURL(url)
	if u.Base != "http://"+u.Host {
		return false
	}
	host, port, _ := strings.Cut(u.Host, ":")
	if strings.HasPrefix(u.Host, "[::1]") {
		host, port = "[::1]", strings.TrimPrefix(u.Host[len("[::1]"):], ":")
	}
	if strings.Trim(port, digits) != "" {
		return false
	}
	parts := strings.Split(host, ".")
	return host == "localhost" || host == "[::1]" ||
		len(parts) == 4 && parts[0] == "127" && strings.Trim(host, digits+".") == ""
}

const digits = "0123456789"

// Leaks reports whether a request could take a token that was minted to another address: it goes there
// itself, or names one that the account is to ask.
func (g *guard) Leaks(r *wire.Request) bool {
	if !g.minted {
		return false
	}
	for _, h := range r.Headers {
		if wire.EqualFold(h.Name, "x-ms-copy-source") && !g.owns(h.Value) {
			return true
		}
	}
	return !g.owns(r.URL)
}
