package full

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Guard returns a key that signs only requests to the addresses of the account that a run has, and to others
// on this machine if the account is on it. Tokens that it mints don't go elsewhere either.
func Guard(key runner.Key, o runner.Options) runner.Guard {
	return &guard{Key: key, addresses: []string{o.Host, o.Queue, o.Blob}}
}

type guard struct {
	runner.Key
	addresses []string
	minted    []string
}

// Sign signs a request if it goes to the account.
func (g *guard) Sign(to grant.Service, r *wire.Request) {
	if g.owns(r.URL) {
		g.Key.Sign(to, r)
	}
}

// Token mints a token.
func (g *guard) Token(fields []wire.Param, now table.Ticks) (string, error) {
	token, err := g.Key.Token(fields, now)
	if err == nil {
		g.minted = append(g.minted, token)
	}
	return token, err
}

// owns reports whether a URL is one of the account's.
func (g *guard) owns(url string) bool {
	for _, address := range g.addresses {
		address = strings.TrimRight(address, "/")
		rest, ok := strings.CutPrefix(url, address)
		if ok && address != "" && (rest == "" || rest[0] == '/' || rest[0] == '?') {
			return true
		}
	}
	return runner.IsLoopback(g.addresses[0]) && runner.IsLoopback(url)
}

// Leaks reports whether a request has a token and goes elsewhere.
func (g *guard) Leaks(r *wire.Request) bool {
	if g.owns(r.URL) {
		return false
	}
	for _, token := range g.minted {
		if strings.Contains(r.URL, token) || strings.Contains(string(r.Body), token) {
			return true
		}
		for _, h := range r.Headers {
			if strings.Contains(h.Value, token) {
				return true
			}
		}
	}
	return false
}
