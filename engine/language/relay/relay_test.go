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

// orders is a script in which everything refers to what is above it.
const orders = `# @name create
# @expect status == 201
POST {{host}}/Tables

{"TableName": "Orders"}

### Lines 8 to 16
# @name fill
# @ref create
# @loop for 3
POST {{host}}/Orders

{"PartitionKey": "a", "RowKey": "{{$pad $index 4}}"}

### Line 19
# @name read
# @ref fill
# @expect plan == table-scan
GET {{host}}/Orders()

### Line 25
# @ref fill
# @transaction change
DELETE {{host}}/Orders(PartitionKey='a',RowKey='0000')
If-Match: *

### Line 30
# @transaction change
DELETE {{host}}/Orders(PartitionKey='a',RowKey='{{read.response.body.$.value[1].RowKey}}')
If-Match: *
`

// play plays the program outside: it answers all that is sent, and returns what that was.
func play(r *relay.Relay, from, to int, m *runner.Memory, a wire.Response) ([]string, *relay.Played) {
	var sent []string
	turn := r.Play(from, to, m, time.Unix(0, 0))
	for turn.Played == nil {
		if turn.Wait > 0 {
			sent = append(sent, "wait "+turn.Wait.String())
			turn = r.Go(wire.Response{}, nil, time.Unix(0, 0))
			continue
		}
		sent = append(sent, strings.Replace(turn.Send.Method+" "+turn.Send.URL, " "+host, " ", 1))
		turn = r.Go(a, nil, time.Unix(0, 0))
	}
	return sent, turn.Played
}

func newRelay(t *testing.T, text string) *relay.Relay {
	t.Helper()
	s := script.ParseFences("a.http", []script.Fence{{Line: 1, Text: text}})
	r := relay.New(s, runner.Options{Host: host}, time.Minute)
	t.Cleanup(r.Close)
	return r
}

func answered(status int, headers wire.Headers) wire.Response {
	body := []byte(`{"value":[{"RowKey":"0000"},{"RowKey":"0001"}]}`)
	return wire.Response{Status: status, Headers: headers, Body: body}
}

// TestPlay: requests come out after those that they refer to, which aren't sent again once they succeeded.
func TestPlay(t *testing.T) {
	const create, fill, read = "POST /Tables", "POST /Orders", "GET /Orders()"
	r, m := newRelay(t, orders), &runner.Memory{}
	for _, c := range []struct {
		what     string
		from, to int
		status   int
		sent     []string
	}{
		{"refused", 1, 1, 409, []string{create}},
		{"what it refers to first", 8, 8, 201, []string{create, fill, fill, fill}},
		{"and not again", 19, 19, 201, []string{read}},
		{"several", 1, 8, 201, []string{create, fill, fill, fill}},
		{"a transaction as a whole", 25, 25, 201, []string{"POST /$batch"}},
	} {
		sent, _ := play(r, c.from, c.to, m, answered(c.status, nil))
		if diff := cmp.Diff(c.sent, sent); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

// TestTold: our endpoint tells plan and cost in headers, and elsewhere what is expected of them is skipped.
func TestTold(t *testing.T) {
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
	for _, headers := range []wire.Headers{told, nil} {
		_, played := play(newRelay(t, text), 1, 10, &runner.Memory{}, answered(200, headers))
		for _, e := range played.Steps[0].Expectations {
			if !e.OK || e.Skipped != (headers == nil) {
				t.Errorf("%s: %+v", e.Text, e)
			}
		}
	}
}

func TestWait(t *testing.T) {
	r := newRelay(t, "# @sleep 100\nGET {{host}}/A\n###\n# @sleep 61000\nGET {{host}}/B\n")
	sent, _ := play(r, 1, 2, &runner.Memory{}, answered(200, nil))
	if !cmp.Equal(sent, []string{"wait 100ms", "GET /A"}) {
		t.Errorf("sent %q", sent)
	}
	sent, played := play(r, 5, 5, &runner.Memory{}, answered(200, nil))
	if got := fmt.Sprint(played.Steps[0].Err); len(sent) > 0 || !strings.Contains(got, "It waits for 61000 ms") {
		t.Errorf("sent %q: %s", sent, got)
	}
}

// TestBroken: what can't be run says so, and a run that was given up leaves nothing.
func TestBroken(t *testing.T) {
	r := newRelay(t, orders)
	r.Play(8, 8, &runner.Memory{}, time.Unix(0, 0))
	if sent, _ := play(r, 1, 1, &runner.Memory{}, answered(201, nil)); len(sent) != 1 {
		t.Errorf("after a run that was given up: %q", sent)
	}
	r.Play(1, 1, &runner.Memory{}, time.Unix(0, 0))
	if !r.Running() {
		t.Error("a run waits for an answer")
	}
	turn := r.Go(wire.Response{}, errors.New("connection refused"), time.Unix(0, 0))
	if got := fmt.Sprint(turn.Played.Steps[0].Err); !strings.Contains(got, "no answer: connection refused") {
		t.Errorf("without an answer: %s", got)
	}
	if r.Running() {
		t.Error("the run has ended")
	}
	broken := newRelay(t, "# @ref nowhere\nGET {{host}}/Tables").Play(1, 2, &runner.Memory{}, time.Unix(0, 0))
	if got := broken.Played; got == nil || len(got.Errors) != 1 || got.Steps != nil {
		t.Errorf("broken: %+v", got)
	}
}
