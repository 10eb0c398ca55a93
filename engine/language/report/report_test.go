package report_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

const orders = `### Create the table
# @name createTable
# @hidden
# @expect status == 201
POST {{host}}/Tables

{"TableName": "Orders"}

### Open orders
# @name openOrders
# @expect status == 200
# @expect plan == point
# @expect cost.entitiesRead <= 10
# @expect body $.value[0].RowKey == 0002
GET {{host}}/Orders()?$filter=PartitionKey eq 'a'&$top=1

###
# @loop for 3
# @expect status == 201
POST {{host}}/Orders

{"RowKey":"{{$index}}"}

### Change ü
PATCH {{host}}/Orders(PartitionKey='a',RowKey='1')

{}

###
# @name first
# @transaction t
# @expect status == 204
DELETE {{host}}/Orders(PartitionKey='a',RowKey='1')

###
# @name second
# @transaction t
# @expect error == ""
DELETE {{host}}/Orders(PartitionKey='a',RowKey='2')

###
# @name broken
# @expect status == 200
GET {{host}}/Orders/{{openOrders.response.headers.ETag}}

###
GET {{host}}/never
`

// shop answers the requests of the script orders.
func shop(r wire.Request) (wire.Response, *trace.Trace, error) {
	switch tr := (&trace.Trace{Cost: trace.Cost{Transactions: 1}}); {
	case strings.HasSuffix(r.URL, "/Tables"):
		return runnertest.Response(201, `{"TableName":"Orders"}`, "X-Two", "a", "x-two", "b", "Via", `"`), tr, nil
	case strings.HasSuffix(r.URL, "/$batch"):
		f := runnertest.Replying(runnertest.Response(404,
			`{"odata.error":{"code":"ResourceNotFound","message":{"value":"1:Not there.\nRequestId:1"}}}`))
		resp, _, err := f.Do(r)
		return resp, tr, err
	case r.Method == "GET":
		tr.Plan.Kind = plan.PartitionScan
		tr.Cost = trace.Cost{EntitiesRead: 4, EntitiesReturned: 1, BytesReturned: 30, Pages: 1, Transactions: 1}
		return runnertest.Response(200, "{\"value\":[{\"RowKey\":\"0001\"}]}\xff"[:29], "Cache-Control",
			"no-cache"), tr, nil
	case r.Method == "PATCH":
		tr.Plan.Kind = plan.Point
		tr.Fault = fault.New(fault.TableNotFound)
		tr.Fault.Hint = "Create it."
		return runnertest.Response(404, runnertest.TableNotFound), tr, nil
	default:
		tr.Plan.Kind = plan.Point
		tr.Cost.EntitiesWritten = 1
		return runnertest.Response(201, "é<&>"), tr, nil
	}
}

// run runs files, given as names and texts.
func run(target func() *runnertest.Target, files ...string) report.Report {
	var r report.Report
	for i := 0; i < len(files); i += 2 {
		s := script.Parse(files[i], files[i+1])
		f := report.File{Name: files[i], Errors: s.Errors}
		if len(s.Errors) == 0 {
			for index := range s.Examples {
				f.Steps = append(f.Steps, runner.Run(s, index, target(), runner.Options{Host: runnertest.Host})...)
			}
		}
		r.Files = append(r.Files, f)
	}
	return r
}

func TestReports(t *testing.T) {
	local := func() *runnertest.Target { return runnertest.Serving(shop) }
	remote := func() *runnertest.Target { return runnertest.Always(200, `{"value":[]}`) }
	const fine = "# @name fine\n# @expect plan == point\n# @expect rows == 0\nGET {{host}}/a\n"
	const wrong = "@a = 1\n\n\t# @expect stauts == 200\nGET {{host}}/{{ä}}/" + "{{b}}\n"
	for name, c := range map[string]struct {
		ran  report.Report
		exit int
	}{
		"orders":  {run(local, "orders.http", orders), 1},
		"remote":  {run(remote, "fine.http", fine, "guide.md", runnertest.Guide), 0},
		"wrong":   {run(remote, "wrong.http", wrong), 2},
		"partly":  {run(remote, "fine.http", fine, "wrong.http", wrong), 2},
		"nothing": {run(remote, "empty.http", ""), 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.ran.ExitCode(); got != c.exit || c.ran.OK() != (c.exit == 0) {
				t.Errorf("exit code %d, want %d", got, c.exit)
			}
			stdout, stderr := c.ran.Output(report.Text)
			golden(t, name+".txt", string(stderr)+"----\n"+string(stdout))
			stdout, again := c.ran.Output(report.JSON)
			golden(t, name+".json", string(stdout))
			if string(again) != string(stderr) {
				t.Errorf("with JSON, the other stream has %s", again)
			}
		})
	}
}

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}
