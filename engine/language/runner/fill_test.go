package runner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestFill: data is sent as one request that creates the table, and transactions of at most 100 entities of
// one partition.
func TestFill(t *testing.T) {
	const text = "PartitionKey,RowKey,N:Int64\na,it's,1\nb,1,\n# 120 times\na,{{$pad $index 3}},\na,last,\n"
	to := runnertest.Always(204, "")
	o := runner.Options{Host: runnertest.Host, Seed: 1}
	if errors := runner.Fill(data.Parse("Orders", text, data.Whole("Orders.csv")), to, o); len(errors) > 0 {
		t.Fatal(errors)
	}
	var sent []string
	for _, r := range to.Sent {
		path := strings.TrimPrefix(r.URL, runnertest.Host)
		parsed, err := batch.Parse(r.Headers.Get("Content-Type"), r.Body)
		if err != nil {
			sent = append(sent, r.Method+" "+path+" "+string(r.Body))
			continue
		}
		first, last := parsed.Operations[0].Request, parsed.Operations[len(parsed.Operations)-1].Request
		to := strings.TrimPrefix(first.URL, runnertest.Host)
		sent = append(sent, fmt.Sprintf("%s %s %d %s %s %s … %s", r.Method, path, len(parsed.Operations),
			first.Method, to, first.Body, last.Body))
	}
	const want = `POST /Tables {"TableName":"Orders"}
POST /$batch 100 PUT /Orders(PartitionKey='a',RowKey='it''s') ` +
		`{"PartitionKey":"a","RowKey":"it's","N@odata.type":"Edm.Int64","N":"1"} … ` +
		`{"PartitionKey":"a","RowKey":"098"}
POST /$batch 22 PUT /Orders(PartitionKey='a',RowKey='099') {"PartitionKey":"a","RowKey":"099"} … ` +
		`{"PartitionKey":"a","RowKey":"last"}
POST /$batch 1 PUT /Orders(PartitionKey='b',RowKey='1') {"PartitionKey":"b","RowKey":"1"} … ` +
		`{"PartitionKey":"b","RowKey":"1"}`
	if got := strings.Join(sent, "\n"); got != want {
		t.Errorf("sent\n%s\nwant\n%s", got, want)
	}
}

// TestFillRefused: what the target doesn't take, and what is wrong with the data, is an error of the data.
func TestFillRefused(t *testing.T) {
	const good, wrong = "PartitionKey,RowKey\na,1\n", "PartitionKey,RowKey,N:Int32\na,1,x\n"
	const exists = `{"odata.error":{"code":"TableAlreadyExists","message":{"value":"It's there."}}}`
	const closed = `{"odata.error":{"code":"AuthenticationFailed","message":{"value":"No."}}}`
	answering := func(tables, batches wire.Response) *runnertest.Target {
		return runnertest.Answering(func(r wire.Request) wire.Response {
			if strings.HasSuffix(r.URL, "/Tables") {
				return tables
			}
			return batches
		})
	}
	there := runnertest.Response(409, exists)
	for _, c := range []struct {
		text string
		to   *runnertest.Target
		want string
		sent int
	}{
		{good, answering(there, runnertest.Response(202, "")), "", 2},
		{good, answering(runnertest.Response(403, closed), wire.Response{}),
			"Orders.csv:1:1: The data of Orders can't be stored: 403 AuthenticationFailed: No.", 1},
		{good, answering(there, runnertest.Response(404, "")),
			"Orders.csv:1:1: The data of Orders can't be stored: 404.", 2},
		{wrong, answering(there, runnertest.Response(202, "")),
			`Orders.csv:2:5: N: "x" isn't an Int32.`, 1},
		{"RowKey\n", answering(there, wire.Response{}), "Orders.csv:1:1: There is no column PartitionKey.", 0},
	} {
		got := ""
		parsed := data.Parse("Orders", c.text, data.Whole("Orders.csv"))
		for _, e := range runner.Fill(parsed, c.to, runner.Options{}) {
			got += e.Error()
		}
		if got != c.want || len(c.to.Sent) != c.sent {
			t.Errorf("%q: %s, after %d requests; want %s, after %d", c.text, got, len(c.to.Sent), c.want, c.sent)
		}
	}
}
