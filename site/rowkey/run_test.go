package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
)

// rowkey runs the command and returns its exit code and output.
func rowkey(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = command(console{out: &out, err: &err}, args)
	return code, out.String(), err.String()
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

const orders = `### The table
# @name table
# @expect status == 201
POST {{host}}/Tables
Content-Type: application/json

{"TableName": "Orders"}

### Nothing in it
# @name none
# @expect rows == 0
# @expect plan == table-scan
GET {{host}}/Orders()
`

func TestRun(t *testing.T) {
	good := writeFile(t, "good.http", orders)
	missed := writeFile(t, "missed.http", strings.Replace(orders, "rows == 0", "rows == 1", 1))
	broken := writeFile(t, "broken.http", "# @nope\nGET /\n")
	tests := map[string]struct {
		args   []string
		code   int
		stdout string // a part of it
		stderr string
	}{
		"all met":              {[]string{good}, exitOK, "2 steps, 2 passed, 0 failed", ""},
		"flag after the file":  {[]string{good, "--json"}, exitOK, `{"ok":true,`, ""},
		"flag before the file": {[]string{"-json", good}, exitOK, `{"ok":true,`, ""},
		"one missed":           {[]string{good, missed}, exitFailed, "4 steps, 3 passed, 1 failed", ""},
		"not a script":         {[]string{broken}, exitUsage, "", "broken.http:2:5"},
		"no such file": {
			[]string{good, "gone.http"}, exitUsage, "", "rowkey: cannot read gone.http: no such file or directory\n",
		},
		"a folder without scripts": {
			[]string{"."}, exitUsage, "", "rowkey: cannot read .: the folder has no .http and no .csv file\n",
		},
		"no file": {nil, exitUsage, "", "rowkey: run needs at least one file or folder: rowkey run FILE…\n"},
		"compare without target": {
			[]string{good, "--compare"}, exitUsage, "", "rowkey: --compare needs --target\n",
		},
		"unknown flag": {[]string{good, "--colour"}, exitUsage, "", "rowkey run has no flag -colour"},
		"target is no address": {
			[]string{good, "--target", "x"}, exitUsage, "", `rowkey: --target "x" isn't an address such as`,
		},
		"queue without target": {
			[]string{good, "--queue", "http://127.0.0.1:1/a"},
			exitUsage, "", "rowkey: --queue, --blob, --account and --key need --target\n",
		},
		"target without a key": {
			[]string{good, "--target", "https://a.example"}, exitUsage, "", "rowkey: a.example needs an account",
		},
		"target without a path": {
			[]string{good, "--target", "http://127.0.0.1:10002/"}, exitUsage, "",
			"doesn't name the account, as http://127.0.0.1:10002/devstoreaccount1 does",
		},
		"key is no key": {
			[]string{good, "--target", "http://[::1]:1/a", "--account", "a", "--key", "?"},
			exitUsage, "", "rowkey: the account's key isn't base64",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("ROWKEY_ACCOUNT", "")
			t.Setenv("ROWKEY_KEY", "")
			code, stdout, stderr := rowkey(append([]string{"run"}, test.args...)...)
			written := strings.Contains(stdout, test.stdout) && strings.Contains(stderr, test.stderr)
			if code != test.code || !written {
				t.Errorf("exit code %d, want %d\nstdout: %s\nstderr: %s", code, test.code, stdout, stderr)
			}
			if test.stderr == "" && stderr != "" {
				t.Errorf("stderr: %s", stderr)
			}
		})
	}
}

// service serves the tables of an account that only accepts signed requests, and returns its URL.
func service(t *testing.T, account string) string {
	t.Helper()
	return serveSigned(t, account)(engine.Tables)
}

// serveSigned opens an account that only accepts signed requests. The function that it returns serves one
// of its services and returns the URL.
func serveSigned(t *testing.T, account string) func(engine.Service) string {
	t.Helper()
	a, err := engine.Open(engine.Options{Name: account, Admission: engine.Signed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return func(of engine.Service) string {
		server := httptest.NewServer(a.Handler(of))
		t.Cleanup(server.Close)
		return server.URL + "/" + account
	}
}

func TestRunAgainstService(t *testing.T) {
	t.Setenv("ROWKEY_ACCOUNT", "")
	t.Setenv("ROWKEY_KEY", "")
	script := writeFile(t, "orders.http", orders)
	code, stdout, stderr := rowkey("run", script, "--target", service(t, auth.DevelopmentAccount))
	if code != exitOK || !strings.Contains(stdout, "2 steps, 2 passed, 0 failed") {
		t.Errorf("well-known account: exit code %d\n%s%s", code, stdout, stderr)
	}
	address := service(t, "contoso")
	code, stdout, _ = rowkey("run", script, "--target", address)
	if code != exitFailed {
		t.Errorf("another account's service: exit code %d\n%s", code, stdout)
	}
	code, stdout, stderr = rowkey("run", script, "--target", address,
		"--account", "contoso", "--key", auth.DevelopmentKey)
	if code != exitOK {
		t.Errorf("account by flags: exit code %d\n%s%s", code, stdout, stderr)
	}
	t.Setenv("ROWKEY_ACCOUNT", "contoso")
	t.Setenv("ROWKEY_KEY", auth.DevelopmentKey)
	code, stdout, stderr = rowkey("run", script, "--target", service(t, "contoso"))
	if code != exitOK {
		t.Errorf("account by the environment: exit code %d\n%s%s", code, stdout, stderr)
	}
}

const everywhere = `### Create a table
# @name create
# @expect status == 201
POST {{host}}/Tables

{"TableName": "Orders"}

### Create a queue
# @expect status == 201
PUT {{queue}}/orders

### Put a message
# @expect status == 201
POST {{queue}}/orders/messages

<QueueMessage><MessageText>YQ==</MessageText></QueueMessage>

### Take it with a token
# @name taken
# @expect body $.QueueMessagesList.QueueMessage[*].MessageText == ["YQ=="]
# @expect total.transactions == 4
GET {{queue}}/orders/messages?{{$sas queue=orders sp=p se=+1h}}

### Delete it
# @expect status == 204
DELETE {{queue}}/orders/messages/{{taken.response.body.$.QueueMessagesList.QueueMessage.MessageId}}
?popreceipt={{taken.response.body.$.QueueMessagesList.QueueMessage.PopReceipt}}

### Create a container
# @expect status == 201
PUT {{blob}}/logs?restype=container

### Put a blob
# @expect status == 201
PUT {{blob}}/logs/a b.txt
x-ms-blob-type: BlockBlob
Content-Type: text/plain

Hello

### Its length
# @expect status == 200
# @expect header x-ms-blob-type == BlockBlob
HEAD {{blob}}/logs/a b.txt

### Nobody else finds it
# @anonymous
# @expect status == 404
GET {{blob}}/logs/a b.txt

### But who has a token
# @expect body == Hello
GET {{blob}}/logs/a b.txt?{{$sas container=logs sp=r se=+1h}}

### A transaction with a token
# @transaction both
# @expect status == 202
POST {{host}}/Orders?{{$sas tn=Orders sp=a se=+1h}}

{"PartitionKey": "p", "RowKey": "r"}
`

func TestRunEverywhere(t *testing.T) {
	t.Setenv("ROWKEY_ACCOUNT", "")
	t.Setenv("ROWKEY_KEY", "")
	script := writeFile(t, "everywhere.http", everywhere)
	at := serveSigned(t, engine.DevelopmentName)
	table, queue, blob := at(engine.Tables), at(engine.Queues), at(engine.Blobs)
	code, stdout, stderr := rowkey("run", script, "--target", table, "--queue", queue, "--blob", blob)
	if code != exitOK || !strings.Contains(stdout, "11 steps, 11 passed, 0 failed") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	code, stdout, _ = rowkey("run", script, "--target", table)
	if code != exitFailed || !strings.Contains(stdout, "The address of {{queue}} is unknown.") {
		t.Errorf("without an address: exit code %d\n%s", code, stdout)
	}
	code, _, stderr = rowkey("run", script, "--target", table, "--queue", "orders")
	if code != exitUsage || !strings.Contains(stderr, `--queue "orders" isn't an address`) {
		t.Errorf("with no address: exit code %d\n%s", code, stderr)
	}
}

// A remote service has one account for all examples of a page, so set-ups run only once.
func TestRunMarkdownAgainstService(t *testing.T) {
	page := "Text.\n\n```http\n" +
		strings.Replace(orders, "\n\n### Nothing", "\n```\n\nText.\n\n```http\n### Nothing", 1) + "```\n\n" +
		"```http\n### Still nothing\n# @name still\n# @ref table\n# @expect rows == 0\nGET {{host}}/Orders()\n```\n"
	file := writeFile(t, "page.md", page)
	code, stdout, stderr := rowkey("run", file, "--target", service(t, auth.DevelopmentAccount))
	if code != exitOK || !strings.Contains(stdout, "3 steps, 3 passed, 0 failed") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	const query = "\nGET {{host}}/Orders()\n```\n"
	wrong := strings.Replace(page, "rows == 0"+query, "rows == 7"+query, 1)
	line := 1 + strings.Count(wrong[:strings.LastIndex(wrong, "# @expect rows")], "\n")
	file = writeFile(t, "page.md", wrong)
	_, stdout, _ = rowkey("run", file, "--target", service(t, auth.DevelopmentAccount))
	if want := fmt.Sprintf("page.md:%d", line); !strings.Contains(stdout, want) {
		t.Errorf("no %s in\n%s", want, stdout)
	}
}

func TestCommands(t *testing.T) {
	_, help, _ := rowkey("help")
	for _, v := range verbs() {
		if !strings.Contains(help, "  rowkey "+v.name) {
			t.Errorf("help has no %s", v.name)
		}
		code, stdout, _ := rowkey("help", v.name)
		_, same, _ := rowkey(v.name, "--help")
		if code != exitOK || !strings.Contains(stdout, "rowkey "+v.name) || stdout != same {
			t.Errorf("help %s: exit code %d, %s", v.name, code, stdout)
		}
	}
	const list = "rowkey: rowkey help lists the commands\n"
	for _, test := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{nil, exitOK, help, ""},
		{[]string{"-h"}, exitOK, help, ""},
		{[]string{"--version"}, exitOK, "rowkey " + version() + "\n", ""},
		{[]string{"walk"}, exitUsage, "", "rowkey: there is no command \"walk\"\n" + list},
		{[]string{"help", "rnu"}, exitUsage, "", "rowkey: there is no command \"rnu\"; did you mean run?\n" +
			list},
		{[]string{"run", "--taget=x"}, exitUsage, "",
			"rowkey: rowkey run has no flag -taget; did you mean -target?\nrowkey run -h lists all flags\n"},
		{[]string{"load"}, exitUsage, "", "rowkey: load needs at least one design file: rowkey load FILE…\n"},
		{[]string{"build", "x"}, exitUsage, "", "rowkey: build doesn't take the argument \"x\"\n"},
	} {
		code, stdout, stderr := rowkey(test.args...)
		if code != test.code || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%q: exit code %d\n%s%s", test.args, code, stdout, stderr)
		}
	}
}

// TestBusy: a terminal shows what takes long until it's done.
func TestBusy(t *testing.T) {
	in, out := io.Pipe()
	seen := make(chan struct{})
	go func() {
		console{err: out, second: time.Millisecond}.busy("counting", func() { <-seen })
		_ = out.Close()
	}()
	begun := make([]byte, 1)
	if _, err := in.Read(begun); err != nil {
		t.Fatal(err)
	}
	close(seen)
	rest, err := io.ReadAll(in)
	text := string(begun) + string(rest)
	if err != nil || !strings.HasPrefix(text, "\r\x1b[Kcounting: 1 s") ||
		!strings.HasSuffix(text, " s\r\x1b[K") {
		t.Errorf("%q, %v", text, err)
	}
}
