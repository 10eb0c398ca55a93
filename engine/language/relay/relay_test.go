package relay_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/relay"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

const host = "http://127.0.0.1:10002/devstoreaccount1"

// orders is a script in which everything refers to what stands above it, except the last two.
const orders = `# @name create
# @expect status == 201
POST {{host}}/Tables

{"TableName": "Orders"}

### Lines 8 to 16
# @name fill
# @ref create
# @loop for 3
# @expect status == 201
POST {{host}}/Orders

{"PartitionKey": "a", "RowKey": "{{$pad $index 4}}"}

### Line 20
# @name read
# @ref fill
# @expect plan == table-scan
GET {{host}}/Orders()

### Line 26
# @ref fill
# @transaction change
# @expect status == 204
DELETE {{host}}/Orders(PartitionKey='a',RowKey='0000')
If-Match: *

### Line 32
# @transaction change
# @expect status == 202
DELETE {{host}}/Orders(PartitionKey='a',RowKey='{{read.response.body.$.value[1].RowKey}}')
If-Match: *
`

// run plays the program outside: it answers all that is sent, and returns what that was. The last of it is
// marked.
func run(r *relay.Relay, line int, status int, headers wire.Headers) (sent []string, results []relay.Result) {
	turn := r.Run(line, time.Unix(0, 0))
	for turn.Results == nil {
		if turn.Wait > 0 {
			sent = append(sent, "wait "+turn.Wait.String())
			turn = r.Go(wire.Response{}, nil, time.Unix(0, 0))
			continue
		}
		name := turn.Send.Method + " " + turn.Send.URL
		if turn.Last {
			name += " last"
		}
		sent = append(sent, strings.Replace(name, " "+host, " ", 1))
		body := []byte(`{"value":[{"RowKey":"0000"},{"RowKey":"0001"}]}`)
		turn = r.Go(wire.Response{Status: status, Headers: headers, Body: body}, nil, time.Unix(0, 0))
	}
	return sent, turn.Results
}

func newRelay(t *testing.T, text string) *relay.Relay {
	t.Helper()
	s := script.Parse("a.http", text)
	r := relay.New(s, runner.Options{
		Host: host, Queue: "http://127.0.0.1:10001/a", Blob: "http://127.0.0.1:10000/a",
	}, time.Minute)
	t.Cleanup(r.Close)
	return r
}

// TestOrder: each request finds the account as if it ran alone, and nothing is sent that need not be.
func TestOrder(t *testing.T) {
	const (
		empty  = "DELETE /Tables(%27Orders%27)"
		create = "POST /Tables"
		fill   = "POST /Orders"
		read   = "GET /Orders()"
		change = "POST /$batch"
	)
	r := newRelay(t, orders)
	for _, c := range []struct {
		what string
		line int
		sent []string
	}{
		{"the first begins with an empty account", 1, []string{empty, create + " last"}},
		{"what it refers to has run", 8, []string{fill, fill, fill + " last"}},
		{"twice would be once too often", 8, []string{empty, create, fill, fill, fill + " last"}},
		{"what reads changes nothing", 20, []string{read + " last"}},
		{"and may be sent again", 20, []string{read + " last"}},
		{"what it refers to is read anew", 32, []string{read, change + " last"}},
		{"after what it does not refer to", 20, []string{empty, create, fill, fill, fill, read + " last"}},
		{"a transaction goes as a whole", 26, []string{read, change + " last"}},
	} {
		sent, _ := run(r, c.line, 200, nil)
		if diff := cmp.Diff(c.sent, sent); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

// TestRefused: what the service refuses changes nothing, so that all is as it was.
func TestRefused(t *testing.T) {
	r := newRelay(t, orders)
	run(r, 1, 409, nil)
	if sent, _ := run(r, 20, 409, nil); len(sent) != 5 {
		t.Errorf("sent %q", sent)
	}
}

// TestElsewhere: an account that is not on this machine is not emptied.
func TestElsewhere(t *testing.T) {
	r := newRelay(t, "@host = https://a.table.core.windows.net\n"+orders)
	sent, _ := run(r, 1, 201, nil)
	if diff := cmp.Diff([]string{"POST https://a.table.core.windows.net/Tables last"}, sent); diff != "" {
		t.Error(diff)
	}
}

// TestEmpty: queues, containers and each table of a loop are deleted, too; what cannot be known is not.
func TestEmpty(t *testing.T) {
	r := newRelay(t, "PUT {{queue}}/jobs\n###\nPUT {{blob}}/logs?restype=container\n"+
		"###\n# @name a\nPUT {{blob}}/logs/b.txt\n\nx\n"+
		"###\n# @loop for 2\nPOST {{host}}/Tables\n\n{\"TableName\": \"T{{$index}}\"}\n"+
		"###\nPOST {{host}}/Tables\n\n{\"TableName\": \"{{a.response.headers.ETag}}\"}\n###\nGET {{host}}/Tables")
	sent, _ := run(r, 17, 200, nil)
	want := []string{
		"DELETE http://127.0.0.1:10001/a/jobs", "DELETE http://127.0.0.1:10000/a/logs?restype=container",
		"DELETE /Tables(%27T0%27)", "DELETE /Tables(%27T1%27)", "GET /Tables last",
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Error(diff)
	}
}

// TestResults: what was expected comes as sentences, that of the request itself last.
func TestResults(t *testing.T) {
	told := wire.Headers{
		{Name: "x-rowkey-plan", Value: `operation=QueryEntities; kind=table-scan; scope="all; kind=point"`},
		{Name: "x-rowkey-cost", Value: "entitiesRead=3; entitiesReturned=2; entitiesWritten=1; " +
			"pages=4; transactions=5; bytes=6; bytesRead=7; bytesWritten=8"},
	}
	const text = `# @expect plan == table-scan
# @expect cost.entitiesRead == 3
# @expect cost.entitiesReturned == 2
# @expect cost.entitiesWritten == 1
# @expect cost.pages == 4
# @expect cost.transactions == 5
# @expect cost.bytes == 6
# @expect cost.bytesRead == 7
# @expect cost.bytesWritten == 8
GET {{host}}/Orders()`
	_, results := run(newRelay(t, text), 1, 200, told)
	for _, v := range results[0].Verdicts {
		if v.Fate != relay.Met {
			t.Error(v)
		}
	}
	r := newRelay(t, orders)
	for _, c := range []struct {
		line, status int
		want         string
	}{
		{1, 201, "3 met status == 201"},
		{1, 409, "3 missed status == 201: got 409"},
		{8, 409, "12 missed line 3: status == 201: got 409; missed status == 201: got 409 (at $index 0)"},
		{20, 200, "20 missed line 3: status == 201: got 200; " +
			"missed line 12: status == 201: got 200 (at $index 0); skipped plan == table-scan: nothing here can tell"},
	} {
		_, results := run(r, c.line, c.status, nil)
		if got := words(results); got != c.want {
			t.Errorf("line %d, status %d:\n got %s\nwant %s", c.line, c.status, got, c.want)
		}
	}
}

func words(results []relay.Result) string {
	var all []string
	for _, r := range results {
		var own []string
		for _, v := range r.Verdicts {
			own = append(own, string(v.Fate)+" "+v.Text)
		}
		all = append(all, fmt.Sprint(r.Line)+" "+strings.Join(own, "; "))
	}
	return strings.Join(all, " | ")
}

// TestTransaction: the parts of a transaction have results of their own. The one that was asked for is last.
func TestTransaction(t *testing.T) {
	r := newRelay(t, "# @transaction a\n# @expect status == 404\nPOST {{host}}/T\n\n{}\n\n"+
		"###\n# @transaction a\n# @expect status == 200\nPOST {{host}}/T\n\n{}\n")
	_, results := run(r, 1, 200, nil)
	const want = "10 met status == 200 | " +
		"3 missed status == 404: got no answer: the transaction wasn't carried out"
	if got := words(results); got != want {
		t.Errorf("got %s", got)
	}
}

func TestWait(t *testing.T) {
	r := newRelay(t, "# @name short\n# @sleep 100\nGET {{host}}/A\n###\n# @name long\n# @sleep 61000\nGET "+
		"{{host}}/B\n"+
		"###\n# @ref long\nGET {{host}}/C\n")
	if sent, _ := run(r, 1, 200, nil); !cmp.Equal(sent, []string{"wait 100ms", "GET /A last"}) {
		t.Errorf("sent %q", sent)
	}
	for _, line := range []int{5, 9} {
		sent, results := run(r, line, 200, nil)
		got := words(results)
		if len(sent) > 0 || !strings.HasSuffix(got, "skipped not sent: it waits for 61000 ms") {
			t.Errorf("line %d: sent %q, results %s", line, sent, got)
		}
	}
}

// TestBroken: what cannot be run says so, and what is given up is forgotten.
func TestBroken(t *testing.T) {
	r := newRelay(t, orders)
	r.Run(8, time.Unix(0, 0))
	if sent, _ := run(r, 1, 200, nil); len(sent) != 2 {
		t.Errorf("after a run that was given up: %q", sent)
	}
	turn := r.Run(8, time.Unix(0, 0))
	turn = r.Go(wire.Response{}, errors.New("connection refused"), time.Unix(0, 0))
	const refused = "12 skipped status == 201: nothing here can tell; " +
		"missed a.http:12:1: There was no answer: connection refused"
	if got := words(turn.Results); got != refused {
		t.Errorf("without an answer: %s", got)
	}
	if sent, _ := run(r, 20, 200, nil); len(sent) != 6 {
		t.Errorf("nobody knows what the account holds: %q", sent)
	}
	for _, c := range []struct {
		text string
		line int
		want string
	}{
		{orders, 99, "99 missed There is no request here."},
		{"# @ref nowhere\nGET {{host}}/Tables", 1, "2 missed a.http:1:8: No request is called nowhere. " +
			"Write # @name nowhere above the request you mean."},
	} {
		if got := words(newRelay(t, c.text).Run(c.line, time.Unix(0, 0)).Results); got != c.want {
			t.Errorf("%s", got)
		}
	}
	idle := newRelay(t, orders).Go(wire.Response{}, nil, time.Unix(0, 0))
	if got := words(idle.Results); got != "0 missed Nothing is being run." {
		t.Errorf("%s", got)
	}
}

// TestData: the data of a page is sent before the requests that need it, once, and the account has no other.
func TestData(t *testing.T) {
	const page = "```csv Orders\nPartitionKey,RowKey\na,1\n```\n" +
		"```http\n# @name read\n# @expect status == 200\nGET {{host}}/Orders\n```\n" +
		"```http\n# @ref read\nGET {{host}}/Orders?$top=1\n```\n" +
		"```http\nGET {{host}}/Tables\n```\n"
	r := relay.New(script.Parse("a.md", page), runner.Options{Host: host}, time.Minute)
	const fill = "DELETE /Tables(%27Orders%27), POST /Tables, POST /$batch, "
	for _, c := range []struct {
		line int
		want string
	}{
		{8, fill + "GET /Orders last"},
		{12, "GET /Orders, GET /Orders?$top=1 last"},
		{15, "DELETE /Tables(%27Orders%27), GET /Tables last"},
		{12, "POST /Tables, POST /$batch, GET /Orders, GET /Orders?$top=1 last"},
	} {
		sent, _ := run(r, c.line, 200, nil)
		if got := strings.Join(sent, ", "); got != c.want {
			t.Errorf("line %d sent\n%s\nwant\n%s", c.line, got, c.want)
		}
	}
	r = relay.New(script.Parse("a.md", page), runner.Options{Host: host}, time.Minute)
	if _, results := run(r, 8, 500, nil); len(results) != 1 ||
		!strings.Contains(fmt.Sprint(results), "The data of Orders can't be stored: 500") {
		t.Error(results)
	}
}
