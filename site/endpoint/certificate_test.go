package endpoint_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// own returns a certificate and its authority, in PEM.
func own(
	t *testing.T, parent string, now time.Time, names ...string,
) (c endpoint.Certificate, authority string) {
	t.Helper()
	c, err := endpoint.OwnCertificate(parent, names, now)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.Authority)
	if err != nil {
		t.Fatal(err)
	}
	return c, string(text)
}

// trusting returns a client that trusts one authority, and finds every name at an address.
func trusting(authority, at string) *http.Client {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(authority))
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, at)
		},
	}}
}

// TestOwnCertificate: a client that trusts the authority takes the server for what it's called, and for
// nothing else.
func TestOwnCertificate(t *testing.T) {
	c, authority := own(t, t.TempDir(), time.Now(), "rowkey", "*", "192.0.2.7")
	e := open(t, "contoso", endpoint.Options{Unsigned: true, TLS: c.TLS, Hosts: []string{"*"}})
	at := strings.Split(e.URL(engine.Queues, endpoint.Account{Name: "contoso"}), "/")[2]
	client := trusting(authority, at)
	for host, good := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "[::1]": true, "contoso.queue.localhost": true,
		"rowkey": true, "contoso.queue.rowkey": true, "192.0.2.7": true,
		"example.com": false, "192.0.2.8": false, "contoso.queue.core.windows.net": false,
	} {
		answer, err := client.Get("https://" + host + "/contoso?comp=list")
		if (err == nil) != good {
			t.Errorf("%s: %v", host, err)
		}
		if err == nil {
			_ = answer.Body.Close()
		}
	}
}

// TestCertificateKept: a certificate stays as long as it's valid and its files are sound.
func TestCertificateKept(t *testing.T) {
	parent, now := t.TempDir(), time.Now()
	c, first := own(t, parent, now)
	same := func(what string, at time.Time, want bool, names ...string) {
		t.Helper()
		if _, got := own(t, parent, at, names...); (got == first) != want {
			t.Errorf("%s: the same authority is %t", what, got == first)
		}
	}
	same("again", now, true)
	same("with another name", now, false, "rowkey")
	same("without it", now, true, "*", "localhost")
	same("a year later", now.Add(365*24*time.Hour), true)
	if runtime.GOOS != "windows" {
		info, err := os.Stat(filepath.Join(filepath.Dir(c.Authority), "key.pem"))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the key has %v, %v", info.Mode(), err)
		}
	}
	same("two weeks before its end", now.Add(390*24*time.Hour), false)
	for _, file := range []string{"authority.pem", "certificate.pem", "key.pem"} {
		_, before := own(t, parent, now)
		if err := os.WriteFile(filepath.Join(filepath.Dir(c.Authority), file), []byte("?"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, after := own(t, parent, now); after == before || !strings.Contains(after, "CERTIFICATE") {
			t.Errorf("%s is damaged: got %q", file, after)
		}
	}
	left, err := filepath.Glob(filepath.Join(parent, "new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left over: %q, %v", left, err)
	}
}

// TestCertificateAtOnce: servers that start at the same time have the same certificate afterwards.
func TestCertificateAtOnce(t *testing.T) {
	parent := t.TempDir()
	var starting sync.WaitGroup
	for range 8 {
		starting.Go(func() {
			if _, err := endpoint.OwnCertificate(parent, nil, time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	c, authority := own(t, parent, time.Now())
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(authority))
	_, err := c.TLS.Certificates[0].Leaf.Verify(x509.VerifyOptions{Roots: pool, DNSName: "localhost"})
	if err != nil {
		t.Error(err)
	}
}
