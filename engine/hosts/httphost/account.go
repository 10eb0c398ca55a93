package httphost

import (
	"strings"

	"github.com/rowkey/rowkey/engine/wire"
)

// account finds whom a URL is for. The account stands at the front of the host's name, as in the
// cloud, or else in the path, as on an emulator; there or here with -secondary behind it.
func (e *Endpoint) account(url string) Doer {
	u := wire.SplitURL(url)
	label, _, _ := strings.Cut(u.Host, ".")
	if d, ok := e.named(strings.ToLower(label)); ok {
		return d
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	if name, ok := wire.Unescape(first); ok {
		if d, ok := e.named(name); ok {
			return d
		}
	}
	return e.Fallback
}

func (e *Endpoint) named(name string) (Doer, bool) {
	d, ok := e.Accounts[strings.TrimSuffix(name, "-secondary")]
	return d, ok
}
