package endpoint

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/control"
)

// Control breaks on request what an endpoint does. It's an HTTP handler, for a port of its own: the control
// interface.
type Control struct {
	*control.Control

	endpoint *Endpoint // once that's open
	watches  watches
	end      func() // is called when the endpoint ends, so that nobody waits any longer
}

// NewControl returns a Control that changes nothing yet.
func NewControl() *Control {
	c := &Control{}
	c.Control, c.end = engine.NewControl(c.reach, "accounts", "watch")
	return c
}

// reach asks every port, and returns why one doesn't answer. A preflight isn't logged, and no rule is for it.
func (c *Control) reach() error {
	client := http.Client{Timeout: time.Second, Transport: &http.Transport{
		DisableKeepAlives: true, Proxy: nil,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // it's this process
	}}
	for _, s := range Services() {
		for _, port := range c.endpoint.ports[s.Letter] {
			url := c.endpoint.origin(port)
			request, err := http.NewRequest(http.MethodOptions, url, nil)
			if err != nil {
				return err
			}
			response, err := client.Do(request)
			if err != nil {
				return fmt.Errorf("the %s don't answer at %s", s.Noun, url)
			}
			_ = response.Body.Close()
		}
	}
	return nil
}

// maxControl is the longest body of a request to the control interface.
const maxControl = 1 << 20

// ServeHTTP answers a request to the control interface. A page can't send any, because it could do whatever
// it liked to the accounts: neither as itself nor under a name of its own that leads to this machine.
func (c *Control) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	site := r.Header.Get("Sec-Fetch-Site")
	if r.Header.Get("Origin") != "" || site != "" && site != "none" {
		http.Error(w, "no page can use the control interface", http.StatusForbidden)
		return
	}
	if !loopback(hostname(r.Host)) {
		http.Error(w, "the control interface is called 127.0.0.1 or localhost", http.StatusMisdirectedRequest)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxControl))
	if err != nil {
		http.Error(w, "the body can't be read, or is too long", http.StatusRequestEntityTooLarge)
		return
	}
	status, answer := 0, []byte(nil)
	switch name, path, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/"); name {
	case "accounts":
		status, answer = c.handleAccounts(r.Method, path, r.URL.Query())
	case "watch":
		status, answer = c.watches.handle(r.Method, path, string(body))
	default:
		status, answer = c.Handle(r.Method, r.URL.Path, string(body))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(answer)
}

// Server returns the server of the control interface.
func (c *Control) Server() *http.Server {
	return &http.Server{
		Handler: c, ReadHeaderTimeout: HeaderTimeout, IdleTimeout: IdleTimeout,
		MaxHeaderBytes: maxHeaders,
	}
}

// loopback reports whether a name or an address is this machine's for itself alone.
func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// CheckLoopback returns an error for an address that other machines could reach.
func CheckLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if !loopback(host) {
		return fmt.Errorf("other machines could reach %s: take 127.0.0.1 or [::1]", address)
	}
	return nil
}
