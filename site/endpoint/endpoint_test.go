package endpoint_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/site/endpoint"
)

// open serves accounts on ports that the system chooses, until the test ends.
func open(t *testing.T, accounts string, o endpoint.Options) *endpoint.Endpoint {
	t.Helper()
	var err error
	if o.Accounts, err = endpoint.ParseAccounts(accounts); err != nil {
		t.Fatal(err)
	}
	e, err := endpoint.Open(ports(t), o)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- e.Serve() }()
	t.Cleanup(func() {
		_ = e.Close(t.Context()) // the test may have closed it
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serving ended with %v", err)
		}
	})
	return e
}

// ports opens a port for every service, which the system chooses.
func ports(t *testing.T) endpoint.Ports {
	t.Helper()
	all := endpoint.Ports{}
	for _, s := range endpoint.Services() {
		listeners, err := endpoint.Listen("127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		all[s.Letter] = listeners
	}
	return all
}

// TestKeys: each account accepts signatures made with either of its keys, but not with another account's.
func TestKeys(t *testing.T) {
	const accounts = "contoso:b25l:dHdv;fabrikam:dGhyZWU="
	e := open(t, accounts, endpoint.Options{})
	for _, test := range []struct{ account, key, code string }{
		{"contoso", "b25l", ""},
		{"contoso", "dHdv", ""},
		{"contoso", "dGhyZWU=", "AuthenticationFailed"},
		{"fabrikam", "dGhyZWU=", ""},
		{"fabrikam", "b25l", "AuthenticationFailed"},
		{"tailwind", "b25l", "AuthenticationFailed"},
	} {
		connection := "DefaultEndpointsProtocol=http;AccountName=" + test.account + ";AccountKey=" + test.key +
			";TableEndpoint=" + e.URL(engine.Tables, endpoint.Account{Name: test.account}) + ";"
		client, err := aztables.NewServiceClientFromConnectionString(connection, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.NewListTablesPager(nil).NextPage(context.Background())
		code := ""
		if refused, ok := errors.AsType[*azcore.ResponseError](err); ok {
			code = refused.ErrorCode
		}
		if code != test.code || (err != nil) != (code != "") {
			t.Errorf("%s with %s: got %v, want %q", test.account, test.key, err, test.code)
		}
	}
}

// TestLoopback: localhost can mean the IPv4 or the IPv6 address, so both work.
func TestLoopback(t *testing.T) {
	e := open(t, "", endpoint.Options{Unsigned: true})
	_, port, _ := strings.Cut(strings.TrimPrefix(e.URL(engine.Tables, endpoint.Account{}), "http://127.0.0.1"), ":")
	hosts := []string{"127.0.0.1", "localhost"}
	if six, err := net.Listen("tcp", "[::1]:0"); err == nil {
		_ = six.Close()
		hosts = append(hosts, "[::1]")
	}
	for _, host := range hosts {
		r, err := http.Get("http://" + host + ":" + port + "devstoreaccount1/Tables?$format=application/json")
		if err != nil {
			t.Errorf("%s: %v", host, err)
			continue
		}
		_ = r.Body.Close()
		if r.StatusCode != 200 {
			t.Errorf("%s: got %d", host, r.StatusCode)
		}
	}
}

func TestListen(t *testing.T) {
	ports, err := endpoint.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		for _, port := range ports {
			_ = port.Close()
		}
	}()
	if _, err := endpoint.Listen(ports[0].Addr().String()); err == nil {
		t.Error("a port was opened twice")
	}
}

// TestOrigin: the address that is printed works for clients, whatever address the port listens on.
func TestOrigin(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "0.0.0.0:0", ":0"} {
		ports, err := endpoint.Listen(address)
		if err != nil {
			t.Fatal(err)
		}
		_, number, _ := net.SplitHostPort(ports[0].Addr().String())
		if got, want := endpoint.Origin(ports[0]), "http://127.0.0.1:"+number; got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
		for _, port := range ports {
			_ = port.Close()
		}
	}
}

// under starts a request and returns when the endpoint has asked for its body.
func under(t *testing.T, e *endpoint.Endpoint) (net.Conn, *bufio.Reader) {
	t.Helper()
	address, _, _ := strings.Cut(strings.TrimPrefix(e.URL(engine.Tables, endpoint.Account{}), "http://"), "/")
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_, err = io.WriteString(c, "POST /devstoreaccount1/Tables HTTP/1.1\r\nHost: localhost\r\n"+
		"Content-Type: application/json\r\nAccept: application/json\r\n"+
		"Content-Length: 22\r\nExpect: 100-continue\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	if line, err := in.ReadString('\n'); !strings.Contains(line, "100 Continue") || err != nil {
		t.Fatalf("got %q, %v", line, err)
	}
	_, _ = in.ReadString('\n')
	return c, in
}

// TestClose: requests in progress are answered, new ones are not accepted, and the ports are free.
func TestClose(t *testing.T) {
	e := open(t, "", endpoint.Options{Unsigned: true})
	c, in := under(t, e)
	closed := make(chan error, 1)
	go func() { closed <- e.Close(context.Background()) }()
	address := c.RemoteAddr().String()
	for {
		more, err := net.Dial("tcp", address)
		if err != nil {
			break // closing has begun
		}
		_ = more.Close()
	}
	if _, err := io.WriteString(c, `{"TableName":"Orders"}`); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(in, nil)
	if err != nil || r.StatusCode != 201 {
		t.Fatalf("the request in progress: got %v, %v", r, err)
	}
	if err := <-closed; err != nil {
		t.Errorf("closing: %v", err)
	}
	free, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	_ = free.Close()
}

// TestCloseInTime: Close stops waiting for a client that never sends its body when ctx ends.
func TestCloseInTime(t *testing.T) {
	e := open(t, "", endpoint.Options{Unsigned: true})
	_, in := under(t, e)
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := e.Close(ctx); err != nil {
		t.Errorf("closing: %v", err)
	}
	if r, err := http.ReadResponse(in, nil); err == nil {
		t.Errorf("the request in progress: got %d", r.StatusCode)
	}
}

// TestHeaderTimeout: a client that sends half a header is disconnected.
func TestHeaderTimeout(t *testing.T) {
	e := open(t, "", endpoint.Options{Unsigned: true, HeaderTimeout: 50 * time.Millisecond})
	address, _, _ := strings.Cut(strings.TrimPrefix(e.URL(engine.Tables, endpoint.Account{}), "http://"), "/")
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const half = "GET /devstoreaccount1/Tables HTTP/1.1\r\nHost: localhost\r\nAcce"
	if _, err := io.WriteString(c, half); err != nil {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadAll(c); err != nil {
		t.Errorf("the connection is still open: %v", err)
	}
}

// TestFolder: accounts in a folder survive a restart, and a half-written record after a crash is reported.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	accounts, err := endpoint.ParseAccounts("contoso;fabrikam")
	if err != nil {
		t.Fatal(err)
	}
	var reported []error
	serve := func() *endpoint.Endpoint {
		return open(t, "contoso;fabrikam", endpoint.Options{
			Unsigned: true, Folder: folder, Report: func(err error) { reported = append(reported, err) },
		})
	}
	e := serve()
	post(t, e.URL(engine.Tables, accounts[0])+"/Tables", `{"TableName":"Orders"}`)
	post(t, e.URL(engine.Tables, accounts[0])+"/Orders", `{"PartitionKey":"p","RowKey":"1"}`)
	post(t, e.URL(engine.Tables, accounts[0])+"/Orders", `{"PartitionKey":"p","RowKey":"2"}`)
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "contoso.journal")
	journal, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, journal[:len(journal)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	e = serve()
	for i, want := range []string{"1 table with 1 entity", "0 tables with 0 entities"} {
		if got := e.Summary(accounts[i]); got != "stored in "+folder+": "+want {
			t.Errorf("%s is %s, want %s", accounts[i].Name, got, want)
		}
	}
	if len(reported) != 1 || !strings.Contains(reported[0].Error(), "contoso.journal") {
		t.Errorf("reported: %v", reported)
	}
	opened := ports(t)
	_, err = endpoint.Open(opened, endpoint.Options{Accounts: accounts, Folder: folder})
	if !errors.Is(err, datadir.ErrInUse) {
		t.Errorf("a folder in use: %v", err)
	}
	for of, listeners := range opened {
		if _, err := listeners[0].Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("the port of %c is still open: %v", of, err)
		}
	}
}

func post(t *testing.T, url, body string) {
	t.Helper()
	r, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != 201 {
		t.Fatalf("%s: got %d", url, answer.StatusCode)
	}
}
