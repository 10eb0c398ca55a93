package endpoint

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/httphost"
)

// Options say what to serve.
type Options struct {
	Accounts []Account // at least one; the first refuses what names none of them
	Origins  []string  // whose pages may call; see httphost.Endpoint
	Log      *Log      // is told of each request; nil for no log
}

// Endpoint serves accounts on the ports that it was given.
type Endpoint struct {
	listeners []net.Listener
	server    *http.Server
	engines   []*engine.Engine
}

// Open makes the accounts ready. The listeners are closed with the endpoint, also when that could
// not be opened.
func Open(listeners []net.Listener, o Options) (*Endpoint, error) {
	host := &httphost.Endpoint{Accounts: map[string]httphost.Doer{}, Origins: o.Origins}
	e := &Endpoint{listeners: listeners, server: &http.Server{Handler: host}}
	for _, a := range o.Accounts {
		account, err := engine.New(a.options())
		if err != nil {
			return nil, errors.Join(err, e.Close(context.Background()))
		}
		e.engines = append(e.engines, account)
		host.Accounts[a.Name] = account
	}
	host.Stranger = e.engines[0]
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

// Close takes no more requests, lets those under way be answered until ctx ends, and closes the
// accounts. Ports are free when it returns.
func (e *Endpoint) Close(ctx context.Context) error {
	var problems []error
	if err := e.server.Shutdown(ctx); err != nil {
		problems = append(problems, err, e.server.Close())
	}
	for _, l := range e.listeners {
		if err := l.Close(); err != nil && !errors.Is(err, net.ErrClosed) { // it was never served
			problems = append(problems, err)
		}
	}
	for _, account := range e.engines {
		problems = append(problems, account.Close())
	}
	return errors.Join(problems...)
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
