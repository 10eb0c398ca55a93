package watched_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"regexp"
	"slices"
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
func seen() *watched.Report {
	script := func(_ string, x httphost.Exchange) string {
		return "### x\nGET {{host}}/" + x.Request.URL[strings.Index(x.Request.URL, "Orders"):]
	}
	r := watched.New(watched.Options{Script: script})
	add := func(method, operation, query string, kind plan.Kind, read, status int) {
		var body []byte
		if method == "POST" {
			body = []byte("{}")
		}
		r.Add("tables", httphost.Exchange{
			Request: wire.Request{Method: method, URL: "http://127.0.0.1/devstoreaccount1/Orders()" + query,
				Headers: wire.Headers{{Name: "Accept", Value: "application/json"}}, Body: body},
			Response: wire.Response{Status: status},
			Trace: trace.Trace{Operation: operation, Table: "Orders", Plan: plan.Plan{Kind: kind},
				Cost: trace.Cost{EntitiesRead: read, EntitiesReturned: 1, Transactions: 1}},
		})
	}
	const scan = "?$filter=Status eq 'open'"
	add("GET", "QueryEntities", scan, plan.TableScan, 40, 200)
	add("GET", "QueryEntities", "?$filter=Status eq 'shut'", plan.TableScan, 60, 200)
	add("GET", "QueryEntity", "", plan.Point, 1, 200)
	add("GET", "QueryEntities", "?$filter=PartitionKey eq 'a'", plan.PartitionScan, 7, 200)
	add("POST", "InsertEntity", "", plan.None, 0, 409)
	add("POST", "InsertEntity", "", plan.None, 0, 400)
	return r.Report()
}

// TestManyShapes: requests that anybody can send, each with another shape, take only so much memory.
func TestManyShapes(t *testing.T) {
	script := func(string, httphost.Exchange) string { return "" }
	header := wire.Header{Name: "User-Agent", Value: strings.Repeat("a", 1<<20)}
	r := watched.New(watched.Options{Script: script})
	for i := range 50 {
		r.Add("tables", httphost.Exchange{
			Request:  wire.Request{Method: "GET", URL: "http://127.0.0.1/x/T", Headers: wire.Headers{header}},
			Response: wire.Response{Status: 403},
			Trace:    trace.Trace{Operation: "QueryEntities", Table: "T" + strings.Repeat("x", i)},
		})
	}
	if got := r.Report(); len(got.Shapes) > 20 || len(got.Shapes)+got.Other != 50 {
		t.Errorf("%d shapes are kept, and %d requests beside them", len(got.Shapes), got.Other)
	}
}

func TestReports(t *testing.T) {
	table := strings.ReplaceAll(`requests  plan            read  most  ×10 larger   ×100  ×10 more   ×100  shape
       2  table-scan       100    60         600  6,000       600  6,000  … where Status eq ?
       1  partition-scan     7     7          70    700         7      7  … where PartitionKey eq ?
       1  point              1     1           1      1         1      1  QueryEntity Orders
       2                                                                  InsertEntity Orders`,
		"…", "QueryEntities Orders")
	const conflicts = "  (1 conflict)  (1 refused)\n\n" +
		"6 requests of 4 shapes, 108 entities read, 6 transactions, 0 bytes of answers."
	if got := seen().Text(); !strings.HasPrefix(got, table+conflicts) {
		t.Error(cmp.Diff(table+conflicts, got))
	}
	const row = "| 2 | table-scan | 100 | 60 | 600 | 6000 | 600 | 6000 | " +
		"`QueryEntities Orders where Status eq ?` |\n"
	if got := seen().Markdown(); !strings.Contains(got, row) {
		t.Errorf("no %s in\n%s", row, got)
	}
	const first = `{"shapes":[{"shape":"QueryEntities Orders where Status eq ?","plan":"table-scan",` +
		`"requests":2,"transactions":2,"entitiesRead":100,"entitiesReturned":2,"entitiesWritten":0,` +
		`"mostRead":60,"bytesSent":0,"bytesReceived":0,"readIfLarger":{"10":600,"100":6000},` +
		`"readIfMore":{"10":600,"100":6000},` +
		`"example":"### x\nGET {{host}}/Orders()?$filter=Status eq 'shut'"},`
	if got := seen().JSON(); !strings.HasPrefix(got, first) {
		t.Error(cmp.Diff(first, got))
	}
	if got := (&watched.Report{}).Text(); !strings.HasPrefix(got, "No request came.") {
		t.Error(got)
	}
}

// TestReportBeside: requests come while a report is written.
func TestReportBeside(t *testing.T) {
	var r *watched.Requests
	var x httphost.Exchange
	x.Trace.Operation = "QueryEntities"
	r = watched.New(watched.Options{Script: func(string, httphost.Exchange) string {
		r.Add("tables", x)
		return ""
	}})
	r.Add("tables", x)
	if first, second := r.Report().Shapes[0], r.Report().Shapes[0]; first.Requests != 1 || second.Requests != 2 {
		t.Errorf("got %d and %d requests", first.Requests, second.Requests)
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
		"a mark":     {"\ufeff# As some editors begin files.\n" + scan + point + partition, ""},
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
		shapes := seen().Shapes
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
	shapes := seen().Shapes
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

// TestNumbers: a # in a name begins no comment.
func TestNumbers(t *testing.T) {
	r := watched.New(watched.Options{})
	for _, name := range []string{"Days20260105", "Days20260106"} {
		r.Add("tables", httphost.Exchange{
			Request: wire.Request{Method: "GET", URL: "http://127.0.0.1/devstoreaccount1/" + name + "()?$filter=N eq 1"},
			Trace:   trace.Trace{Operation: "QueryEntities", Table: name, Plan: plan.Plan{Kind: plan.TableScan}},
		})
	}
	shapes := r.Report().Shapes
	b, err := watched.Parse("base.txt", "#heading\ntable-scan 0 QueryEntities Days# where N eq ?\t# each #day\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range b.Check(shapes) {
		if o.Fails() {
			t.Errorf("%+v", o)
		}
	}
	const want = "QueryEntities Days# where N eq ?  # each #day\n"
	if got := b.Updated(shapes); !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want %s", got, want)
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

// TestRetries: a request that's sent again after it failed is a retry, and one that isn't the same isn't.
func TestRetries(t *testing.T) {
	r := watched.New(watched.Options{By: "x-place"})
	add := func(method, url, body, place string, status int) {
		x := httphost.Exchange{
			Request: wire.Request{Method: method, URL: "http://127.0.0.1/devstoreaccount1/" + url, Body: []byte(body)},
			Trace:   trace.Trace{Operation: "O", Table: "Orders"},
		}
		x.Request.Headers.Add("X-Place", place)
		x.Response.Status = status
		r.Add("tables", x)
	}
	const one, other = "Orders(PartitionKey='a',RowKey='1')", "Orders(PartitionKey='a',RowKey='2')"
	add("PUT", one, "1", "stock", 412)
	add("PUT", other, "1", "stock", 204) // another entity
	add("PUT", one, "2", "stock", 412)   // again
	add("PUT", one, "3", "order", 204)   // again
	add("PUT", one, "4", "order", 204)   // it was done
	add("POST", "Orders", "1", "", 503)
	add("POST", "Orders", "2", "", 201) // another entity
	add("POST", "Orders", "1", "", 0)   // again, and no answer
	add("POST", "Orders", "1", "", 404) // again
	add("POST", "Orders", "1", "", 201) // 404 is an answer
	add("POST", "Tables", "1", "", 409)
	add("POST", "Tables", "1", "", 409) // it's there, which isn't a failure that ends
	s := r.Report().Shapes[0]
	if s.Requests != 12 || s.Retries != 4 || s.Conflicts != 4 || s.Missing != 1 || s.Refused != 2 {
		t.Errorf("got %+v, want 4 retries of 12", s)
	}
	if got := strings.Join(s.From, " "); got != "order stock" {
		t.Errorf("it's from %q", got)
	}
}

// TestPlaces: the request ID of a client says where a request is from, unless it's random.
func TestPlaces(t *testing.T) {
	for _, test := range []struct{ id, agent, want string }{
		{"", "", ""},
		{"", "azsdk-go-aztables/v1.4.1 (go1.26.2; linux)", "azsdk-go-aztables/v1.4.1"},
		{"9c2d6f5e-2d0e-4d0f-9a55-3ad0f3000000", "app azsdk", "app azsdk"},
		{"{9C2D6F5E2D0E4D0F9A553AD0F3000000}", "app", "app"},
		{"nightly-20260105-1", "app", "nightly-#-1"},
	} {
		r := watched.New(watched.Options{})
		x := httphost.Exchange{Trace: trace.Trace{Operation: "O"}}
		x.Request.Headers = wire.Headers{{Name: "X-Ms-Client-Request-Id", Value: test.id},
			{Name: "User-Agent", Value: test.agent}}
		r.Add("tables", x)
		if got := strings.Join(r.Report().Shapes[0].From, "|"); got != test.want {
			t.Errorf("%q, %q: got %q, want %q", test.id, test.agent, got, test.want)
		}
	}
}

// TestPages: what a query reads is what its pages do, whoever else asks for them, and in whatever order the
// parameters come.
func TestPages(t *testing.T) {
	r := watched.New(watched.Options{})
	page := func(query, next string, read int) {
		x := httphost.Exchange{
			Request: wire.Request{Method: "GET", URL: "http://127.0.0.1/devstoreaccount1/Orders()?" + query},
			Trace: trace.Trace{Operation: "QueryEntities", Table: "Orders", Plan: plan.Plan{Kind: plan.TableScan},
				Cost: trace.Cost{EntitiesRead: read}},
		}
		x.Response.Status = 200
		if next != "" {
			x.Response.Headers.Add("x-ms-continuation-NextPartitionKey", next)
			x.Response.Headers.Add("x-ms-continuation-NextRowKey", "r")
		}
		r.Add("tables", x)
	}
	page("$filter=N%20eq%201&$top=5", "1!p", 40)
	page("$filter=N%20eq%201&$top=5", "1!p", 30) // another client's
	page("NextPartitionKey=1!p&NextRowKey=r&$top=5&$filter=N%20eq%201", "2!p", 20)
	page("$filter=N%20eq%202&$top=5&NextPartitionKey=1!p&NextRowKey=r", "", 70) // another query's
	page("$top=5&$filter=N%20eq%201&NextPartitionKey=2!p&NextRowKey=r", "", 15)
	if s := r.Report().Shapes[0]; s.Most != 75 || s.Read != 175 || s.At(10).More != 750 {
		t.Errorf("got %+v, want 75 of one query", s)
	}
}

// TestPage: the page has everything in it, the dearest shape first, and links that unpack to what they open.
func TestPage(t *testing.T) {
	const table = "PartitionKey,RowKey,Status\na,1,open\nb,1,shut\n"
	files := []watched.File{
		{Name: "Orders.csv", Text: table}, {Name: "watched.rowkey.yaml", Text: "entities:\n"},
	}
	text := seen().HTML("a <b> & c", "https://rowkey.example", files)
	for _, bad := range []string{"<script", "src=", "@import", "url(", "<link", "<b>"} {
		if strings.Contains(text, bad) {
			t.Errorf("it has %s", bad)
		}
	}
	var at []int
	for _, part := range []string{"What <code>a &lt;b&gt; &amp; c</code> reads",
		">QueryEntities Orders where Status eq ?<", "Table scan", "<dd>6,000</dd>", "tested on each entity read",
		`class="lanes"`, "read\u00a01,\u00a0returned\u00a01",
		">QueryEntities Orders where PartitionKey eq ?<", ">QueryEntity Orders<", "2 requests · 1 conflict"} {
		at = append(at, strings.Index(text, part))
		if at[len(at)-1] < 0 {
			t.Errorf("it has no %s", part)
		}
	}
	if !slices.IsSorted(at) {
		t.Errorf("the order is wrong: %d", at)
	}
	link := regexp.MustCompile(`href="https://rowkey\.example(/\w+/#\w+\.)([\w-]+)"`)
	links := link.FindAllStringSubmatch(text, -1)
	if len(links) != 5 {
		t.Fatalf("it has the links %q", links)
	}
	if large := strings.Repeat("b,1,"+strings.Repeat("ä", 100)+"\n", 1<<13); !strings.Contains(
		seen().HTML("", "", []watched.File{{Name: "Orders.csv", Text: table + large}}), "too large for a link") {
		t.Error("a large table isn't mentioned")
	}
	for i, want := range [2]string{"/design/#d1. entities:\n", "/play/#v1. " +
		"=QueryEntities Orders where Status eq ?\nwatched.http 90\nOrders.csv\n\n" +
		"### QueryEntities Orders where Status eq ?\nGET {{host}}/Orders()?$filter=Status eq 'shut'\n" + table} {
		packed, _ := base64.RawURLEncoding.DecodeString(links[i][2])
		opened, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed[3:])))
		if got := links[i][1] + " " + string(opened); err != nil || got != want {
			t.Errorf("%v\n%s", err, cmp.Diff(want, got))
		}
	}
}
