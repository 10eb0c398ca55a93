package endpoint_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// TestCrowd: for a client beyond the bound the longest idle is closed. If none is, it's told to come again,
// on every port, and can when another has left.
func TestCrowd(t *testing.T) {
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
	ask := func(c net.Conn) *http.Response {
		t.Helper()
		_, _ = io.WriteString(c, "GET /devstoreaccount1/?comp=list HTTP/1.1\r\nHost: localhost\r\n\r\n")
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	var inside []net.Conn
	for _, s := range endpoint.Services() {
		c := dial(s.Letter)
		if inside = append(inside, c); ask(c).StatusCode == 503 {
			t.Fatalf("%s: got 503 within the bound", s.Noun)
		}
	}
	if r := ask(dial(engine.Blobs)); r.StatusCode == 503 {
		t.Fatal("the longest idle isn't closed for another client")
	}
	if _, err := inside[0].Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the longest idle: got %v", err)
	}
	if ask(inside[1]).StatusCode == 503 {
		t.Error("another idle one was closed")
	}
	time.Sleep(50 * time.Millisecond)
	inside = nil
	for range 3 { // in place of the idle ones, with half a first request each
		c := dial(engine.Tables)
		inside = append(inside, c)
		_, _ = io.WriteString(c, "GET /")
	}
	time.Sleep(50 * time.Millisecond)
	for range 40 {
		c := dial(engine.Blobs)
		if r := ask(c); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" || !r.Close {
			t.Fatalf("beyond the bound: got %d, %v", r.StatusCode, r.Header)
		}
		_ = c.Close()
	}
	_ = inside[0].Close()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		c := dial(engine.Queues)
		r := ask(c)
		_ = c.Close()
		if r.StatusCode == 200 {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the place of a client that has left is still taken")
		}
	}
}
