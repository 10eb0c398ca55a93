package endpoint

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/auth"
)

// Hosts are the names under which a server can be called. A page of a stranger can let its own name lead to
// this machine, and then the browser takes the server for the page's own; only the name tells.
type Hosts struct {
	names    []string
	accounts []string
}

// NewHosts returns the names of every server: addresses of this machine, localhost, what ends in .localhost,
// and names that no stranger's page can have, because they aren't in the public DNS: those without a period,
// such as a container's, and those that end in .internal, such as host.docker.internal. Besides these it has
// some names, each with all that ends in it after a period, or * for all.
func NewHosts(names []string) Hosts {
	h := Hosts{}
	for _, name := range names {
		h.names = append(h.names, strings.ToLower(name))
	}
	return h
}

// with returns the names and those that accounts have in the cloud, which a proxy may send.
func (h Hosts) with(accounts []Account) Hosts {
	h.accounts = nil
	for _, a := range accounts {
		h.accounts = append(h.accounts, a.Name, a.Name+"-secondary")
	}
	return h
}

// Guard returns a handler that answers requests to other names with 421, and leaves all others to a handler.
func (h Hosts) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !h.admit(r) {
			http.Error(w, "this server isn't called "+hostname(r.Host)+"; if it is, start it with -host",
				http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (h Hosts) admit(r *http.Request) bool {
	name := hostname(r.Host)
	if name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true // a client of HTTP/1.0 can leave out the name; browsers don't
	}
	if address, err := netip.ParseAddr(name); err == nil {
		return address.Unmap().IsLoopback() || address.Unmap() == connectedTo(r) || h.named(name)
	}
	private := !strings.Contains(name, ".") || strings.HasSuffix(name, ".internal")
	return private || h.named(name) || h.ofAccount(name)
}

func (h Hosts) named(name string) bool {
	return slices.ContainsFunc(h.names, func(own string) bool {
		return own == "*" || name == own || strings.HasSuffix(name, "."+own)
	})
}

// ofAccount reports whether a name is such as contoso.table.core.windows.net.
func (h Hosts) ofAccount(name string) bool {
	account, rest, _ := strings.Cut(name, ".")
	service, cloud, _ := strings.Cut(rest, ".")
	return slices.Contains(h.accounts, account) &&
		slices.Contains([]string{"table", "queue", "blob"}, service) && auth.IsCloud(cloud)
}

// hostname returns the name in a Host header, in lower case, without port, brackets and the period that can
// end it.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// connectedTo returns the address of this machine to which the client has connected, which no page can
// choose for a name: its own address is another one.
func connectedTo(r *http.Request) netip.Addr {
	here, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return here.AddrPort().Addr().Unmap()
}
