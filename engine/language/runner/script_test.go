package runner_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/runner/runnertest"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// names lists the steps by their names, or targets.
func names(steps []runner.Step) string {
	var all []string
	for _, s := range steps {
		if s.Name == "" {
			all = append(all, s.Target)
		} else {
			all = append(all, s.Name)
		}
	}
	return strings.Join(all, " ")
}

func TestRequest(t *testing.T) {
	f := &runnertest.Target{Clock: runnertest.Start()}
	steps := runnertest.Run(t, f, "\ufeff"+strings.ReplaceAll(`@customer = customer-0042
@filter = PartitionKey eq '{{customer}}'

### Orders of one customer
// a comment
# another, and a directive of another tool
# @note slow
# @name openOrders
POST {{host}}/Orders()
  ?$filter={{filter}} and Name ge 'Ö"#%41%4'
  &$top=10 HTTP/1.1
# a comment between headers
Accept:application/json;odata=nometadata
  X-Note :
x-ms-client-request-id:   {{customer}}-7  
Content-Type: text/plain

{
  "a": {"b": "{{customer}}"},
  // stripped
    # stripped
  "url": "http://x"
}

`, "X-Note :", "X-Note:"))
	want := wire.Request{
		Method: "POST",
		URL: runnertest.Host + "/Orders()?$filter=PartitionKey%20eq%20%27customer-0042%27%20and%20Name%20ge%20" +
			"%27%C3%96%22%23%41%254%27&$top=10",
		Headers: wire.Headers{
			{Name: "Accept", Value: "application/json;odata=nometadata"},
			{Name: "X-Note", Value: ""},
			{Name: "x-ms-client-request-id", Value: "customer-0042-7"},
			{Name: "Content-Type", Value: "text/plain"},
			{Name: "DataServiceVersion", Value: "3.0"},
			{Name: "x-ms-version", Value: "2019-02-02"},
		},
		Body: []byte("{\n  \"a\": {\"b\": \"customer-0042\"},\n  \"url\": \"http://x\"\n}"),
	}
	if diff := cmp.Diff([]wire.Request{want}, f.Sent); diff != "" {
		t.Error(diff)
	}
	s := steps[0]
	got := []string{s.Name, s.Title, s.Method, s.Target, strconv.Itoa(s.Line)}
	wantStep := []string{
		"openOrders", "Orders of one customer", "POST",
		`/Orders()?$filter=PartitionKey eq 'customer-0042' and Name ge 'Ö"#%41%4'&$top=10`, "9",
	}
	if diff := cmp.Diff(wantStep, got); diff != "" {
		t.Error(diff)
	}
}

func TestDefaultHeaders(t *testing.T) {
	f := &runnertest.Target{Clock: runnertest.Start()}
	runnertest.Run(t, f, "GET {{host}}/Orders\n\n###\nPOST {{host}}/Orders\naccept: */*\nX-MS-Version: 2020-12-06\n\n{}\n")
	want := []wire.Headers{
		{
			{Name: "Accept", Value: "application/json;odata=minimalmetadata"},
			{Name: "DataServiceVersion", Value: "3.0"},
			{Name: "x-ms-version", Value: "2019-02-02"},
		},
		{
			{Name: "accept", Value: "*/*"},
			{Name: "X-MS-Version", Value: "2020-12-06"},
			{Name: "Content-Type", Value: "application/json"},
			{Name: "DataServiceVersion", Value: "3.0"},
		},
	}
	for i, w := range want {
		if diff := cmp.Diff(w, f.Sent[i].Headers); diff != "" {
			t.Errorf("request %d: %s", i, diff)
		}
	}
}

// TestLineEnds: what is sent does not depend on how the file's lines end.
func TestLineEnds(t *testing.T) {
	const text = "@a = 1\n### T\n# @name n\nPOST {{host}}/T?x={{a}}\nX: y\n\n{\n}\n\n"
	var sent [2][]wire.Request
	for i, ends := range []string{"\n", "\r\n"} {
		f := &runnertest.Target{Clock: runnertest.Start()}
		runnertest.Run(t, f, strings.ReplaceAll(text, "\n", ends))
		sent[i] = f.Sent
	}
	if diff := cmp.Diff(sent[0], sent[1]); diff != "" {
		t.Error(diff)
	}
}

func TestMethods(t *testing.T) {
	f := &runnertest.Target{Clock: runnertest.Start()}
	runnertest.Run(t, f, strings.Join([]string{
		"GET {{host}}/a", "POST {{host}}/a", "PUT {{host}}/a", "PATCH {{host}}/a", "DELETE {{host}}/a",
		"MERGE {{host}}/a", "POST {{host}}/a\nX-HTTP-Method: MERGE", "GET http://127.0.0.1/x", "GET https://a.table.core.windows.net/x",
	}, "\n###\n"))
	var got []string
	for _, r := range f.Sent {
		got = append(got, strings.TrimSpace(r.Method+" "+r.URL+" "+r.Headers.Get("X-HTTP-Method")))
	}
	want := []string{
		"GET " + runnertest.Host + "/a", "POST " + runnertest.Host + "/a", "PUT " + runnertest.Host + "/a", "PATCH " + runnertest.Host + "/a",
		"DELETE " + runnertest.Host + "/a", "MERGE " + runnertest.Host + "/a", "POST " + runnertest.Host + "/a MERGE",
		"GET http://127.0.0.1/x", "GET https://a.table.core.windows.net/x",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestHost: the file's own @host comes before the runner's.
func TestHost(t *testing.T) {
	f := &runnertest.Target{Clock: runnertest.Start()}
	s := runnertest.Parse(t, "a.http", "@host = http://127.0.0.1:9/x\nGET {{host}}/T")
	steps := runner.Run(s, 0, f, runner.Options{Host: runnertest.Host})
	if got := f.Sent[0].URL + " " + steps[0].Target; got != "http://127.0.0.1:9/x/T /T" {
		t.Errorf("got %s", got)
	}
	f = &runnertest.Target{Clock: runnertest.Start()}
	steps = runner.Run(runnertest.Parse(t, "a.http", "GET {{host}}/T"), 0, f, runner.Options{Host: runnertest.Host + "/"})
	if got := f.Sent[0].URL + " " + steps[0].Target; got != runnertest.Host+"/T /T" {
		t.Errorf("got %s", got)
	}
}

func TestOrder(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"top to bottom": {"GET {{host}}/1\n###\nGET {{host}}/2", "/1 /2"},
		"refs first, once": {`
# @name a
# @ref c
GET {{host}}/a
###
# @name b
# @ref c
# @ref a
GET {{host}}/b
###
# @name c
GET {{host}}/c`, "c a b"},
		"a response is a reference": {`
# @name a
GET {{host}}/{{b.response.headers.N}}
###
# @name b
GET {{host}}/b`, "b a"},
		"also within a variable or an expectation": {`
@n = {{b.response.headers.N}}
# @name a
# @expect status != {{c.response.headers.N}}
GET {{host}}/{{n}}
###
# @name b
GET {{host}}/b
###
# @name c
GET {{host}}/c`, "b c a"},
		"a transaction as a whole": {`
# @name a
# @ref t2
GET {{host}}/a
###
# @name t1
# @transaction t
# @ref d
DELETE {{host}}/t1
###
# @name t2
# @transaction t
# @ref t1
DELETE {{host}}/t2
###
# @name d
GET {{host}}/d`, "d t1 t2 a"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := names(runnertest.Run(t, runnertest.Always(200, "", "N", "1"), c.text)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestMarkdown: each fence is an example, with what it refers to and no more before it.
func TestMarkdown(t *testing.T) {
	s := runnertest.Parse(t, "guide.MD", runnertest.Guide)
	type example struct {
		Name, Title string
		Line        int
		Fences      []int
		Hidden      bool
		Runs        string
	}
	var got []example
	for i, e := range s.Examples {
		steps := runner.Run(s, i, runnertest.Always(200, ""), runner.Options{Host: runnertest.Host})
		got = append(got, example{e.Name, e.Title, e.Line, e.Fences, e.Hidden, names(steps)})
	}
	want := []example{
		{Line: 4, Fences: []int{0}},
		{"create", "Create", 8, []int{1}, true, "create"},
		{"two", "One", 15, []int{2, 3}, false, "create one two"},
		{"three", "Three", 30, []int{4}, false, "create one two three /Orders/second"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestFences: what a page does, which has the texts of its fences and no more.
func TestPage(t *testing.T) {
	var fences []script.Fence
	for _, f := range script.Fences(runnertest.Guide) {
		fences = append(fences, script.Fence{Line: 1, Text: f.Text})
	}
	fences[3].Text += "\n# @expct status == 200"
	s := script.ParseFences("guide.md", fences)
	if len(s.Examples) != 4 {
		t.Fatalf("%d examples", len(s.Examples))
	}
	e := s.Errors[0]
	if e.Fence != 3 || e.Line != 5 || e.Column != 3 {
		t.Errorf("%+v", e)
	}
	if got := s.Check(3); len(got) != 1 || got[0] != e {
		t.Errorf("an example that refers to a broken one has the errors %v", got)
	}
	if got := s.Check(1); len(got) != 0 {
		t.Errorf("an example that refers to none has the errors %v", got)
	}
	if steps := runner.Run(s, 3, runnertest.Always(200, ""), runner.Options{}); steps != nil {
		t.Errorf("it ran: %v", steps)
	}
}

func TestLoopAndSleep(t *testing.T) {
	f := &runnertest.Target{Clock: runnertest.Start()}
	steps := runnertest.Run(t, f, "# @loop for 3\n# @sleep 1500\nPUT {{host}}/{{$index}}/{{$datetime iso8601}}\n###\nGET {{host}}/last")
	var got []string
	for _, r := range f.Sent {
		got = append(got, strings.TrimPrefix(r.URL, runnertest.Host))
	}
	want := []string{
		"/0/2026-01-05T09:00:01.500Z", "/1/2026-01-05T09:00:03.000Z", "/2/2026-01-05T09:00:04.500Z", "/last",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(steps) != 2 || steps[0].Iterations != 3 || steps[1].Iterations != 1 {
		t.Errorf("steps %+v", steps)
	}
}
