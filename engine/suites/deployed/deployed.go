package deployed

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// The service addresses of the account devstoreaccount1, as a Worker with a domain of its own has them. A
// client for queues or blobs reads names out of URLs, and expects the account in the host. That for tables
// finds the secondary by adding to the path.
const (
	Tables = "https://rowkey.test/devstoreaccount1"
	Queues = "https://devstoreaccount1.queue.rowkey.test"
	Blobs  = "https://devstoreaccount1.blob.rowkey.test"
)

// Worker sends requests to the Worker, whatever host they are for. It is a transport for the official
// clients.
type Worker struct {
	URL    string // of its tables, without TLS
	client *http.Client
}

// T is what a test brings.
type T interface {
	Helper()
	Fatal(...any)
}

// Find returns the Worker that ROWKEY_WORKER names, or nil. Its account is empty.
func Find(t T) *Worker {
	t.Helper()
	address := os.Getenv("ROWKEY_WORKER")
	if address == "" {
		return nil
	}
	w := &Worker{URL: address + "/devstoreaccount1", client: &http.Client{
		Timeout: time.Minute,
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", strings.TrimPrefix(address, "http://"))
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if err := w.Tell("empty"); err != nil {
		t.Fatal(err)
	}
	return w
}

// Do sends a request as Cloudflare's network would: the Worker sees the scheme and the host that the client
// used.
func (w *Worker) Do(r *http.Request) (*http.Response, error) {
	sent := r.Clone(r.Context())
	sent.Header.Set("X-Forwarded-Proto", sent.URL.Scheme)
	sent.URL.Scheme = "http"
	return w.client.Do(sent)
}

// Tell has the Worker do one of the things that failing.mjs lists.
func (w *Worker) Tell(what string) error {
	_, err := w.send(wire.Request{Method: "GET", URL: w.URL + "/Tables"}, what)
	return err
}

// Send signs a request to tables and sends it. The Worker answers as if it were now, in milliseconds.
func (w *Worker) Send(request wire.Request, now time.Time) (wire.Response, error) {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		return wire.Response{}, err
	}
	request.Headers = slices.Clone(request.Headers)
	request.Headers.Set("x-ms-date", now.UTC().Format(http.TimeFormat))
	auth.Credential{Account: auth.DevelopmentAccount, Key: key}.Sign(grant.Table, &request)
	return w.send(request, "at "+strconv.FormatInt(now.UnixMilli(), 10))
}

func (w *Worker) send(request wire.Request, what string) (wire.Response, error) {
	sent, err := http.NewRequest(request.Method, request.URL, bytes.NewReader(request.Body))
	if err != nil {
		return wire.Response{}, err
	}
	sent.Header.Set("X-Test", what)
	for _, h := range request.Headers {
		sent.Header.Add(h.Name, h.Value)
	}
	got, err := w.Do(sent)
	if err != nil {
		return wire.Response{}, err
	}
	defer got.Body.Close()
	answer := wire.Response{Status: got.StatusCode}
	for name, values := range got.Header {
		for _, value := range values {
			answer.Headers.Add(name, value)
		}
	}
	answer.Body, err = io.ReadAll(got.Body)
	return answer, err
}
