package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestServeFlags(t *testing.T) {
	const anOrigin = "write an origin such as https://example.com or http://localhost:3000\n"
	t.Setenv("AZURITE_ACCOUNTS", "")
	for _, test := range []struct {
		args []string
		want string
	}{
		{
			[]string{"-addr", "", "-tables", "", "-queues", "", "-blobs", ""},
			"rowkey: nothing to serve: -addr, -tables, -queues and -blobs are all empty\n",
		},
		{[]string{"-cors", "example.com"}, "rowkey: -cors example.com: " + anOrigin},
		{[]string{"-cors", "https://example.com/"}, "rowkey: -cors https://example.com/: " + anOrigin},
		{[]string{"-seed", ""}, "rowkey: -seed needs a file or a folder\n"},
		{[]string{"-max-data", "-1"}, "rowkey: -max-data needs a number of MiB, up to a PiB; 0 for no limit\n"},
		{[]string{"-cert", "a.pem"}, "rowkey: -cert and -key need each other\n"},
		{[]string{"-host", "a,b:1"}, "rowkey: -host b:1: write a name such as rowkey or dev.example\n"},
		{
			[]string{"-accounts", "contoso:?", "now"},
			"rowkey: account contoso: key 1 is not base64\nrowkey: serve doesn't take the argument \"now\"\n",
		},
	} {
		var printed strings.Builder
		code := serveCommand(console{out: io.Discard, err: &printed}, test.args)
		if code != exitUsage || printed.String() != test.want {
			t.Errorf("%q: exit code %d, %s", test.args, code, printed.String())
		}
	}
}

// TestServeControlFlags: a flag that's wrong says why.
func TestServeControlFlags(t *testing.T) {
	for _, test := range []struct{ flag, value, want string }{
		{"-control", "0.0.0.0:10003", "other machines could reach 0.0.0.0:10003: take 127.0.0.1 or [::1]"},
		{"-fault", "lose-answers", `fault: there is no "lose-answers"; did you mean lose-answer?`},
		{"-pages", "long", `mode: there is no "long": there are short, full`},
		{"-throttle", "partition=x", `partition: "x" isn't a whole number from 1 to 1000000`},
		{"-clock", "noon", `now: "noon" isn't a time: write 2026-01-05T09:00:00Z`},
		{"-clock", "", "there's nothing in it"},
		{"-forks", "few", "write a whole number"},
		{"-max-data", "1.5", "write a whole number"},
	} {
		var printed strings.Builder
		code := serveCommand(console{out: io.Discard, err: &printed}, []string{test.flag, test.value})
		want := fmt.Sprintf("rowkey: invalid value %q for flag %s: %s\n", test.value, test.flag, test.want)
		if code != exitUsage || !strings.HasPrefix(printed.String(), want) {
			t.Errorf("%s %s: exit code %d, %s", test.flag, test.value, code, printed.String())
		}
		if strings.Contains(printed.String(), "  -accounts") {
			t.Errorf("%s %s: the flags follow, so the error is out of sight", test.flag, test.value)
		}
	}
}

func TestServeAccountsOfVariable(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "contoso:c2VjcmV0")
	o, _, ok := readServeFlags(console{out: io.Discard, err: io.Discard}, []string{"-cors", " * , http://a.example"})
	if !ok || len(o.Accounts) != 1 || o.Accounts[0].Name != "contoso" ||
		strings.Join(o.Origins, " ") != "* http://a.example" {
		t.Errorf("%t, %v", ok, o)
	}
	o, _, ok = readServeFlags(console{out: io.Discard, err: io.Discard}, []string{"-accounts", "fabrikam"})
	if !ok || len(o.Accounts) != 1 || o.Accounts[0].Name != "fabrikam" {
		t.Errorf("%t, %v", ok, o)
	}
	var printed strings.Builder
	_, code, ok := readServeFlags(console{out: &printed, err: &printed}, []string{"-help"})
	if ok || code != exitOK || !strings.Contains(printed.String(), "  -accounts") ||
		strings.Contains(printed.String(), "c2VjcmV0") {
		t.Errorf("help: %t, %d, %s", ok, code, printed.String())
	}
}

// TestServeAlone: without the site only the endpoint is served, and SIGTERM shuts it down in order.
func TestServeAlone(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "127.0.0.1:0", "-blobs", "", "-control", "",
		"-unsigned")
	said("account devstoreaccount1, in memory")
	tables, queues := said("  tables at "), said("  queues at ")
	said("requests without a signature are accepted; signatures are still checked")
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
	stop()
}

// TestServeOptions: what the flags say reaches the endpoint.
func TestServeOptions(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	source := httptest.NewTLSServer(nil) // for its certificate, and a client that trusts it
	defer source.Close()
	cert, key := pemFiles(t, source.TLS.Certificates[0])
	folder := t.TempDir()
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "", "-blobs", "", "-unsigned", "-free-names",
		"-cert", cert, "-key", key, "-host", "example.com", "-data", folder, "-max-data", "1")
	said("account devstoreaccount1, stored in " + folder)
	url := said("  tables at ")
	said("requests without a signature are accepted")
	half := `{"PartitionKey":"p"`
	for i := range 16 {
		half += fmt.Sprintf(`,"T%d":"%s"`, i, strings.Repeat("x", 30_000))
	}
	for _, request := range []struct {
		method, path, body string
		want               int
	}{
		{"POST", "/Tables", `{"TableName":"Orders"}`, 201},
		{"DELETE", "/Tables('Orders')", "", 204},
		{"POST", "/Tables", `{"TableName":"Orders"}`, 201},
		{"POST", "/Orders", half + `,"RowKey":"1"}`, 201},
		{"POST", "/Orders", half + `,"RowKey":"2"}`, 201},
		{"POST", "/Orders", half + `,"RowKey":"3"}`, 413},
	} {
		r, err := http.NewRequest(request.method, url+request.path, strings.NewReader(request.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "example.com"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json")
		answer, err := source.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != request.want {
			t.Errorf("%s %s: got %d, want %d", request.method, request.path, answer.StatusCode, request.want)
		}
	}
	stop()
}

// TestServeControl: what the flags set is in force, and the control interface tells and changes it.
func TestServeControl(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "", "-blobs", "", "-unsigned",
		"-control", "127.0.0.1:0", "-fault", "lose-request nth=1", "-fault", "busy nth=2", "-pages", "short seed=3",
		"-throttle", "partition=7", "-clock", "2030-01-01T00:00:00Z frozen")
	said("account devstoreaccount1, in memory")
	tables := said("  tables at ")
	said("requests without a signature are accepted")
	said("on request, fault: lose-request nth=1")
	said("on request, fault: busy nth=2")
	said("on request, pages: short seed=3")
	said("on request, throttle: partition=7")
	said("on request, clock: 2030-01-01T00:00:00Z frozen")
	control := said("control interface at ")
	get := func(url string) string {
		answer, err := http.Get(url)
		if err != nil {
			return "no answer"
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(answer.StatusCode, " ", string(text))
	}
	for _, step := range []struct{ url, want string }{
		{control + "/health", "200 {}"},
		{tables + "/Tables", "no answer"},
		{tables + "/Tables", "503 "},
		{tables + "/Tables?$format=application/json", "200 "},
		{control + "/faults", `200 {"faults":[{"id":"1","fault":"lose-request","nth":1,"matched":3,"applied":1},`},
		{control + "/pages", `200 {"mode":"short","seed":3}`},
		{control + "/throttle", `200 {"on":true,"partition":7,"account":20000,"burst":10,`},
		{control + "/clock", `200 {"now":"2030-01-01T00:00:00Z","frozen":true,`},
	} {
		if got := get(step.url); !strings.HasPrefix(got, step.want) {
			t.Errorf("%s: got %s, want %s…", step.url, got, step.want)
		}
	}
	stop()
}

// serveHere runs rowkey serve without the site. said checks how the next line of its output begins and
// returns the rest of it; stop ends it by a signal.
func serveHere(t *testing.T, args ...string) (said func(want string) string, stop func()) {
	return startHere(t, serveCommand, append([]string{"-addr", ""}, args...)...)
}

// startHere runs a command that serves until a signal ends it.
func startHere(
	t *testing.T, command func(console, []string) int, args ...string,
) (said func(want string) string, stop func()) {
	in, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- command(console{out: out, err: out}, args)
		_ = out.Close()
	}()
	lines := bufio.NewScanner(in)
	said = func(want string) string {
		t.Helper()
		lines.Scan()
		rest, ok := strings.CutPrefix(lines.Text(), want)
		if !ok {
			t.Fatalf("it says %s, want %s", lines.Text(), want)
		}
		return rest
	}
	return said, func() {
		t.Helper()
		terminate(t)
		for lines.Scan() {
			t.Log(lines.Text())
		}
		if code := <-ended; code != exitOK {
			t.Errorf("exit code %d", code)
		}
	}
}

// pemFiles writes a certificate and its key to files.
func pemFiles(t *testing.T, c tls.Certificate) (cert, key string) {
	secret, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file := func(name, kind string, content []byte) string {
		path, text := filepath.Join(folder, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return file("cert.pem", "CERTIFICATE", c.Certificate[0]), file("key.pem", "PRIVATE KEY", secret)
}

// terminate sends SIGTERM to this process.
func terminate(t *testing.T) {
	t.Helper()
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(syscall.SIGTERM)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestServePortTaken: the error names the port that is taken and the flag that chooses another.
func TestServePortTaken(t *testing.T) {
	t.Setenv("AZURITE_ACCOUNTS", "")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	at := taken.Addr().String()
	var printed strings.Builder
	code := serveCommand(console{out: io.Discard, err: &printed}, []string{
		"-addr", "", "-tables", "127.0.0.1:0", "-queues", at, "-blobs", at,
	})
	want := ""
	for _, noun := range []string{"queues", "blobs"} {
		want += "rowkey: " + noun + " are not served: another program uses " + at +
			"; choose another address with -" + noun + ", or none with -" + noun + " \"\"\n"
	}
	if code != exitFailed || printed.String() != want {
		t.Errorf("exit code %d\n%s\nwant\n%s", code, printed.String(), want)
	}
}
