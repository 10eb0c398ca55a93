package tally_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/tally"
)

// world is an account with forty orders of two customers, and its tally.
type world struct {
	*testing.T
	account *engine.Account
	tally   *tally.Tally
}

func newWorld(t *testing.T) *world {
	account, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t, account, tally.New(engine.DevelopmentName)}
	w.send("POST", "/Tables", `{"TableName":"Orders"}`)
	for n := range 40 {
		w.send("POST", "/Orders", fmt.Sprintf(`{"PartitionKey":"c%d","RowKey":"%02d","Total":%d}`, n%2, n, n))
	}
	w.tally.Reset()
	return w
}

func (w *world) send(method, path, body string) {
	w.Helper()
	r := engine.Request{
		Method: method, URL: "http://127.0.0.1:10002/" + engine.DevelopmentName + path, Body: []byte(body),
	}
	r.Headers.Add("Accept", "application/json")
	r.Headers.Add("Content-Type", "application/json")
	response, tr := w.account.Do(engine.Tables, r)
	if response.Status >= 300 {
		w.Fatalf("%s %s: %d %s", method, path, response.Status, response.Body)
	}
	w.tally.Add(r, &tr)
}

func (w *world) query(filter string) { w.send("GET", "/Orders()?$filter="+url.QueryEscape(filter), "") }

// TestProblem: it names what read too much, the scans first, then what read most, each once.
func TestProblem(t *testing.T) {
	w := newWorld(t)
	const none = "no request came to devstoreaccount1: does what is tested use its connection string?"
	if got := w.tally.Problem(100); got != none {
		t.Error(got)
	}
	w.tally.Add(engine.Request{Method: "OPTIONS"}, &engine.Trace{})
	for n := range 3 {
		w.query(fmt.Sprintf("PartitionKey eq 'c1' and RowKey ge '%02d'", 30+n))
	}
	w.send("GET", "/Orders(PartitionKey='c0',RowKey='00')", "")
	w.send("POST", "/Orders", `{"PartitionKey":"c0","RowKey":"x"}`)
	if got := w.tally.Cost(); got.Requests != 5 || got.EntitiesRead != 14+1 || got.EntitiesReturned != 15 ||
		got.EntitiesWritten != 1 || len(got.Scans) != 0 {
		t.Errorf("got %+v", got)
	}
	if got := w.tally.Problem(15); got != "" {
		t.Error(got)
	}
	const tooMuch = `requests read 15 entities, and may read 14
  GET /Orders()?$filter=PartitionKey eq 'c1' and RowKey ge '30'
    3 times a range query: read 14, returned 14
  GET /Orders(PartitionKey='c0',RowKey='00')
    a point query: read 1, returned 1`
	if got := w.tally.Problem(14); got != tooMuch {
		t.Error(got)
	}
	w.query("Total eq 7")
	const scans = `requests scan, and may not
  GET /Orders()?$filter=Total eq 7
    a table scan: read 41, returned 1
    cheaper: The whole table is in range, and Total is tested on each entity read: `
	if got := w.tally.Problem(100); !strings.HasPrefix(got, scans) {
		t.Error(got)
	}
	if got := w.tally.Cost().Scans; len(got) != 1 || got[0].Plan != "table-scan" || got[0].EntitiesRead != 41 ||
		got[0].Advice == "" {
		t.Errorf("got %+v", got)
	}
	w.tally.Reset()
	if got := w.tally.Problem(100); got != none {
		t.Error(got)
	}
}

// TestManyShapes: a program that has a table for each customer doesn't fill the memory, and nothing of what
// it read is left out.
func TestManyShapes(t *testing.T) {
	w := newWorld(t)
	const shapes = 1100
	for n := range shapes {
		w.query(fmt.Sprintf("Total eq 1 and Column%d eq 1", n))
	}
	got := w.tally.Cost()
	read := 0
	for _, q := range got.Scans {
		read += q.EntitiesRead
	}
	if len(got.Scans) != 1001 || read != shapes*40 || got.EntitiesRead != read {
		t.Errorf("%d scans read %d, of %d", len(got.Scans), read, got.EntitiesRead)
	}
}
