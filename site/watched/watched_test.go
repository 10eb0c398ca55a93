package watched_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/watched"
)

// seen are requests of some shapes: a scan, a point query, a partition scan and an insert.
func seen() *watched.Requests {
	r := watched.New()
	add := func(method, operation, query string, kind plan.Kind, read, status int) {
		r.Add(httphost.Exchange{
			Request:  wire.Request{Method: method, URL: "http://127.0.0.1/devstoreaccount1/Orders()" + query},
			Response: wire.Response{Status: status},
			Trace: trace.Trace{Operation: operation, Table: "Orders", Plan: plan.Plan{Kind: kind},
				Cost: trace.Cost{EntitiesRead: read, EntitiesReturned: 1}},
		})
	}
	const scan = "?$filter=Status eq 'open'"
	add("GET", "QueryEntities", scan, plan.TableScan, 40, 200)
	add("GET", "QueryEntities", "?$filter=Status eq 'shut'", plan.TableScan, 60, 200)
	add("GET", "QueryEntity", "", plan.Point, 1, 200)
	add("GET", "QueryEntities", "?$filter=PartitionKey eq 'a'", plan.PartitionScan, 7, 200)
	add("POST", "InsertEntity", "", plan.None, 0, 409)
	add("POST", "InsertEntity", "", plan.None, 0, 400)
	return r
}

func TestReports(t *testing.T) {
	const table = `requests  plan            read  most  ×10 larger  ×10 more  shape
       2  table-scan       100    60         600       600  QueryEntities Orders where Status eq ?
       1  partition-scan     7     7          70         7  QueryEntities Orders where PartitionKey eq ?
       1  point              1     1           1         1  QueryEntity Orders
       2                                                    InsertEntity Orders  (1 conflict)  (1 refused)

6 requests of 4 shapes, 108 entities read.`
	if got := seen().Text(); !strings.HasPrefix(got, table) {
		t.Error(cmp.Diff(table, got))
	}
	const row = "| 2 | table-scan | 100 | 60 | 600 | 600 | `QueryEntities Orders where Status eq ?` |\n"
	if got := seen().Markdown(); !strings.Contains(got, row) {
		t.Errorf("no %s in\n%s", row, got)
	}
	const first = `{"other":0,"shapes":[{"shape":"QueryEntities Orders where Status eq ?","plan":"table-scan",` +
		`"requests":2,"entitiesRead":100,"entitiesReturned":2,"entitiesWritten":0,"mostRead":60},`
	if got := seen().JSON(); !strings.HasPrefix(got, first) {
		t.Error(cmp.Diff(first, got))
	}
	if got := watched.New().Text(); !strings.HasPrefix(got, "No request came.") {
		t.Error(got)
	}
}

func TestCheck(t *testing.T) {
	const (
		scan      = "table-scan 60 QueryEntities Orders where Status eq ? # the nightly report\n"
		point     = "point 1 QueryEntity Orders\n"
		partition = "partition-scan 9 QueryEntities Orders where PartitionKey eq ?\n"
	)
	for name, test := range map[string]struct {
		text string
		want string // shape: what is said
	}{
		"all":        {scan + point + partition, ""},
		"a new scan": {point + partition, "Status eq ?: It's new: a table-scan that reads 60."},
		"no reason": {strings.Replace(scan, "#", " # \n#", 1) + point + partition,
			"Status eq ?: It scans, and the line has no reason"},
		"it reads more": {strings.Replace(scan, "60", "59", 1) + point + partition,
			"Status eq ?: It reads 60, and may read 59."},
		"a worse plan": {strings.Replace(scan, "table-scan", "point", 1) + point + partition,
			"It's a table-scan now, and was a point."},
		"not used": {scan + point + partition + "point 1 QueryEntity Parts\n",
			"QueryEntity Parts: Nothing uses it any more"},
		"a new partition": {scan + point, ""},
	} {
		b, err := watched.Parse("base.txt", test.text)
		if err != nil {
			t.Fatal(name, err)
		}
		shapes, _ := seen().Shapes()
		var failing []string
		for _, o := range b.Check(shapes) {
			if o.Fails() {
				failing = append(failing, o.Name+": "+o.Says)
			}
		}
		got := strings.Join(failing, "\n")
		if len(failing) > 1 || (test.want == "") != (got == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestUpdated: a baseline that's written again holds, and keeps its reasons.
func TestUpdated(t *testing.T) {
	const before = "table-scan 9 QueryEntities Orders where Status eq ?  # why\npoint 1 Gone\n"
	b, err := watched.Parse("base.txt", before)
	if err != nil {
		t.Fatal(err)
	}
	shapes, _ := seen().Shapes()
	text := b.Updated(shapes)
	const line = "table-scan                60  QueryEntities Orders where Status eq ?  # why\n"
	if !strings.Contains(text, line) || strings.Contains(text, "Gone") {
		t.Error(text)
	}
	if b, err = watched.Parse("base.txt", text); err != nil || b.Updated(shapes) != text {
		t.Errorf("%v\n%s", err, text)
	}
	for _, o := range b.Check(shapes) {
		if o.Fails() {
			t.Errorf("%+v", o)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"# fine\n\npoint 1 QueryEntity A\nscan 1 B\n":  `b.txt:4: "scan" isn't a plan; the plans are point, range,`,
		"point one QueryEntity A\n":                    `b.txt:1: "one" isn't a number of entities`,
		"point 1\n":                                    "b.txt:1: a line has a plan, a number and a shape",
		"point 1 QueryEntity A\nrange 2 QueryEntity A": "b.txt:2: this shape is in the file twice",
	} {
		if _, err := watched.Parse("b.txt", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
