package httphost

import (
	"io"
	"net/http"
	"strings"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Doer answers requests; an engine.Engine is one.
type Doer interface {
	Do(wire.Request) (wire.Response, trace.Trace)
}

// Handler serves d. The base of URLs in answers is the scheme and host the client used.
func Handler(d Doer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// One byte past the limit is enough for the engine to refuse the body as too large.
		body, err := io.ReadAll(io.LimitReader(r.Body, table.MaxBodySize+1))
		if err != nil {
			http.Error(w, "the request body could not be read", http.StatusBadRequest)
			return
		}
		response, _ := d.Do(request(r, body))
		write(w, response)
	})
}

func request(r *http.Request, body []byte) wire.Request {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	url := r.RequestURI
	if strings.HasPrefix(url, "/") { // a proxy's client sends the whole URL
		url = scheme + r.Host + url
	}
	req := wire.Request{Method: r.Method, URL: url, Body: body}
	for name, values := range r.Header {
		for _, value := range values {
			req.Headers.Add(name, value)
		}
	}
	return req
}

func write(w http.ResponseWriter, response wire.Response) {
	for _, h := range response.Headers {
		// Add would write the service's x-ms-version as X-Ms-Version.
		w.Header()[h.Name] = append(w.Header()[h.Name], h.Value)
	}
	w.WriteHeader(response.Status)
	_, _ = w.Write(response.Body) // a client that has gone away needs no answer
}
