package view_test

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const base = "http://127.0.0.1:10002/devstoreaccount1"

// sample is what one example did, and the table it left behind.
type sample struct {
	name   string
	steps  []runner.Step
	layout trace.Layout
	status string // the sentence that Status returns
}

// employees is the table of most samples: nine entities in three partitions.
var employees = trace.Layout{Table: "Employees", Partitions: []trace.Lane{
	{PartitionKey: "HR", RowKeys: []string{"000102", "000231"}},
	{PartitionKey: "Marketing", RowKeys: []string{"000145", "000206", "000310"}},
	{PartitionKey: "Sales", RowKeys: []string{"000118", "000223", "000240", "000377"}},
}}

// staff is 5,000 entities in five partitions.
func staff() trace.Layout {
	l := trace.Layout{Table: "Staff"}
	for i, name := range []string{"Engineering", "Finance", "Marketing", "Sales", "Support"} {
		l.Partitions = append(l.Partitions, numbered(name, 100_000*(i+1), 1000))
	}
	return l
}

// customers is 100 partitions of 5 to 44 entities.
func customers() trace.Layout {
	l := trace.Layout{Table: "Orders"}
	for i := range 100 {
		l.Partitions = append(l.Partitions, numbered(fmt.Sprintf("customer-%04d", i), 1, 5+i*7%40))
	}
	return l
}

func customerQuery() runner.Step {
	s := query(plan.Range, "", `{"value":[]}`)
	s.Trace.Table = "orders"
	for i := range 12 {
		record(s.Trace, fmt.Sprintf("customer-0042/%06d returned", i+4))
	}
	s.Cost = s.Trace.Cost
	return s
}

// numbered is a partition of n entities whose RowKeys count up from first.
func numbered(partitionKey string, first, n int) trace.Lane {
	lane := trace.Lane{PartitionKey: partitionKey}
	for i := range n {
		lane.RowKeys = append(lane.RowKeys, fmt.Sprintf("%06d", first+i))
	}
	return lane
}

// query returns the step of a query that was answered with body. acts says what happened to which keys, in
// order: "Sales/000118 returned".
func query(kind plan.Kind, filter, body string, acts ...string) runner.Step {
	tr := &trace.Trace{Operation: "QueryEntities", Table: "Employees", Plan: plan.Plan{Kind: kind}}
	record(tr, acts...)
	tr.Cost.Transactions, tr.Cost.Pages, tr.Cost.BytesReturned = 1, 1, len(body)
	target := "/Employees()?$filter=" + strings.ReplaceAll(filter, " ", "%20")
	return runner.Step{
		Name: "find", Method: "GET", Target: target, Trace: tr, Cost: tr.Cost, Plan: kind.String(), Iterations: 1,
		Request: wire.Request{Method: "GET", URL: base + target, Headers: wire.Headers{
			{Name: "Accept", Value: "application/json;odata=nometadata"}}},
		Response: wire.Response{Status: 200, Body: []byte(body), Headers: wire.Headers{
			{Name: "Content-Type", Value: "application/json;odata=nometadata;streaming=true;charset=utf-8"}}},
	}
}

// write returns the step of a request that changed something.
func write(operation string, status int, body string, acts ...string) runner.Step {
	tr := &trace.Trace{Operation: operation, Table: "Employees"}
	record(tr, acts...)
	tr.Cost.Transactions = 1
	return runner.Step{
		Name: "write", Method: "POST", Target: "/Employees", Trace: tr, Cost: tr.Cost, Iterations: 1,
		Request:  wire.Request{Method: "POST", URL: base + "/Employees", Body: []byte(body)},
		Response: wire.Response{Status: status},
	}
}

func record(tr *trace.Trace, acts ...string) {
	names := map[string]trace.Act{
		"read": trace.Read, "returned": trace.Returned, "written": trace.Written, "deleted": trace.Deleted,
	}
	for _, a := range acts {
		key, act, _ := strings.Cut(a, " ")
		pk, rk, _ := strings.Cut(key, "/")
		tr.Record(table.Key{PartitionKey: pk, RowKey: rk}, names[act], 118)
	}
}

func expecting(s runner.Step, list ...expect.Result) runner.Step {
	s.Expectations = list
	return s
}

func refuse(s runner.Step, f *fault.Error, body string) runner.Step {
	s.Trace.Fault = f
	s.Response.Status, s.Response.Body = f.Code.Status, []byte(body)
	return s
}

func samples() []sample {
	return append(querySamples(), append(writeSamples(), oddSamples()...)...)
}

func querySamples() []sample {
	return []sample{
		{"point", []runner.Step{pointQuery()}, employees, "Point query · read 1 → returned 1"},
		{"range", []runner.Step{rangeQuery()}, employees, "Range query · read 3 → returned 2"},
		{"partition-scan", []runner.Step{partitionScan()}, employees,
			"1 of 2 checks failed"},
		{"table-scan-of-5000", []runner.Step{bigScan()}, staff(),
			"Table scan · read 5,000 → returned 2"},
		{"hundred-partitions", []runner.Step{customerQuery()}, customers(),
			"Range query · read 12 → returned 12"},
		{"empty-answer", []runner.Step{
			query(plan.Point, "PartitionKey eq 'Sales' and RowKey eq '000999'", `{"value":[]}`)},
			employees, "Point query · read 0 → returned 0"},
		{"wide-entity", []runner.Step{wideEntity()}, trace.Layout{},
			"Point query · read 1 → returned 1"},
		{"page-of-1000", []runner.Step{page()}, trace.Layout{},
			"Table scan · read 0 → returned 0"},
	}
}

func pointQuery() runner.Step {
	s := query(plan.Point, "", `{"odata.metadata":"`+
		base+`/$metadata#Employees/@Element","odata.etag":"W/\"x\"",`+
		`"PartitionKey":"Sales","RowKey":"000223","Timestamp":"2026-01-05T09:00:00Z","LastName":"Jones","Age":34}`,
		"Sales/000223 returned")
	s.Target = "/Employees(PartitionKey='Sales',RowKey='000223')"
	s.Request.URL = base + s.Target
	s.Trace.Operation = "QueryEntity"
	s.Trace.Plan.Scope = "PartitionKey 'Sales', RowKey '000223'"
	return expecting(s,
		expect.Result{Text: "status == 200", OK: true}, expect.Result{Text: "plan == point", OK: true})
}

func rangeQuery() runner.Step {
	s := query(plan.Range, "PartitionKey eq 'Sales' and RowKey ge '000200' and Age gt 30",
		`{"value":[{"PartitionKey":"Sales","RowKey":"000223","Age":34,"Total@odata.type":"Edm.Int64",`+
			`"Total":"12","Note":null},`+
			`{"PartitionKey":"Sales","RowKey":"000377","Age":52,"Email":"","Total@odata.type":"Edm.Int64",`+
			`"Total":"9"}]}`,
		"Sales/000223 returned", "Sales/000240 read", "Sales/000377 returned")
	s.Trace.Plan.Scope = "PartitionKey 'Sales', RowKey from '000200'"
	s.Trace.Plan.Terms = []plan.Term{
		{Text: "PartitionKey eq 'Sales'", Role: plan.Bound},
		{Text: "RowKey ge '000200'", Role: plan.Bound},
		{Text: "Age gt 30", Role: plan.AfterRead},
	}
	return s
}

func partitionScan() runner.Step {
	s := query(plan.PartitionScan, "PartitionKey eq 'Sales' and LastName eq 'Jones'",
		`{"value":[{"PartitionKey":"Sales","RowKey":"000223","LastName":"Jones"}]}`,
		"Sales/000118 read", "Sales/000223 returned", "Sales/000240 read", "Sales/000377 read")
	s.Trace.Plan.Scope = "PartitionKey 'Sales'"
	s.Trace.Plan.Advice = "Store a second copy under a RowKey that begins with LastName."
	return expecting(s, expect.Result{Text: "plan == range", Got: "partition-scan"},
		expect.Result{Text: "rows == 1", OK: true}, expect.Result{Text: "cost.pages == 1", Skipped: true})
}

func bigScan() runner.Step {
	s := query(plan.TableScan, "Desk eq 7 or Desk eq 8", `{"value":[]}`)
	s.Trace.Table = "Staff"
	for _, lane := range staff().Partitions {
		for i, key := range lane.RowKeys {
			act := "read"
			if lane.PartitionKey == "Sales" && (i == 118 || i == 377) {
				act = "returned"
			}
			record(s.Trace, lane.PartitionKey+"/"+key+" "+act)
		}
	}
	s.Cost = s.Trace.Cost
	return s
}

func wideEntity() runner.Step {
	body := `{"PartitionKey":"meter-7","RowKey":"2026-01-05"`
	for hour := range 24 {
		body += fmt.Sprintf(`,"H%02d":%d`, hour, hour*hour)
	}
	s := query(plan.Point, "", body+"}", "meter-7/2026-01-05 returned")
	s.Trace.Operation = "QueryEntity"
	return s
}

func page() runner.Step {
	rows := make([]string, 1000)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%04d"}`, i)
	}
	s := query(plan.TableScan, "", `{"value":[`+strings.Join(rows, ",")+`]}`)
	s.Response.Headers.Add("x-ms-continuation-NextPartitionKey", "1!4!cA--")
	s.Response.Headers.Add("x-ms-continuation-NextRowKey", "1!8!MTAwMA--")
	return s
}

func writeSamples() []sample {
	insert := write("InsertEntity", 201, "{\n  \"PartitionKey\": \"Sales\",\n  \"RowKey\": \"000240\"\n}",
		"Sales/000240 written")
	remove := write("DeleteEntity", 204, "", "Sales/000300 deleted")
	remove.Method, remove.Trace.Plan = "DELETE", plan.Plan{Kind: plan.Point}
	many := write("InsertEntity", 201, `{"PartitionKey":"p","RowKey":"000999"}`, "p/000999 written")
	many.Iterations = 1000
	many.Trace.Table = "Orders"
	for i := range 999 {
		record(many.Trace, fmt.Sprintf("p/%06d written", i))
	}
	many.Trace.Cost.Transactions = 1000
	many.Cost = many.Trace.Cost
	orders := trace.Layout{Table: "Orders", Partitions: []trace.Lane{numbered("p", 0, 1000)}}
	tens := write("EntityGroupTransaction", 202, "", "p/000001 written", "p/000002 written")
	tens.Transaction, tens.Iterations = "fill", 1000
	tens.Part = &wire.Response{Status: 201}
	tens.Trace.Cost.Transactions = 10
	tens.Cost = tens.Trace.Cost
	create := write("CreateTable", 201, `{"TableName":"Employees"}`)
	create.Hidden, create.Name = true, "createEmployees"
	insert.Example = 1
	list := query(plan.None, "", `{"value":[{"TableName":"Employees"},{"TableName":"Staff"}]}`)
	list.Trace = &trace.Trace{Operation: "QueryTables", Cost: trace.Cost{Transactions: 1}}
	list.Cost = list.Trace.Cost
	two := write("InsertEntity", 201, `{"PartitionKey":"HR","RowKey":"000102"}`, "HR/000102 written")
	return []sample{
		{"insert-after-set-up", []runner.Step{create, insert}, employees, "Insert entity · 1 entity written"},
		{"delete", []runner.Step{remove}, employees, "Delete entity · 1 entity deleted"},
		{"loop", []runner.Step{many}, orders, "Insert entity × 1,000 · 1,000 entities written"},
		{"loop-of-transactions", []runner.Step{tens}, trace.Layout{},
			"Entity group transaction · 2 entities written"},
		{"tables", []runner.Step{list}, trace.Layout{}, "Query tables"},
		{"transaction", transaction(), employees, "Entity group transaction · 2 entities written, 1 deleted"},
		{"transaction-refused", refusedTransaction(), employees,
			"409 EntityAlreadyExists · Entity group transaction"},
		{"two-steps", []runner.Step{two, rangeQuery()}, employees,
			"2 requests · read 3 → returned 2 · 1 entity written"},
	}
}

// transaction is three operations sent as one request.
func transaction() []runner.Step {
	whole := write("EntityGroupTransaction", 202, "--batch_1\r\nContent-Type: multipart/mixed\r\n",
		"Sales/000118 written", "Sales/000200 deleted", "Sales/000223 written")
	whole.Request.URL = base + "/$batch"
	steps := []runner.Step{
		{Name: "first", Method: "POST", Target: "/Employees", Part: &wire.Response{Status: 201}},
		{Method: "DELETE", Target: "/Employees(PartitionKey='Sales',RowKey='000200')",
			Part: &wire.Response{Status: 204}},
		whole,
	}
	steps[2].Name, steps[2].Part = "", &wire.Response{Status: 204}
	steps[2].Method, steps[2].Target = "PATCH", "/Employees(PartitionKey='Sales',RowKey='000223')"
	for i := range steps {
		steps[i].Transaction = "change"
		if i < len(steps)-1 {
			steps[i].Response = *steps[i].Part
		}
	}
	return steps
}

func refusedTransaction() []runner.Step {
	body := []byte(`{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"1:The ` +
		`specified entity already exists.\nRequestId:0"}}}`)
	steps := []runner.Step{
		{Name: "fresh", Method: "POST", Target: "/Employees", Transaction: "add"},
		refuse(write("EntityGroupTransaction", 202, ""), fault.New(fault.EntityAlreadyExists), ""),
	}
	steps[1].Transaction, steps[1].Response.Status = "add", 202
	steps[1].Part = &wire.Response{Status: 409, Body: body}
	steps[1].Expectations = []expect.Result{{Text: "error == EntityAlreadyExists", OK: true}}
	return steps
}

func oddSamples() []sample {
	exists := refuse(write("InsertEntity", 409, `{"PartitionKey":"Sales","RowKey":"000223"}`),
		fault.New(fault.EntityAlreadyExists), `{"odata.error":{"code":"EntityAlreadyExists"}}`)
	syntax := refuse(query(plan.None, "PartitionKey = 'Sales'", ""), &fault.Error{
		Code: fault.InvalidInput, Message: "Syntax error at position 13.", Start: 13, End: 14,
		Hint: "Write eq where other languages write =.",
	}, `{"odata.error":{"code":"InvalidInput"}}`)
	missing := refuse(query(plan.None, "Age gt", ""), &fault.Error{Code: fault.InvalidInput, Start: 6, End: 6},
		"")
	remote := query(plan.None, "",
		`{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"No such table."}}}`)
	remote.Trace, remote.Response.Status = nil, 404
	broken := runner.Step{Name: "later", Method: "GET", Line: 12, Err: &script.Error{
		Line: 12, Message: "Nothing is called {{customer}}.", Hint: "Write @customer = … above it."}}
	return []sample{
		{"refused", []runner.Step{exists}, employees,
			"409 EntityAlreadyExists · Insert entity"},
		{"filter-refused", []runner.Step{expecting(syntax, expect.Result{Text: "status == 400", OK: true})},
			employees,
			"400 InvalidInput · Query entities"},
		{"filter-unfinished", []runner.Step{missing}, employees,
			"400 InvalidInput · Query entities"},
		{"remote", []runner.Step{remote}, trace.Layout{}, "404 TableNotFound"},
		{"script-error", []runner.Step{pointQuery(), broken}, employees,
			"Stopped at the marked line"},
		{"markup", []runner.Step{markup()}, trace.Layout{Table: `<b>"&'`, Partitions: []trace.Lane{
			{PartitionKey: "<script>alert(1)</script>", RowKeys: []string{"", `"><img src=x>`}},
			{PartitionKey: "\r\n\x00\u0085", RowKeys: []string{"a"}}}},
			"Table scan · read 1 → returned 1"},
		{"blobs", []runner.Step{listed("<Blobs>" +
			"<Blob><Name>a&amp;b &lt;1&gt;</Name><Properties><Etag>0x8D</Etag><Content-Length>120</Content-Length>" +
			"<Content-Encoding /></Properties><Metadata><lines>2</lines></Metadata></Blob>" +
			"<BlobPrefix><Name>2026/</Name></BlobPrefix></Blobs><NextMarker>b</NextMarker>")},
			trace.Layout{}, "List blobs"},
		{"messages", []runner.Step{listed("<QueueMessagesList><QueueMessage><MessageId>1</MessageId>" +
			"<DequeueCount>1</DequeueCount><MessageText>hello</MessageText></QueueMessage></QueueMessagesList>")},
			trace.Layout{}, "List blobs"},
		{"no-blobs", []runner.Step{listed("<Blobs></Blobs><NextMarker />")}, trace.Layout{}, "List blobs"},
		{"no-list", []runner.Step{listed("<Blobs>a<></Blobs>")}, trace.Layout{}, "List blobs"},
		{"nothing", nil, trace.Layout{}, "Nothing to run"},
	}
}

// listed is a step that a service answered with a list.
func listed(list string) runner.Step {
	s := query(plan.None, "", "<EnumerationResults>"+list+"</EnumerationResults>")
	s.Service, s.Trace.Operation = grant.Blob, "ListBlobs"
	return s
}

func markup() runner.Step {
	s := query(plan.TableScan, "</pre><script>",
		`{"value":[{"PartitionKey":"<script>alert(1)</script>","<b>":"</td>&amp;"}]}`)
	s.Trace.Table = `<b>"&'`
	record(s.Trace, `<script>alert(1)<\/script>/" returned`)
	s.Cost.EntitiesRead, s.Cost.EntitiesReturned = 1, 1
	s.Trace.Plan.Terms = []plan.Term{{Text: "A eq '<i>'"}}
	return s
}
