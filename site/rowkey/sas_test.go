package main

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

// sas runs the command and returns its standard output and standard error.
func sas(t *testing.T, args ...string) (out, printed string, code int) {
	t.Helper()
	var o, e strings.Builder
	code = sasCommand(console{out: &o, err: &e}, args)
	return strings.TrimSuffix(o.String(), "\n"), e.String(), code
}

func noEnvironment(t *testing.T) {
	t.Setenv("ROWKEY_ACCOUNT", "")
	t.Setenv("ROWKEY_KEY", "")
}

// TestSasFields: letters are put into the order of tokens, and times into their format.
func TestSasFields(t *testing.T) {
	noEnvironment(t)
	const expiry = " --expiry 2999-01-02"
	for args, want := range map[string]string{
		"table Orders --permissions dduar" + expiry: "sv=2020-12-06&tn=Orders&sp=raud&se=2999-01-02T00:00:00Z",
		"--policy readers table Orders":             "sv=2020-12-06&tn=Orders&si=readers",
		"table Orders --permissions r --start 2999-01-01T10:00+02:00 --for 90m " +
			"--start-pk a --end-pk b --end-rk 1": "sv=2020-12-06&tn=Orders&sp=r" +
			"&st=2999-01-01T08:00:00Z&se=2999-01-01T09:30:00Z&spk=a&epk=b&erk=1",
		"queue jobs --permissions pa --ip 10.0.0.1-10.0.0.9 --protocol https,http" + expiry: "" +
			"sv=2020-12-06&sp=ap&se=2999-01-02T00:00:00Z&sip=10.0.0.1-10.0.0.9&spr=https,http",
		"container docs --permissions lr" + expiry: "sv=2020-12-06&sr=c&sp=rl&se=2999-01-02T00:00:00Z",
		"blob docs/a/b --permissions wr" + expiry:  "sv=2020-12-06&sr=b&sp=rw&se=2999-01-02T00:00:00Z",
		"account --permissions lr" + expiry:        "sv=2020-12-06&ss=bqt&srt=sco&sp=rl&se=2999-01-02T00:00:00Z",
		"account --services qt --resource-types o --permissions p --protocol https" + expiry: "" +
			"sv=2020-12-06&ss=qt&srt=o&sp=p&se=2999-01-02T00:00:00Z&spr=https",
	} {
		out, printed, code := sas(t, strings.Fields(args)...)
		fields, signature, _ := strings.Cut(out, "&sig=")
		plain, err := url.QueryUnescape(fields)
		if plain != want || err != nil || signature == "" || code != exitOK || printed != "" {
			t.Errorf("%s\ngot  %s\nwant %s\n%s", args, plain, want, printed)
		}
	}
}

func TestSasRefusals(t *testing.T) {
	noEnvironment(t)
	const some = " --permissions r --for 1h"
	const (
		noPermissions = "say what it allows: --permissions rau"
		noExpiry      = "say when it ends: --for 1h or --expiry 2026-12-31T12:00:00Z"
		backwards     = "the first entity comes after the last one, so the token would allow nothing"
		notARange     = "write an IPv4 address, or a range such as 10.0.0.1-10.0.0.9"
	)
	for args, want := range map[string]string{
		"file a" + some:    `a token is for a table, queue, container, blob or account, not for "file"`,
		"table" + some:     "write rowkey sas table NAME",
		"account a" + some: "write rowkey sas account",
		"blob docs" + some: "a blob is named CONTAINER/NAME",
		"table 1x" + some:  `"1x": the name of a table is a letter, then letters and digits, 3 to 63 in all`,
		"table Orders --start-pk b --end-pk a" + some:                         backwards,
		"table Orders --start-pk a --end-pk a --start-rk 2 --end-rk 1" + some: backwards,
		"queue Work" + some: `"Work": The name of a queue or container is made of ` +
			"lower-case letters, digits and single hyphens between them.",
		"table Orders --for 1h":        noPermissions,
		"table Orders --permissions r": noExpiry,
		"table Orders":                 noPermissions + "\nrowkey: " + noExpiry,
		"table Orders --for 1h --permissions rx": "" +
			"--permissions: unknown letter 'x'; a table has the permissions raud",
		"account --services x" + some: "" +
			"--services: unknown letter 'x'; an account has the services bqt",
		"queue jobs --start-pk a" + some:             "a token for a queue does not take --start-pk",
		"table Orders --services t" + some:           "a token for a table does not take --services",
		"account --policy p" + some:                  "a token for an account does not take --policy",
		"table Orders --end-rk a" + some:             "--end-rk needs --end-pk",
		"table Orders --ip 1.2.3" + some:             "--ip 1.2.3: " + notARange,
		"table Orders --ip 10.0.0.2-10.0.0.1" + some: "--ip 10.0.0.2-10.0.0.1: " + notARange,
		"table Orders --protocol http" + some:        "--protocol http: write https or https,http",
		"table Orders --permissions r --for soon":    "--for soon: write a time such as 90m, 12h or 7d",
		"table Orders --permissions r --expiry soon": "--expiry soon: write a time such as 2026-12-31T12:00:00Z",
		"table Orders --expiry 2999-01-01" + some:    "give --expiry or --for, not both",
		"table Orders --permissions r --start 2999-01-02 " +
			"--expiry 2999-01-01": "it would end before it begins",
		"table Orders --account contoso" + some: "give both --account and --key, " +
			"or set ROWKEY_ACCOUNT and ROWKEY_KEY",
		"table Orders --account contoso --key ?" + some: "the account's key isn't base64",
	} {
		out, printed, code := sas(t, strings.Fields(args)...)
		if out != "" || code != exitUsage || printed != "rowkey: "+want+"\n" {
			t.Errorf("%s: exit code %d, %s\ngot  %swant rowkey: %s", args, code, out, printed, want)
		}
	}
	for _, args := range [][]string{nil, {"-help"}} {
		out, printed, code := sas(t, args...)
		printed += out
		complete := strings.Contains(printed, "rowkey sas table NAME") && strings.Contains(printed, "-start-pk")
		if !complete || (code == exitOK) != (args != nil) {
			t.Errorf("%q: exit code %d, %s", args, code, printed)
		}
	}
}

func TestSasURLs(t *testing.T) {
	noEnvironment(t)
	for args, want := range map[string]string{
		"table Orders": "http://127.0.0.1:10002/devstoreaccount1/Orders",
		"queue jobs":   "http://127.0.0.1:10001/devstoreaccount1/jobs",
		"account": "http://127.0.0.1:10002/devstoreaccount1/ http://127.0.0.1:10001/devstoreaccount1/ " +
			"http://127.0.0.1:10000/devstoreaccount1/",
		"account --services b --account contoso --key b25l":                                "https://contoso.blob.core.windows.net/",
		"container docs --target http://127.0.0.1:1/contoso/ --account contoso --key b25l": "http://127.0.0.1:1/contoso/docs",
		"blob docs/2026/a_b.txt": "http://127.0.0.1:10000/devstoreaccount1/docs/2026/a_b.txt",
	} {
		out, printed, _ := sas(t, append(strings.Fields(args), "--permissions", "r", "--for", "1h", "--url")...)
		var bases []string
		for line := range strings.Lines(out) {
			base, _, _ := strings.Cut(line, "?")
			bases = append(bases, base)
		}
		if got := strings.Join(bases, " "); got != want {
			t.Errorf("%s\ngot  %s\nwant %s\n%s", args, got, want, printed)
		}
	}
	t.Setenv("ROWKEY_ACCOUNT", "contoso")
	t.Setenv("ROWKEY_KEY", "b25l")
	out, printed, _ := sas(t, "queue", "jobs", "--permissions", "r", "--for", "1h", "--url")
	if !strings.HasPrefix(out, "https://contoso.queue.core.windows.net/jobs?") {
		t.Errorf("got %s%s", out, printed)
	}
}

// TestSasIsAccepted: a minted token allows what was asked for, and nothing else.
func TestSasIsAccepted(t *testing.T) {
	t.Setenv("ROWKEY_ACCOUNT", "contoso")
	t.Setenv("ROWKEY_KEY", "b25l")
	accounts, err := endpoint.ParseAccounts("contoso:b25l")
	if err != nil {
		t.Fatal(err)
	}
	ports := endpoint.Ports{}
	for _, s := range endpoint.Services() {
		if ports[s.Letter], err = endpoint.Listen("127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	e, err := endpoint.Open(ports, endpoint.Options{Accounts: accounts})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = e.Serve() }()
	t.Cleanup(func() { _ = e.Close(context.Background()) })

	// send returns the text of the status, or the error code of a refusal.
	send := func(of engine.Service, token, request, body string, headers ...string) string {
		t.Helper()
		method, target, _ := strings.Cut(request, " ")
		join := "?"
		if strings.Contains(target, "?") {
			join = "&"
		}
		r, err := http.NewRequest(method, e.URL(of, accounts[0])+target+join+token, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "application/json")
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range []string{
			"AuthenticationFailed", "AuthorizationPermissionMismatch", "AuthorizationResourceTypeMismatch",
			"AuthorizationServiceMismatch", "AuthorizationSourceIPMismatch", "AuthorizationProtocolMismatch",
			"AuthorizationFailure",
		} {
			if strings.Contains(string(text), code) {
				return code
			}
		}
		return http.StatusText(answer.StatusCode)
	}
	mint := func(args string) string {
		t.Helper()
		out, printed, code := sas(t, strings.Fields(args)...)
		if code != exitOK {
			t.Fatalf("%s: %s", args, printed)
		}
		return out
	}
	owner := mint("account --permissions rwdlacup --for 1h")
	const message = "<QueueMessage><MessageText>one</MessageText></QueueMessage>"
	for _, made := range []string{
		send(engine.Tables, owner, "POST /Tables", `{"TableName":"Orders"}`),
		send(engine.Tables, owner, "POST /Tables", `{"TableName":"Bills"}`),
		send(engine.Tables, owner, "POST /Orders", `{"PartitionKey":"a","RowKey":"1"}`),
		send(engine.Tables, owner, "POST /Orders", `{"PartitionKey":"b","RowKey":"1"}`),
		send(engine.Queues, owner, "PUT /jobs", ""),
		send(engine.Blobs, owner, "PUT /docs?restype=container", ""),
		send(engine.Blobs, owner, "PUT /docs/a/b", "text", "x-ms-blob-type", "BlockBlob"),
		send(engine.Blobs, owner, "PUT /docs/c", "text", "x-ms-blob-type", "BlockBlob"),
	} {
		if made != "Created" {
			t.Fatalf("got %s", made)
		}
	}
	yesterday := time.Now().Add(-24 * time.Hour).UTC().Format(time.RFC3339)
	const ok, created, permission = "OK", "Created", "AuthorizationPermissionMismatch"
	const failed, entity = "AuthenticationFailed", `{"PartitionKey":"a","RowKey":"2"}`
	const inA = "table Orders --permissions r --for 1h --start-pk a --end-pk a"
	const list = "account --permissions l --for 1h --resource-types s --services t"
	for _, test := range []struct {
		token   string
		of      engine.Service
		request string
		body    string
		want    string
	}{
		{"table Orders --permissions r --for 1h", engine.Tables, "GET /Orders()", "", ok},
		{"table Orders --permissions r --for 1h", engine.Tables, "POST /Orders", entity, permission},
		{"table Orders --permissions r --for 1h", engine.Tables, "GET /Bills()", "", failed},
		{"table Orders --permissions a --for 1h", engine.Tables, "POST /Orders", entity, created},
		{"table Orders --permissions r --expiry " + yesterday, engine.Tables, "GET /Orders()", "", failed},
		{"table Orders --permissions r --start 2999-01-01 --for 1h", engine.Tables, "GET /Orders()", "", failed},
		{
			"table Orders --permissions r --for 1h --ip 10.1.2.3", engine.Tables, "GET /Orders()",
			"", "AuthorizationSourceIPMismatch",
		},
		{"table Orders --permissions r --for 1h --ip 127.0.0.1", engine.Tables, "GET /Orders()", "", ok},
		{
			"table Orders --permissions r --for 1h --protocol https", engine.Tables, "GET /Orders()",
			"", "AuthorizationProtocolMismatch",
		},
		{inA, engine.Tables, "GET /Orders(PartitionKey='a',RowKey='1')", "", ok},
		{inA, engine.Tables, "GET /Orders(PartitionKey='b',RowKey='1')", "", "AuthorizationFailure"},
		{"table Orders --policy none", engine.Tables, "GET /Orders()", "", failed},
		{"queue jobs --permissions a --for 1h", engine.Queues, "POST /jobs/messages", message, created},
		{"queue jobs --permissions a --for 1h", engine.Queues, "GET /jobs/messages", "", permission},
		{"queue jobs --permissions p --for 1h", engine.Queues, "GET /jobs/messages", "", ok},
		{
			"container docs --permissions l --for 1h", engine.Blobs, "GET /docs?restype=container&comp=list",
			"", ok,
		},
		{"container docs --permissions l --for 1h", engine.Blobs, "GET /docs/c", "", permission},
		{"blob docs/a/b --permissions r --for 1h", engine.Blobs, "GET /docs/a/b", "", ok},
		{"blob docs/a/b --permissions r --for 1h", engine.Blobs, "GET /docs/c", "", failed},
		{list, engine.Tables, "GET /Tables", "", ok},
		{list, engine.Queues, "GET /?comp=list", "", "AuthorizationServiceMismatch"},
		{
			"account --permissions r --for 1h --resource-types s", engine.Tables, "GET /Orders()",
			"", "AuthorizationResourceTypeMismatch",
		},
	} {
		if got := send(test.of, mint(test.token), test.request, test.body); got != test.want {
			t.Errorf("%s: %s: got %s, want %s", test.token, test.request, got, test.want)
		}
	}
}
