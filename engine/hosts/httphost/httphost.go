package httphost

import (
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Doer answers requests to the services of an account; an engine.Account is one.
type Doer interface {
	Do(to grant.Service, r wire.Request) (wire.Response, trace.Trace)
}

// Gate is a Doer that judges senders before their bodies arrive; an engine.Account is one.
type Gate interface {
	Doer
	Admit(to grant.Service, r wire.Request) (refusal wire.Response, ok bool)
	Busy(to grant.Service, r wire.Request) wire.Response
}

// Accounts are what an endpoint serves, by their names. Its methods are called by many requests at a time.
type Accounts interface {
	Named(name string) (Doer, bool)
	// Make makes the account that a path names and that there isn't yet, if a request may.
	Make(name string) (Doer, bool)
}

// Endpoint serves one service of some accounts. URLs in answers begin with the scheme and host that the
// client used. Don't change its fields while it serves.
type Endpoint struct {
	Service  grant.Service
	Accounts Accounts       // nil for none besides Fallback
	Fallback Doer           // answers requests that name none of them, usually by refusing
	MaxBody  int64          // bytes; 0 for the limit of the table service
	Watch    func(Exchange) // called with each answer before it's sent; nil for none
	Room     *Room          // for the bodies under way, shared with other endpoints; nil for no limit
	Patience time.Duration  // how long a client may take too long over a body; 0 for no limit

	oversizeOnce sync.Once
	oversize     wire.Request // its body stands in for each one over the limit; never written to
}

// Exchange is one request and its answer.
type Exchange struct {
	Request  wire.Request
	Response wire.Response
	Trace    trace.Trace
}

// ServeHTTP answers one request.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req := request(r)
	account := e.account(req.URL)
	in := intake{endpoint: e, to: account, w: w}
	defer in.release()
	refusal, err := in.read(r, &req)
	var response wire.Response
	var tr trace.Trace
	switch {
	case err != nil:
		http.Error(w, "the request body could not be read", http.StatusBadRequest)
		return
	case refusal != nil:
		w.Header().Set("Connection", "close") // what is left of the body isn't read
		response = *refusal
	default:
		response, tr = account.Do(e.Service, req)
	}
	if e.Watch != nil {
		e.Watch(Exchange{req, response, tr})
	}
	if response.Status == 0 {
		panic(http.ErrAbortHandler) // closes the connection
	}
	in.extend((*http.ResponseController).SetWriteDeadline, 0)
	in.write(response)
}

func request(r *http.Request) wire.Request {
	url := r.RequestURI
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	if strings.HasPrefix(url, "/") {
		url = scheme + host(r) + url
	} else if _, rest, absolute := strings.Cut(url, "://"); absolute { // as sent to a proxy
		url = scheme + rest // the connection decides the scheme, not the client
	}
	req := wire.Request{Method: r.Method, URL: url, Headers: make(wire.Headers, 0, len(r.Header)),
		Segmented: true, Sender: r.Context()}
	req.Address, _, _ = net.SplitHostPort(r.RemoteAddr)
	for name, values := range r.Header {
		for _, value := range values {
			req.Headers.Add(name, value)
		}
	}
	return req
}

// host is what the client called this server. An HTTP/1.0 client can leave out the Host header; then it's
// the address that the client connected to.
func host(r *http.Request) string {
	if r.Host != "" {
		return r.Host
	}
	if here, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		return here.String()
	}
	return "localhost"
}

func (in *intake) write(response wire.Response) {
	w := in.w
	header, values := w.Header(), make([]string, len(response.Headers))
	for i, h := range response.Headers {
		// Header.Add would write x-ms-version as X-Ms-Version, which isn't how the service spells it.
		if before, found := header[h.Name]; found {
			header[h.Name] = append(before, h.Value)
			continue
		}
		values[i] = h.Value
		header[h.Name] = values[i : i+1 : i+1]
	}
	if response.Size() > 0 && !response.Headers.Has("Content-Type") {
		header["Content-Type"] = nil // or net/http would guess one
	}
	w.WriteHeader(response.Status)
	if _, err := w.Write(response.Body); err != nil || len(response.Segments) == 0 {
		return // the client may have disconnected
	}
	if keeps, ok := w.(interface{ WriteSegments([]string) }); ok {
		keeps.WriteSegments(response.Segments)
		return
	}
	_ = in.writeSegments(w, response.Segments)
}

// writeSegments writes the rest of a long body. They are strings that the account keeps, so nothing but the
// part that is being written is copied.
func (in *intake) writeSegments(w io.Writer, segments []string) error {
	part := make([]byte, writePart)
	for _, s := range segments {
		for s != "" {
			n := copy(part, s)
			in.extend((*http.ResponseController).SetWriteDeadline, 0)
			if _, err := w.Write(part[:n]); err != nil {
				return err
			}
			s = s[n:]
		}
	}
	return nil
}

// writePart is how much of a long body is written at once.
const writePart = 256 << 10
