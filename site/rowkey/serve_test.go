package main

import (
	"bufio"
	"io"
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
		{[]string{"-addr", "", "-tables", ""}, "rowkey: with -addr and -tables both empty there is nothing to serve\n"},
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

// TestServeTablesAlone: without the site there is only the endpoint, and SIGTERM ends it in order.
func TestServeTablesAlone(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	in, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- serveCommand(console{out, out}, []string{"-addr", "", "-tables", "127.0.0.1:0"})
		_ = out.Close()
	}()
	lines := bufio.NewScanner(in)
	lines.Scan()
	address, ok := strings.CutPrefix(lines.Text(), "table endpoint at ")
	address, where, _ := strings.Cut(address, ", ")
	if !ok || where != "in memory" {
		t.Fatalf("it says %s", lines.Text())
	}
	answer, err := http.Get(address + "/Tables?$format=application/json")
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != 200 {
		t.Errorf("got %d", answer.StatusCode)
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
