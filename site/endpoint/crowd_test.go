package endpoint_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// TestCrowd: for a client beyond the bound the longest idle is closed. If none is, it's told to come again,
// on every port, and can when another has left.
func TestCrowd(t *testing.T) {
	// The server notices a while later that a client is idle or has left, and how long that is nobody knows.
	var wrong error
	for pause := 50 * time.Millisecond; pause < 10*time.Second; pause *= 5 {
		if wrong = crowded(t, pause); wrong == nil {
			return
		}
	}
	t.Error(wrong)
}

// pipes is a port whose clients are of this process.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	c, open := <-p
	if !open {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p pipes) Close() error { close(p); return nil }

// TestCrowdOfSilent: clients that connect and send no request, or half of its headers, keep nobody out for
// long, and a server that ends doesn't wait for them.
func TestCrowdOfSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		crowd, port := endpoint.NewCrowd(2), make(pipes)
		server := &http.Server{Handler: http.NotFoundHandler(), ConnState: crowd.Watch}
		go func() { _ = server.Serve(crowd.Listener(port)) }()
		dial := func(text string) net.Conn {
			near, far := net.Pipe()
			if port <- far; text != "" {
				_, _ = io.WriteString(near, text)
			}
			return near
		}
		status := func(c net.Conn) int {
			r, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				return 0
			}
			return r.StatusCode
		}
		silent, half := dial(""), dial("GET / HTTP/1.1\r\nHost")
		if got := status(dial("")); got != 503 {
			t.Errorf("before they could have asked: got %d", got)
		}
		time.Sleep(2 * time.Second)
		const whole = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
		if got := status(dial(whole)); got != 404 {
			t.Errorf("in place of a silent client: got %d", got)
		}
		if got := status(silent); got != 0 {
			t.Errorf("the silent client: got %d", got)
		}
		began := time.Now()
		crowd.End()
		if err := server.Shutdown(t.Context()); err != nil || time.Since(began) > time.Second {
			t.Errorf("the server waits %s, %v", time.Since(began), err)
		}
		if got := status(half); got != 0 {
			t.Errorf("the client with half a request: got %d", got)
		}
	})
}

// crowded says what isn't so when the server has a while to notice what its clients do.
func crowded(t *testing.T, pause time.Duration) error {
	t.Helper()
	e := open(t, "", endpoint.Options{Unsigned: true, Crowd: endpoint.NewCrowd(3)})
	dial := func(of engine.Service) net.Conn {
		t.Helper()
		address, _, _ := strings.Cut(strings.TrimPrefix(e.URL(of, endpoint.Account{}), "http://"), "/")
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		return c
	}
	// The status of the answer, or 0 for a client that is closed without one.
	ask := func(c net.Conn) int {
		_, _ = io.WriteString(c, "GET /devstoreaccount1/?comp=list HTTP/1.1\r\nHost: localhost\r\n\r\n")
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return 0
		}
		if r.StatusCode == 503 && (r.Header.Get("Retry-After") == "" || !r.Close) {
			t.Errorf("beyond the bound: got %v", r.Header)
		}
		return r.StatusCode
	}
	refused := func(status int) bool { return status == 0 || status == 503 }
	var inside []net.Conn
	for _, s := range endpoint.Services() {
		c := dial(s.Letter)
		if inside = append(inside, c); refused(ask(c)) {
			return fmt.Errorf("%s: refused within the bound", s.Noun)
		}
		time.Sleep(pause)
	}
	if refused(ask(dial(engine.Blobs))) {
		return errors.New("the longest idle isn't closed for another client")
	}
	_ = inside[0].SetReadDeadline(time.Now().Add(pause))
	if _, err := inside[0].Read(make([]byte, 1)); err != io.EOF {
		return fmt.Errorf("the longest idle: got %w", err)
	}
	if refused(ask(inside[1])) {
		return errors.New("another idle one was closed")
	}
	time.Sleep(pause)
	inside = nil
	for range 3 { // in place of the idle ones, with half a request each
		c, _ := under(t, e)
		inside = append(inside, c)
		time.Sleep(pause)
	}
	for range 40 {
		c := dial(engine.Blobs)
		if got := ask(c); got != 503 {
			return fmt.Errorf("beyond the bound: got %d", got)
		}
		_ = c.Close()
	}
	_ = inside[0].Close()
	time.Sleep(pause)
	if refused(ask(dial(engine.Queues))) {
		return errors.New("the place of a client that has left is still taken")
	}
	return nil
}
