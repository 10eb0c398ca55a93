package remote

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options configure a Service.
type Options struct {
	Credential auth.Credential     // signs requests to tables; without a key they are sent unsigned
	Clock      func() time.Time    // the time of day, which signatures include
	Sleep      func(time.Duration) // waits
}

// Service sends a script's requests over the network. It is a runner.Target.
type Service struct {
	options Options
	client  *http.Client
}

// serviceVersion is the x-ms-version of requests that have none.
const serviceVersion = "2019-02-02"

// maxAnswer bounds what is read of one answer. Answers of a table service are much shorter.
const maxAnswer = 64 << 20

// New returns a Service. It sends each request to the host in the request's URL.
func New(o Options) *Service {
	return &Service{
		options: o,
		client: &http.Client{
			Timeout: time.Minute,
			// A redirect would carry the signature to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Do sends one request.
func (s *Service) Do(request wire.Request) (wire.Response, *trace.Trace, error) {
	request.Headers = slices.Clone(request.Headers)
	if !request.Headers.Has("x-ms-version") {
		request.Headers.Add("x-ms-version", serviceVersion)
	}
	if s.options.Credential.Key != nil {
		request.Headers.Set("x-ms-date", s.options.Clock().UTC().Format(http.TimeFormat))
		s.options.Credential.Sign(grant.Table, &request)
	}
	sent, err := http.NewRequest(request.Method, request.URL, bytes.NewReader(request.Body))
	if err != nil {
		return wire.Response{}, nil, err
	}
	for _, h := range request.Headers {
		sent.Header.Add(h.Name, h.Value)
	}
	got, err := s.client.Do(sent)
	if err != nil {
		return wire.Response{}, nil, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(io.LimitReader(got.Body, maxAnswer))
	if err != nil {
		return wire.Response{}, nil, err
	}
	return wire.Response{Status: got.StatusCode, Headers: headersOf(got), Body: body}, nil, nil
}

// transport are the headers that belong to one connection, not to the answer.
var transport = [...]string{"Connection", "Content-Length", "Date", "Keep-Alive", "Transfer-Encoding"}

// headersOf lists the headers of an answer sorted by name, without those that the transport adds. A
// Content-Length stays where it's the service's own: in the answer to HEAD, and in one with a blob.
func headersOf(got *http.Response) wire.Headers {
	var headers wire.Headers
	sized := got.Request.Method == http.MethodHead || got.Header.Get("x-ms-blob-type") != ""
	for name, values := range got.Header {
		if slices.Contains(transport[:], name) && (name != "Content-Length" || !sized) {
			continue
		}
		for _, value := range values {
			headers.Add(name, value)
		}
	}
	slices.SortStableFunc(headers, func(a, b wire.Header) int { return strings.Compare(a.Name, b.Name) })
	return headers
}

// Now returns the time of day.
func (s *Service) Now() table.Ticks { return table.TicksOf(s.options.Clock()) }

// Sleep waits.
func (s *Service) Sleep(d table.Ticks) { s.options.Sleep(d.Duration()) }
