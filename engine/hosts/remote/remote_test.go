package remote_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/remote"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

func service(t *testing.T) (*remote.Service, auth.Credential) {
	t.Helper()
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	own := auth.Credential{Account: auth.DevelopmentAccount, Key: key}
	return remote.New(remote.Options{
		Credential: own,
		Clock:      func() time.Time { return time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC) },
	}), own
}

// TestDo: a request arrives unchanged except for its date and signature, and so does the answer.
func TestDo(t *testing.T) {
	s, own := service(t)
	var got wire.Request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = wire.Request{Method: r.Method, URL: "http://" + r.Host + r.RequestURI, Body: body}
		for name, values := range r.Header {
			got.Headers.Add(name, values[0])
		}
		w.Header().Set("ETag", "x")
		w.WriteHeader(http.StatusConflict)
		_, _ = io.WriteString(w, "taken")
	}))
	defer server.Close()
	sent := wire.Request{
		Method: "MERGE", URL: server.URL + "/a/T(PartitionKey='%27%2F',RowKey='')?x=%20", Body: []byte("{}"),
	}
	sent.Headers.Add("If-Match", "*")
	answer, tr, err := s.Do(sent)
	if err != nil || tr != nil {
		t.Fatalf("trace %v, error %v", tr, err)
	}
	match := got.Headers.Get("If-Match")
	if got.Method != "MERGE" || got.URL != sent.URL || string(got.Body) != "{}" || match != "*" {
		t.Errorf("arrived: %+v", got)
	}
	if date := got.Headers.Get("x-ms-date"); date != "Fri, 20 Nov 2026 10:00:00 GMT" {
		t.Errorf("dated %q", date)
	}
	if version := got.Headers.Get("x-ms-version"); version != "2019-02-02" {
		t.Errorf("version %q", version)
	}
	if err := own.Verify(grant.Table, got); err != nil {
		t.Errorf("not signed: %v", err)
	}
	if len(sent.Headers) != 1 {
		t.Errorf("the request of the caller has been changed: %v", sent.Headers)
	}
	if answer.Status != 409 || string(answer.Body) != "taken" || answer.Headers.Get("ETag") != "x" {
		t.Errorf("answer %+v", answer)
	}
	if answer.Headers.Has("Date") || answer.Headers.Has("Content-Length") {
		t.Errorf("headers of the transport: %v", answer.Headers)
	}
}

// Without a key a request is sent unsigned, for scripts that sign their own or send none.
func TestDoUnsigned(t *testing.T) {
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r.Header
	}))
	defer server.Close()
	if _, _, err := remote.New(remote.Options{}).Do(wire.Request{Method: "GET", URL: server.URL}); err != nil {
		t.Fatal(err)
	}
	if got.Get("Authorization") != "" || got.Get("x-ms-date") != "" {
		t.Errorf("sent with %v", got)
	}
}

// The answer to HEAD has a Content-Length and no body.
func TestDoHead(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "7")
	}))
	defer server.Close()
	answer, _, err := remote.New(remote.Options{}).Do(wire.Request{Method: "HEAD", URL: server.URL})
	if err != nil || answer.Headers.Get("Content-Length") != "7" || len(answer.Body) > 0 {
		t.Errorf("%+v, %v", answer, err)
	}
}

// A redirect is returned and not followed, because following it would send the signature to another host.
func TestDoFollowsNoRedirect(t *testing.T) {
	s, _ := service(t)
	server := httptest.NewServer(http.RedirectHandler("http://127.0.0.1:1/", http.StatusTemporaryRedirect))
	defer server.Close()
	answer, _, err := s.Do(wire.Request{Method: "GET", URL: server.URL})
	if err != nil || answer.Status != 307 {
		t.Errorf("status %d, error %v", answer.Status, err)
	}
}

// A connection that is refused is an error.
func TestDoRefused(t *testing.T) {
	s, _ := service(t)
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	if answer, _, err := s.Do(wire.Request{Method: "GET", URL: server.URL}); err == nil {
		t.Errorf("answer %+v", answer)
	}
}
