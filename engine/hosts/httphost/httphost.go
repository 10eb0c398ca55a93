package httphost

import (
	"cmp"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Doer answers requests to the services of an account; an engine.Account is one.
type Doer interface {
	Do(to grant.Service, r wire.Request) (wire.Response, trace.Trace)
}

// Endpoint serves one service of some accounts. The base of URLs in answers is the scheme and host that
// the client used. Its fields don't change while it serves.
type Endpoint struct {
	Service  grant.Service
	Accounts map[string]Doer // by the name of the account
	Fallback Doer            // answers what names none of them, and so refuses it
	MaxBody  int64           // bytes; 0 for what the table service takes
	Watch    func(Exchange)  // is given each answer before the client is; nil for nobody
}

// Exchange is one request and what came of it.
type Exchange struct {
	Request  wire.Request
	Response wire.Response
	Trace    trace.Trace
}

// ServeHTTP answers one request.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := e.read(r)
	if err != nil {
		http.Error(w, "the request body could not be read", http.StatusBadRequest)
		return
	}
	x := Exchange{Request: request(r, body)}
	x.Response, x.Trace = e.account(x.Request.URL).Do(e.Service, x.Request)
	if e.Watch != nil {
		e.Watch(x)
	}
	write(w, x.Response)
}

// read returns the body. One byte past the limit is enough for the engine to refuse it as too large;
// of a body that announces itself as too large nothing is read at all, nor is it asked for.
func (e *Endpoint) read(r *http.Request) ([]byte, error) {
	limit := cmp.Or(e.MaxBody, table.MaxBodySize)
	switch {
	case r.ContentLength > limit:
		return make([]byte, limit+1), nil
	case r.ContentLength >= 0:
		body := make([]byte, r.ContentLength)
		_, err := io.ReadFull(r.Body, body)
		return body, err
	default:
		return io.ReadAll(io.LimitReader(r.Body, limit+1))
	}
}

func request(r *http.Request, body []byte) wire.Request {
	url := r.RequestURI
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	if strings.HasPrefix(url, "/") {
		url = scheme + host(r) + url
	} else if _, rest, whole := strings.Cut(url, "://"); whole { // as a proxy's client sends it
		url = scheme + rest // what it says of the scheme proves nothing
	}
	req := wire.Request{Method: r.Method, URL: url, Body: body, Headers: make(wire.Headers, 0, len(r.Header))}
	req.Address, _, _ = net.SplitHostPort(r.RemoteAddr)
	for name, values := range r.Header {
		for _, value := range values {
			req.Headers.Add(name, value)
		}
	}
	return req
}

// host is what the client called this server. One that speaks HTTP/1.0 need not call it anything.
func host(r *http.Request) string {
	if r.Host != "" {
		return r.Host
	}
	if here, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return here.String()
	}
	return "localhost"
}

func write(w http.ResponseWriter, response wire.Response) {
	for _, h := range response.Headers {
		// Add would write the service's x-ms-version as X-Ms-Version.
		w.Header()[h.Name] = append(w.Header()[h.Name], h.Value)
	}
	w.WriteHeader(response.Status)
	_, _ = w.Write(response.Body) // a client that has gone away needs no answer
}
