package endpoint

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/tally"
)

// Options say what to serve.
type Options struct {
	Accounts []Account // at least one; the first answers requests that name none of them
	Unsigned bool      // requests without a signature count as the owner's; otherwise they're refused
	Origins  []string  // whose pages may call, such as http://127.0.0.1:8080, or * for all
	Hosts    []string  // names of this server besides its own; see NewHosts
	Log      *Log      // records requests; may be nil
	Watch    Watch     // is called with each request before it's answered; may be nil
	Control  *Control  // breaks on request what the endpoint does; may be nil

	FreeNames bool        // see engine.Options
	OAuth     bool        // see engine.Options
	Roles     []string    // see engine.Options
	TLS       *tls.Config // with a certificate, the ports speak https; nil for http

	// Forks is how many more accounts there can be at a time, which requests make by naming them. They are in
	// memory, have the key of the first account, and begin with what Seed has.
	Forks int
	Seed  *engine.Account // what accounts in memory begin with; nil for nothing

	MaxBytes int64       // what an account can hold; 0 for no limit
	Folder   string      // where the accounts are stored; "" keeps them in memory
	Report   func(error) // is called with problems of that folder; see datadir.Options

	HeaderTimeout time.Duration // how long a client may take to send headers; 0 for 10 s
	Crowd         *Crowd        // bounds the connections; nil for the default bound
}

// Watch is what gets requests to a service, such as tables, with their answers, in place of a Log.
type Watch func(service string, x httphost.Exchange)

// Limits of a server, so that clients that misbehave don't stop it from answering the others.
const (
	HeaderTimeout = 10 * time.Second // to send the headers
	IdleTimeout   = 2 * time.Minute  // to keep a connection without a request

	bodyPatience = 30 * time.Second // to send or take nothing of a body
	maxHeaders   = 64 << 10         // bytes
	bodyRoom     = 2 << 30          // bytes of all bodies under way together
)

// Endpoint serves accounts on given ports.
type Endpoint struct {
	ports    Ports
	crowd    *Crowd
	tls      *tls.Config
	servers  map[engine.Service]*http.Server
	accounts *accounts
	control  *Control          // nil for none
	folder   *datadir.Dir      // nil if the accounts are in memory
	summary  map[string]string // by account: where it is stored, and what it contained when opened
}

// Open opens the accounts. The endpoint owns the ports: it closes them when it is closed, and when
// opening it fails.
func Open(ports Ports, o Options) (*Endpoint, error) {
	e := &Endpoint{ports: ports, servers: map[engine.Service]*http.Server{}, summary: map[string]string{}}
	e.tls = o.TLS
	e.accounts = &accounts{most: o.Forks, report: o.Report, named: map[string]*served{}}
	if e.control = o.Control; e.control != nil {
		e.control.endpoint = e
	}
	if e.crowd = o.Crowd; e.crowd == nil {
		e.crowd = NewCrowd(0)
	}
	if err := e.open(o); err != nil {
		return nil, errors.Join(err, e.Close(context.Background()))
	}
	room := httphost.NewRoom(bodyRoom)
	var protocols http.Protocols
	protocols.SetHTTP1(true) // alone, as at the service; the bound of connections is then one of requests, too
	for _, s := range Services() {
		if ports[s.Letter] != nil {
			e.servers[s.Letter] = &http.Server{
				Handler:           e.handler(s, o, room),
				ReadHeaderTimeout: cmp.Or(o.HeaderTimeout, HeaderTimeout),
				IdleTimeout:       IdleTimeout,
				MaxHeaderBytes:    maxHeaders,
				TLSConfig:         o.TLS.Clone(),
				Protocols:         &protocols,
				ConnState:         e.crowd.Watch,
			}
		}
	}
	return e, nil
}

func (e *Endpoint) open(o Options) (err error) {
	if o.Folder != "" {
		if e.folder, err = datadir.Open(o.Folder, datadir.Options{Report: o.Report}); err != nil {
			return err
		}
	}
	open := func(a Account, folder *datadir.Dir) (*served, error) {
		options := a.options(o)
		options.Shared, options.Neighbor = folder, e.accounts.neighbor
		if folder == nil {
			options.From = e.accounts.seed
		}
		opened, err := engine.Open(options)
		if err != nil || e.control == nil {
			return &served{Account: opened, of: a}, err
		}
		err = opened.Mark() // so that there is something to go back to
		return &served{opened, a, tally.New(a.Name)}, err
	}
	e.accounts.seed = o.Seed
	e.accounts.open = func(a Account) (*served, error) { return open(a, nil) }
	for _, a := range o.Accounts {
		opened, err := open(a, e.folder)
		if err != nil {
			return err
		}
		e.accounts.add(a.Name, opened)
		switch {
		case e.folder != nil:
			e.summary[a.Name] = "stored in " + o.Folder + ": " + words(opened.Contents())
		case o.Seed != nil:
			e.summary[a.Name] = "in memory, with " + words(opened.Contents())
		default:
			e.summary[a.Name] = "in memory"
		}
	}
	return nil
}

// handler returns a handler for one service of all accounts.
func (e *Endpoint) handler(s Service, o Options, room *httphost.Room) http.Handler {
	host := &httphost.Endpoint{
		Service: s.Letter, Accounts: e.accounts, Fallback: e.accounts.find(o.Accounts[0].Name),
		MaxBody: s.maxBody, Room: room, Patience: bodyPatience,
	}
	switch {
	case o.Watch != nil:
		host.Watch = func(x httphost.Exchange) { o.Watch(s.Noun, x) }
	case o.Log != nil:
		host.Watch = func(x httphost.Exchange) { o.Log.add(s, x) }
	}
	if before := host.Watch; e.control != nil {
		host.Watch = func(x httphost.Exchange) {
			if before != nil {
				before(x)
			}
			e.control.watches.add(s.Noun, x)
		}
	}
	return NewHosts(o.Hosts).with(o.Accounts).Guard(host)
}

// Serve answers requests until Close is called, and then returns http.ErrServerClosed.
func (e *Endpoint) Serve() error {
	ended := make(chan error)
	serving := 0
	for of, listeners := range e.ports {
		for _, l := range listeners {
			serving++
			go func() { ended <- e.serve(e.servers[of], e.crowd.Listener(l)) }()
		}
	}
	first := <-ended
	go func() {
		for range serving - 1 {
			<-ended
		}
	}()
	return first
}

func (e *Endpoint) serve(s *http.Server, port net.Listener) error {
	if e.tls == nil {
		return s.Serve(port)
	}
	return s.ServeTLS(port, "", "")
}

// Close stops accepting requests, waits for those in progress until ctx ends, cuts off the rest, and
// closes the accounts. The ports are free when it returns.
func (e *Endpoint) Close(ctx context.Context) error {
	if e.control != nil {
		e.control.end()
	}
	e.crowd.End()
	ended := make(chan error)
	for _, server := range e.servers {
		go func() {
			err := server.Shutdown(ctx)
			if err != nil {
				err = server.Close()
			}
			ended <- err
		}()
	}
	var problems []error
	for range e.servers {
		problems = append(problems, <-ended)
	}
	problems = append(problems, e.ports.Close())
	problems = append(problems, e.accounts.close()...)
	if e.folder != nil {
		problems = append(problems, e.folder.Close())
	}
	return errors.Join(problems...)
}

// URL is the address of a service of an account, or "" if it isn't served.
func (e *Endpoint) URL(of engine.Service, a Account) string {
	if e.ports[of] == nil {
		return ""
	}
	return e.origin(e.ports[of][0]) + "/" + a.Name
}

// protocol is what clients speak to the ports.
func (e *Endpoint) protocol() string {
	if e.tls != nil {
		return "https"
	}
	return "http"
}

// origin is where clients on this machine reach a port.
func (e *Endpoint) origin(port net.Listener) string {
	return e.protocol() + strings.TrimPrefix(Origin(port), "http")
}

// Connection is the connection string of an account. It contains the development key but no other key.
func (e *Endpoint) Connection(a Account) string {
	key := "…"
	if a.Known() {
		key = engine.DevelopmentKey
	}
	text := "DefaultEndpointsProtocol=" + e.protocol() + ";AccountName=" + a.Name + ";AccountKey=" + key + ";"
	for _, s := range Services() {
		if url := e.URL(s.Letter, a); url != "" {
			text += s.setting + "=" + url + ";"
		}
	}
	return text
}

// IsDevelopment reports whether UseDevelopmentStorage=true connects a client to the tables of the account.
func (e *Endpoint) IsDevelopment(a Account) bool {
	return a.Known() && e.URL(engine.Tables, a) == "http://127.0.0.1:10002/"+engine.DevelopmentName
}

// Reseed lets the accounts that the endpoint was opened with, which are in memory, begin again with what
// another account has. Those that requests have made stay as they are, since tests are using them; later ones
// begin with it, too.
func (e *Endpoint) Reseed(from *engine.Account) error { return e.accounts.reseed(from) }

// Has says what an account contains now.
func (e *Endpoint) Has(a Account) string { return words(e.accounts.find(a.Name).Contents()) }

// Tables are the entities of each table of an account.
func (e *Endpoint) Tables(a Account) map[string][]table.Entity {
	return e.accounts.find(a.Name).Tables()
}

// Summary says where an account is stored and what it contained when it was opened.
func (e *Endpoint) Summary(a Account) string { return e.summary[a.Name] }
