package endpoint

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
)

// Options say what to serve.
type Options struct {
	Accounts []Account // at least one; the first refuses what names none of them
	Unsigned bool      // requests without a signature are the owner's; otherwise they are refused
	Origins  []string  // whose pages may call: http://127.0.0.1:8080, or * for all
	Log      *Log      // keeps each request; nil for no log

	Folder string      // where the accounts are kept; "" for in memory
	Report func(error) // is given what happens to that folder; see engine.Options

	HeaderTimeout time.Duration // for a client to send the headers of a request; 0 for 10 s
}

// headerTimeout keeps clients that never finish their headers from holding connections.
const headerTimeout = 10 * time.Second

// Endpoint serves accounts at the ports that it was given.
type Endpoint struct {
	ports    Ports
	servers  map[engine.Service]*http.Server
	accounts []*engine.Account
	folder   *datadir.Dir      // nil for in memory
	held     map[string]string // by account: where it is, and what it held when it was opened
}

// Open makes the accounts ready. The ports are closed with the endpoint, also when that could not be
// opened.
func Open(ports Ports, o Options) (*Endpoint, error) {
	e := &Endpoint{ports: ports, servers: map[engine.Service]*http.Server{}, held: map[string]string{}}
	if err := e.open(o); err != nil {
		return nil, errors.Join(err, e.Close(context.Background()))
	}
	for _, s := range Services() {
		if ports[s.Letter] != nil {
			e.servers[s.Letter] = &http.Server{
				Handler: e.handler(s, o), ReadHeaderTimeout: cmp.Or(o.HeaderTimeout, headerTimeout),
			}
		}
	}
	return e, nil
}

// open opens the accounts.
func (e *Endpoint) open(o Options) (err error) {
	if o.Folder != "" {
		if e.folder, err = datadir.Open(o.Folder, datadir.Options{Report: o.Report}); err != nil {
			return err
		}
	}
	for _, a := range o.Accounts {
		options := a.options(o)
		options.Shared = e.folder
		opened, err := engine.Open(options)
		if err != nil {
			return err
		}
		e.accounts = append(e.accounts, opened)
		if e.held[a.Name] = "in memory"; e.folder != nil {
			e.held[a.Name] = "kept in " + o.Folder + ": " + words(opened.Contents())
		}
	}
	return nil
}

// handler serves one service of all accounts.
func (e *Endpoint) handler(s Service, o Options) http.Handler {
	host := &httphost.Endpoint{
		Service: s.Letter, Accounts: map[string]httphost.Doer{}, Fallback: e.accounts[0], MaxBody: s.maxBody,
	}
	for i, a := range e.accounts {
		host.Accounts[o.Accounts[i].Name] = a
	}
	if o.Log != nil {
		host.Watch = func(x httphost.Exchange) { o.Log.add(s, x) }
	}
	return host
}

// Serve answers requests until Close is called, and then returns http.ErrServerClosed.
func (e *Endpoint) Serve() error {
	ended := make(chan error)
	serving := 0
	for of, listeners := range e.ports {
		for _, l := range listeners {
			serving++
			go func() { ended <- e.servers[of].Serve(l) }()
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

// Close takes no more requests, lets those under way be answered until ctx ends, cuts off the rest, and
// closes the accounts. Ports are free when it returns.
func (e *Endpoint) Close(ctx context.Context) error {
	var ending sync.WaitGroup
	problems := make([]error, len(e.servers))
	at := 0
	for _, server := range e.servers {
		problem := &problems[at]
		at++
		ending.Go(func() {
			if server.Shutdown(ctx) != nil {
				*problem = server.Close()
			}
		})
	}
	ending.Wait()
	problems = append(problems, e.ports.Close())
	for _, a := range e.accounts {
		problems = append(problems, a.Close())
	}
	if e.folder != nil {
		problems = append(problems, e.folder.Close())
	}
	return errors.Join(problems...)
}

// URL is where a service of an account is, or "" if it is not served.
func (e *Endpoint) URL(of engine.Service, a Account) string {
	if e.ports[of] == nil {
		return ""
	}
	return Origin(e.ports[of][0]) + "/" + a.Name
}

// Connection is the connection string of an account. Keys that someone chose stay with them.
func (e *Endpoint) Connection(a Account) string {
	key := "…"
	if a.Known() {
		key = engine.DevelopmentKey
	}
	text := "DefaultEndpointsProtocol=http;AccountName=" + a.Name + ";AccountKey=" + key + ";"
	for _, s := range Services() {
		if url := e.URL(s.Letter, a); url != "" {
			text += s.setting + "=" + url + ";"
		}
	}
	return text
}

// IsDevelopment reports whether UseDevelopmentStorage=true leads a client to the tables of the
// account.
func (e *Endpoint) IsDevelopment(a Account) bool {
	return a.Known() && e.URL(engine.Tables, a) == "http://127.0.0.1:10002/"+engine.DevelopmentName
}

// Held says where an account is and what it held when it was opened.
func (e *Endpoint) Held(a Account) string { return e.held[a.Name] }
