package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestServeFlags(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	for _, test := range []struct {
		args []string
		want string
	}{
		{
			[]string{"-addr", "", "-tables", "", "-queues", "", "-blobs", ""},
			"rowkey: with -addr, -tables, -queues and -blobs all empty there is nothing to serve\n",
		},
		{[]string{"-cors", "example.com"}, "rowkey: -cors example.com: an origin is written https://example.com or http://localhost:3000\n"},
		{[]string{"-cors", "https://example.com/"}, "rowkey: -cors https://example.com/: an origin is written https://example.com or http://localhost:3000\n"},
		{[]string{"-accounts", "contoso:?", "now"}, "rowkey: account contoso: key 1 is not base64\nrowkey: serve takes no argument \"now\"\n"},
	} {
		var told strings.Builder
		code := serveCommand(console{io.Discard, &told}, test.args)
		if code != exitUsage || told.String() != test.want {
			t.Errorf("%q: exit code %d, %s", test.args, code, told.String())
		}
	}
}

func TestServeAccountsOfVariable(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "contoso:c2VjcmV0")
	o, _, ok := readServeFlags(console{io.Discard, io.Discard}, []string{"-cors", " * , http://a.example"})
	if !ok || len(o.accounts) != 1 || o.accounts[0].Name != "contoso" || strings.Join(o.origins, " ") != "* http://a.example" {
		t.Errorf("%t, %v", ok, o)
	}
	o, _, ok = readServeFlags(console{io.Discard, io.Discard}, []string{"-accounts", "fabrikam"})
	if !ok || len(o.accounts) != 1 || o.accounts[0].Name != "fabrikam" {
		t.Errorf("%t, %v", ok, o)
	}
	var told strings.Builder
	if _, code, ok := readServeFlags(console{io.Discard, &told}, []string{"-help"}); ok || code != exitOK || strings.Contains(told.String(), "c2VjcmV0") {
		t.Errorf("help: %t, %d, %s", ok, code, told.String())
	}
}

// TestServeAlone: without the site there is only the endpoint, and SIGTERM ends it in order.
func TestServeAlone(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	in, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- serveCommand(console{out, out}, []string{
			"-addr", "", "-tables", "127.0.0.1:0", "-queues", "127.0.0.1:0", "-blobs", "", "-unsigned",
		})
		_ = out.Close()
	}()
	lines := bufio.NewScanner(in)
	said := func(want string) (rest string) {
		t.Helper()
		lines.Scan()
		rest, ok := strings.CutPrefix(lines.Text(), want)
		if !ok {
			t.Fatalf("it says %s, want %s", lines.Text(), want)
		}
		return rest
	}
	said("account devstoreaccount1, in memory")
	tables, queues := said("  tables at "), said("  queues at ")
	said("requests without a signature are let in; signatures are judged")
	for _, url := range []string{tables + "/Tables?$format=application/json", queues + "/?comp=list"} {
		answer, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != 200 {
			t.Errorf("%s: got %d", url, answer.StatusCode)
		}
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		t.Log(lines.Text())
	}
	if code := <-ended; code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestServePortTaken: which port is taken is said, and by what flag another is chosen.
func TestServePortTaken(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	at := taken.Addr().String()
	var told strings.Builder
	code := serveCommand(console{io.Discard, &told}, []string{"-addr", "", "-tables", "127.0.0.1:0", "-queues", at, "-blobs", at})
	want := ""
	for _, noun := range []string{"queues", "blobs"} {
		want += "rowkey: no " + noun + ": " + at + " is in use by another program; choose another with -" + noun +
			", or none with -" + noun + " \"\"\n"
	}
	if code != exitFailed || told.String() != want {
		t.Errorf("exit code %d\n%s\nwant\n%s", code, told.String(), want)
	}
}
