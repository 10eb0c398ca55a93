package endpoint

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/datadir"
	"github.com/rowkey/rowkey/engine/httphost"
)

// Options say what to serve.
type Options struct {
	Accounts []Account // at least one; the first refuses what names none of them
	Origins  []string  // whose pages may call; see httphost.Endpoint
	Log      *Log      // is told of each request; nil for no log

	Folder string      // where the accounts are kept; "" for in memory
	Report func(error) // is told what happens to that folder; see datadir.Options
}

// Endpoint serves accounts on the ports that it was given.
type Endpoint struct {
	listeners []net.Listener
	server    *http.Server
	stores    stores
	held      map[string]string // by account: where it is, and what it held when it was opened
}

// Open makes the accounts ready. The listeners are closed with the endpoint, also when that could
// not be opened.
func Open(listeners []net.Listener, o Options) (*Endpoint, error) {
	host := &httphost.Endpoint{Accounts: map[string]httphost.Doer{}, Origins: o.Origins}
	e := &Endpoint{
		listeners: listeners, server: &http.Server{Handler: host}, stores: &memory{}, held: map[string]string{},
	}
	if o.Folder != "" {
		d, err := datadir.Open(o.Folder, datadir.Options{Report: o.Report})
		if err != nil {
			return nil, errors.Join(err, e.Close(context.Background()))
		}
		e.stores = d
	}
	for _, a := range o.Accounts {
		s, err := e.stores.Store(a.Name, 0)
		if err != nil {
			return nil, errors.Join(err, e.Close(context.Background()))
		}
		host.Accounts[a.Name] = engine.On(s, a.options())
		if e.held[a.Name] = "in memory"; o.Folder != "" {
			e.held[a.Name] = "kept in " + o.Folder + ": " + contents(s)
		}
	}
	host.Stranger = host.Accounts[o.Accounts[0].Name]
	if o.Log != nil {
		host.Watch = o.Log.add
	}
	return e, nil
}

// Serve answers requests until Close is called, and then returns http.ErrServerClosed.
func (e *Endpoint) Serve() error {
	ended := make(chan error, len(e.listeners))
	for _, l := range e.listeners {
		go func() { ended <- e.server.Serve(l) }()
	}
	return <-ended
}

// Close takes no more requests, lets those under way be answered until ctx ends, cuts off the rest, and
// closes the accounts. Ports are free when it returns.
func (e *Endpoint) Close(ctx context.Context) error {
	var problems []error
	if err := e.server.Shutdown(ctx); err != nil {
		problems = append(problems, e.server.Close())
	}
	for _, l := range e.listeners {
		if err := l.Close(); err != nil && !errors.Is(err, net.ErrClosed) { // it was never served
			problems = append(problems, err)
		}
	}
	return errors.Join(append(problems, e.stores.Close())...)
}

// Listen opens a port. One of the loopback address of IPv4 is opened for IPv6 as well, if that can
// be: clients differ in what they take localhost for.
func Listen(address string) ([]net.Listener, error) {
	first, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	listeners := []net.Listener{first}
	here := first.Addr().(*net.TCPAddr).AddrPort()
	if here.Addr().Unmap() != netip.AddrFrom4([4]byte{127, 0, 0, 1}) {
		return listeners, nil
	}
	six := netip.AddrPortFrom(netip.IPv6Loopback(), here.Port())
	if second, err := net.Listen("tcp", six.String()); err == nil {
		listeners = append(listeners, second)
	}
	return listeners, nil
}

// URL is where an account is.
func (e *Endpoint) URL(a Account) string {
	return "http://" + e.listeners[0].Addr().String() + "/" + a.Name
}

// Connection is the connection string of an account. Keys that someone chose stay with them.
func (e *Endpoint) Connection(a Account) string {
	key := "…"
	if a.Known() {
		key = auth.DevelopmentKey
	}
	return "DefaultEndpointsProtocol=http;AccountName=" + a.Name + ";AccountKey=" + key + ";TableEndpoint=" + e.URL(a) + ";"
}

// IsDevelopment reports whether UseDevelopmentStorage=true leads a client to the account.
func (e *Endpoint) IsDevelopment(a Account) bool {
	return a.Known() && e.URL(a) == "http://127.0.0.1:10002/"+auth.DevelopmentAccount
}

// Held says where an account is and what it held when it was opened.
func (e *Endpoint) Held(a Account) string { return e.held[a.Name] }
