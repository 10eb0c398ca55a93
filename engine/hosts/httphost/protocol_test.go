package httphost_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// dial serves a fresh account and connects to it.
func dial(t *testing.T) (net.Conn, *bufio.Reader) {
	t.Helper()
	server := httptest.NewServer(handler(enginetest.New(t, nil)))
	t.Cleanup(server.Close)
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, bufio.NewReader(c)
}

// send writes lines, each ended by CR and LF.
func send(t *testing.T, c net.Conn, lines ...string) {
	t.Helper()
	if _, err := io.WriteString(c, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
		t.Fatal(err)
	}
}

func answer(t *testing.T, in *bufio.Reader, method string) (*http.Response, string) {
	t.Helper()
	r, err := http.ReadResponse(in, &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(text)
}

const (
	create = "POST /devstoreaccount1/Tables HTTP/1.1"
	asJSON = "Content-Type: application/json"
	toJSON = "Accept: application/json;odata=nometadata"
	orders = `{"TableName":"Orders"}`
)

// TestChunked: a body of unknown length, two requests on one connection, and each header once, spelled
// as the service spells it.
func TestChunked(t *testing.T) {
	c, in := dial(t)
	send(t, c, create, "Host: a", asJSON, toJSON, "Transfer-Encoding: chunked", "",
		"5", orders[:5], "11", orders[5:], "0", "")
	r, text := answer(t, in, "POST")
	if r.StatusCode != 201 || text != orders {
		t.Errorf("created: %d %s", r.StatusCode, text)
	}
	send(t, c, "GET /devstoreaccount1/Tables HTTP/1.1", "Host: a", toJSON, "")
	var head strings.Builder
	for line := ""; line != "\r\n"; {
		var err error
		if line, err = in.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		head.WriteString(line)
	}
	for _, name := range []string{
		"Cache-Control", "Content-Type", "x-ms-request-id", "x-ms-version", "Date", "Content-Length",
	} {
		if n := strings.Count(head.String(), "\n"+name+": "); n != 1 {
			t.Errorf("%s is there %d times:\n%s", name, n, head.String())
		}
	}
}

// TestContinue: a client that sends Expect: 100-continue gets that answer first.
func TestContinue(t *testing.T) {
	c, in := dial(t)
	send(t, c, create, "Host: a", asJSON, toJSON, "Content-Length: 22", "Expect: 100-continue", "")
	if line, _ := in.ReadString('\n'); line != "HTTP/1.1 100 Continue\r\n" {
		t.Fatalf("got %q", line)
	}
	_, _ = in.ReadString('\n')
	send(t, c, orders)
	if r, text := answer(t, in, "POST"); r.StatusCode != 201 || text != orders {
		t.Errorf("created: %d %s", r.StatusCode, text)
	}
}

// TestTooLargeToSend: when the announced length is too large, the body is refused without being sent.
func TestTooLargeToSend(t *testing.T) {
	for _, expect := range []string{"Expect: 100-continue", "X-None: 1"} {
		c, in := dial(t)
		send(t, c, create, "Host: a", asJSON, toJSON, "Content-Length: 4294967296", expect, "")
		r, text := answer(t, in, "POST")
		if r.StatusCode != 413 || !strings.Contains(text, `"code":"RequestBodyTooLarge"`) {
			t.Errorf("%s: got %d %s", expect, r.StatusCode, text)
		}
	}
}

// TestHTTP10: a client that sends no Host gets URLs with the address that it connected to.
func TestHTTP10(t *testing.T) {
	c, in := dial(t)
	send(t, c, "GET /devstoreaccount1/Tables HTTP/1.0", "Accept: application/json", "")
	r, text := answer(t, in, "GET")
	base := "http://" + c.RemoteAddr().String() + "/devstoreaccount1/"
	want := `{"odata.metadata":"` + base + `$metadata#Tables","value":[]}`
	if r.StatusCode != 200 || text != want || len(r.TransferEncoding) > 0 {
		t.Errorf("got %d %v %s, want %s", r.StatusCode, r.TransferEncoding, text, want)
	}
}

// TestHead: the answer to HEAD has no body, so the next thing on the connection is the next answer.
func TestHead(t *testing.T) {
	c, in := dial(t)
	for range 2 {
		send(t, c, "HEAD /devstoreaccount1/Tables HTTP/1.1", "Host: a", toJSON, "")
		if r, text := answer(t, in, "HEAD"); r.StatusCode != 405 || text != "" {
			t.Errorf("got %d %q", r.StatusCode, text)
		}
	}
}

func TestBrokenBody(t *testing.T) {
	for name, lines := range map[string][]string{
		"chunk":  {"Transfer-Encoding: chunked", "", "zz", orders, "0", ""},
		"length": {"Content-Length: 100", "", orders},
	} {
		t.Run(name, func(t *testing.T) {
			c, in := dial(t)
			send(t, c, append([]string{create, "Host: a", asJSON, toJSON}, lines...)...)
			if err := c.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
			if r, text := answer(t, in, "POST"); r.StatusCode != 400 {
				t.Errorf("got %d %s", r.StatusCode, text)
			}
		})
	}
}

// TestWatch: Watch sees each answer as it will be sent, preflights included.
func TestWatch(t *testing.T) {
	var seen []httphost.Exchange
	endpoint := &httphost.Endpoint{
		Service: grant.Table, Fallback: openTo(t, "*"),
		Watch: func(x httphost.Exchange) { seen = append(seen, x) },
	}
	ask(endpoint, "GET", "a", "/devstoreaccount1/Tables")
	ask(endpoint, "OPTIONS", "a", "/devstoreaccount1/Tables",
		"Origin", page, "Access-Control-Request-Method", "PUT")
	if len(seen) != 2 {
		t.Fatalf("saw %d exchanges", len(seen))
	}
	type line struct {
		url       string
		operation string
		status    int
		billed    int
	}
	for i, want := range []line{
		{"http://a/devstoreaccount1/Tables", "QueryTables", 200, 1},
		{"http://a/devstoreaccount1/Tables", "Preflight", 200, 1},
	} {
		x := seen[i]
		got := line{x.Request.URL, x.Trace.Operation, x.Response.Status, x.Trace.Cost.Transactions}
		if got != want {
			t.Errorf("saw %v, want %v", got, want)
		}
	}
	if !seen[1].Response.Headers.Has("Access-Control-Allow-Origin") {
		t.Error("the answer seen is not the one sent")
	}
}
