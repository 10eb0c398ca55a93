package httphost

import (
	"strings"

	"github.com/rowkey/rowkey/engine/wire"
)

// account returns the account that a URL names: in the first label of the host, as in the cloud, or in
// the first segment of the path, as on an emulator. In either place the name can end in -secondary.
func (e *Endpoint) account(url string) Doer {
	if e.Accounts == nil {
		return e.Fallback
	}
	u := wire.SplitURL(url)
	label, _, _ := strings.Cut(u.Host, ".")
	if d, ok := e.Accounts.Named(primary(strings.ToLower(label))); ok {
		return d
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	if name, ok := wire.Unescape(first); ok {
		if d, ok := e.Accounts.Named(primary(name)); ok {
			return d
		}
		if d, ok := e.Accounts.Make(primary(name)); ok {
			return d
		}
	}
	return e.Fallback
}

func primary(name string) string { return strings.TrimSuffix(name, "-secondary") }
