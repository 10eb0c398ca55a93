package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
	"github.com/rowkey/rowkey/site/entry"
)

// patience is how long requests in progress may take once the server has been asked to stop.
const patience = 10 * time.Second

// serveOptions are the flags of rowkey serve.
type serveOptions struct {
	endpoint.Options
	site     string
	control  string                     // the address of the control interface; "" for none
	inForce  []string                   // what was asked for of the Control, such as "pages: short"
	services map[engine.Service]*string // the address of each; "" for none

	identity  string // where programs get tokens; "" for nowhere
	authority string // the file of the authority that a certificate of our own is from
	seeding   *seeding
	azurite   bool // say what Azurite says
	pageless  bool // there's no site, because its sources aren't here
	attached  bool // end when the standard input does
}

// serves reports whether any service has an address.
func (o serveOptions) serves() bool {
	for _, address := range o.services {
		if *address != "" {
			return true
		}
	}
	return false
}

func serveCommand(c console, args []string) int {
	o, code, ok := readServeFlags(c, args)
	if !ok {
		return code
	}
	return serve(c, o)
}

// serve serves until the program is asked to end, and returns its exit code.
func serve(c console, o serveOptions) int {
	asked, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	if o.attached {
		ended, end := context.WithCancel(asked)
		asked = ended
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			end()
		}()
	}
	s := newServing(c, o)
	started := make(chan error, 1)
	go func() { started <- s.start() }()
	var err error
	select {
	case err = <-started:
	case <-asked.Done():
		return exitOK // nothing has been answered yet, and journals are only read
	}
	if err == nil {
		select {
		case err = <-s.failed:
		case <-asked.Done():
			release() // from now on a signal ends the process at once
			fmt.Fprintln(c.out, "\nfinishing requests in progress; press Ctrl+C again to stop at once")
		}
	}
	if err = errors.Join(err, s.stop()); err != nil {
		return c.fail(err)
	}
	return exitOK
}

// serving is what rowkey serve has started: the site, the endpoint, or both.
type serving struct {
	console console
	options serveOptions
	failed  chan error // receives the error that ends serving
	stop    func() error

	ports    []net.Listener
	site     *http.Server
	control  *http.Server // of the control interface
	identity *http.Server // nil if programs get no tokens here
	endpoint *endpoint.Endpoint
	log      *endpoint.Log
	crowd    *endpoint.Crowd    // of the site and the endpoint together
	ended    chan struct{}      // is closed when serving ends
	done     context.CancelFunc // ends the streams of the site
}

func newServing(c console, o serveOptions) *serving {
	s := &serving{console: c, options: o, failed: make(chan error, 2), crowd: endpoint.NewCrowd(0)}
	s.ended = make(chan struct{})
	s.stop = sync.OnceValue(s.close)
	return s
}

// start opens the ports, the site's first, because the endpoint allows calls from its origin.
func (s *serving) start() error {
	if s.options.site == "" {
		return s.startEndpoint("")
	}
	root, err := findRoot()
	if err != nil {
		return err
	}
	port, err := listen(s.options.site)
	if err != nil {
		return err
	}
	s.ports = append(s.ports, port)
	if err := s.startEndpoint(endpoint.Origin(port)); err != nil {
		return err
	}
	s.startSite(root, port)
	return nil
}

// startEndpoint serves the accounts. Beside the site a service whose port can't be opened is reported and
// left out; without the site it is an error.
func (s *serving) startEndpoint(origin string) error {
	ports, err := s.openPorts()
	switch {
	case err != nil && origin == "":
		return errors.Join(err, ports.Close())
	case err != nil:
		s.console.fail(err)
	}
	if len(ports) == 0 {
		return nil
	}
	o := s.options.Options
	o.Report, o.Crowd = func(err error) { s.console.fail(err) }, s.crowd
	if origin != "" {
		s.log = endpoint.NewLog()
		o.Log, o.Origins = s.log, append(o.Origins, origin)
	}
	if s.endpoint, err = endpoint.Open(ports, o); err != nil {
		return err
	}
	if err := s.startIdentity(); err != nil {
		return err
	}
	s.announce(origin)
	if err := s.startControl(); err != nil {
		return err
	}
	go s.report(s.endpoint.Serve)
	if o.Seed != nil && !s.options.attached { // tests have one seed to their end
		go s.watchSeed()
	}
	return nil
}

// openPorts opens the ports of the services. Its error joins those of ports that can't be opened.
func (s *serving) openPorts() (endpoint.Ports, error) {
	ports := endpoint.Ports{}
	var problems []error
	for _, service := range endpoint.Services() {
		address := *s.options.services[service.Letter]
		if address == "" {
			continue
		}
		listeners, err := endpoint.Listen(address)
		switch {
		case errors.Is(err, syscall.EADDRINUSE):
			problems = append(problems, fmt.Errorf("%[1]s are not served: another program uses %[2]s; "+
				"choose another address with -%[1]s, or none with -%[1]s \"\"", service.Noun, address))
		case err != nil:
			problems = append(problems, fmt.Errorf("%[1]s are not served: %[2]w; choose another address with -%[1]s",
				service.Noun, err))
		default:
			ports[service.Letter] = listeners
		}
	}
	return ports, errors.Join(problems...)
}

// announce prints where the accounts are and who may use them.
func (s *serving) announce(origin string) {
	if s.options.azurite {
		s.announceAsAzurite()
		return
	}
	out := s.console.out
	for _, a := range s.options.Accounts {
		fmt.Fprintf(out, "account %s, %s\n", a.Name, s.endpoint.Summary(a))
		for _, service := range endpoint.Services() {
			if url := s.endpoint.URL(service.Letter, a); url != "" {
				fmt.Fprintf(out, "  %s at %s\n", service.Noun, url)
			}
		}
	}
	if s.options.Unsigned {
		fmt.Fprintln(out, "requests without a signature are accepted; signatures are still checked")
	} else {
		fmt.Fprintln(out, "requests without a signature are refused; accept them with -unsigned, "+
			"or mint tokens with rowkey sas")
	}
	s.announceIdentity()
	if s.options.pageless {
		fmt.Fprintln(out, "there are no pages: ./build.sh serve in a copy of the repository has them")
	}
	if origin != "" {
		fmt.Fprintf(out, "watch the requests at %s%s\n", origin, entry.RequestsPath)
	}
}

// report calls serve and sends its error to failed, unless it ends because of stop.
func (s *serving) report(serve func() error) {
	if err := serve(); !errors.Is(err, http.ErrServerClosed) {
		s.failed <- err
	}
}

// close waits for requests in progress, closes the accounts and frees the ports. stop calls it only once.
func (s *serving) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	close(s.ended)
	var problems []error
	if s.endpoint != nil {
		problems = append(problems, s.endpoint.Close(ctx))
	}
	if s.control != nil {
		problems = append(problems, s.control.Close())
	}
	if s.identity != nil {
		problems = append(problems, s.identity.Close())
	}
	s.crowd.End()
	if s.site != nil {
		s.done()
		if err := s.site.Shutdown(ctx); err != nil {
			problems = append(problems, s.site.Close())
		}
	}
	for _, port := range s.ports {
		_ = port.Close() // it may be closed already
	}
	return errors.Join(problems...)
}

// listen opens a port. Its errors say how to choose another.
func listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program uses %s; "+
			"choose another address with -addr, such as -addr 127.0.0.1:8081", address)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w; change it with -addr", address, err)
	}
	return listener, nil
}
