package playground_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/hosts/frame/command"
	"github.com/rowkey/rowkey/engine/hosts/frame/playground"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

// page is a page with one session.
type page struct {
	*testing.T
	host *frame.Host
}

func open(t *testing.T) page {
	t.Helper()
	h := frame.New(full.Sandbox())
	command.Serve(h, full.Sandbox())
	playground.Serve(h, full.Sandbox())
	p := page{t, h}
	p.call("open", nil)
	return p
}

type fields map[string]any

// ask makes a call and returns its reply, which can be an error.
func (p page) ask(op string, more fields) gjson.Result {
	p.Helper()
	call := fields{"op": op, "session": "s"}
	for name, value := range more {
		call[name] = value
	}
	body, err := json.Marshal(call)
	if err != nil {
		p.Fatal(err)
	}
	reply := string(p.host.Answer(body))
	if !gjson.Valid(reply) {
		p.Fatalf("the reply to %s is not JSON: %s", body, reply)
	}
	return gjson.Parse(reply)
}

// call makes a call that has to be answered.
func (p page) call(op string, more fields) gjson.Result {
	p.Helper()
	reply := p.ask(op, more)
	if e := reply.Get("error"); e.Exists() {
		p.Fatalf("%s: %s", op, e)
	}
	return reply
}

// is compares what a reply says at a path.
func (p page) is(reply gjson.Result, path, want string) {
	p.Helper()
	if got := reply.Get(path).String(); got != want {
		p.Errorf("%s is %s, want %s", path, got, want)
	}
}

const orders = `PartitionKey,RowKey,Total:Double,Paid:Boolean
a,1,9.5,true
a,2,,false
b,1,"1.25",
`

func (p page) fill() gjson.Result {
	p.Helper()
	return p.call("fill", fields{"table": "Orders", "text": orders, "line": 2})
}

const file = `### The orders of a
# @name ofA
# @ref Orders
# @expect rows == 2
GET {{host}}/Orders()?$filter=PartitionKey eq 'a'

### One more
# @name more
# @expect status == 201
POST {{host}}/Orders

{"PartitionKey": "a", "RowKey": "{{$guid}}"}

### It has an ETag
# @name changed
# @expect status == 204
MERGE {{host}}/Orders(PartitionKey='a',RowKey='{{more.response.body.$.RowKey}}')
If-Match: {{more.response.headers.ETag}}

{"Paid": true}
`

func TestParse(t *testing.T) {
	p := open(t)
	r := p.call("parse", fields{"file": "a.http", "text": file, "tables": []string{"Orders"}})
	p.is(r, "errors", "[]")
	p.is(r, "requests.#.line", "[1,7,14]")
	p.is(r, "requests.#.end", "[5,12,20]")
	p.is(r, "requests.#.name", `["ofA","more","changed"]`)
	p.is(r, "requests.#.title", `["The orders of a","One more","It has an ETag"]`)
	p.is(r, "requests.#.table", `["Orders","Orders","Orders"]`)
	p.is(r, "requests.2.method", "MERGE")
	p.is(p.call("parse", fields{"file": "a.http", "text": file}), "errors.#.line", "[3]")
	p.fill()
	p.is(p.call("parse", fields{"file": "a.http", "text": file}), "errors", "[]")
	r = p.call("parse", fields{
		"text": "# @name x\n\nGET {{host}}/a\n\n###\n\n# @ref y\nGET nowhere\n\n\n###\n@b = 1\n",
	})
	p.is(r, "requests.#.line", "[1,5]")
	p.is(r, "requests.#.end", "[3,8]")
	p.is(r, "errors.#.line", "[7,8]")
	p.is(r, "findings", "[]")
	r = p.call("parse", fields{"file": "a.http", "text": "GET {{host}}/Orders()?$filter=rowkey eq 'a'"})
	p.is(r, "findings.#.code", `["key-mistake"]`)
	p.is(r, "findings.#.column", "[31]")
	p.is(r, "findings.#.length", "[13]")
	p.is(r, "findings.#.fix.write", `["GET {{host}}/Orders()?$filter=RowKey eq 'a'"]`)
}

func TestFill(t *testing.T) {
	p := open(t)
	p.is(p.fill(), "@this", `{"stored":3,"refused":0,"errors":[]}`)
	p.is(p.call("tables", nil), "tables", `[{"name":"Orders","entities":3,"partitions":2,"bytes":110}]`)
	part := "PartitionKey,RowKey,Total:Double\na,1,1\na,3,x\na,4,4\n"
	r := p.call("fill", fields{"table": "orders", "text": part, "line": 5002})
	p.is(r, "stored", "1")
	p.is(r, "refused", "2")
	p.is(r, "errors.#.line", "[5002,5003]")
	p.is(r, "errors.#.column", "[1,5]")
	p.is(p.call("tables", nil), "tables.#.entities", "[4]")
	p.is(p.call("fill", fields{"table": "no table", "text": part}), "errors.#.line", "[1]")
	p.is(p.call("fill", fields{"table": "Orders", "text": "a,b"}), "errors.#.line", "[1]")
	many := "PartitionKey,RowKey\n# 250 times\na,1"
	r = p.call("fill", fields{"table": "Orders", "text": many})
	p.is(r, "refused", "250")
	p.is(r, "errors.#", "100")
}

func TestPlay(t *testing.T) {
	p := open(t)
	p.fill()
	play := func(from, to int) gjson.Result {
		p.Helper()
		return p.call("play", fields{"file": "a.http", "text": file, "from": from, "to": to})
	}
	r := play(3, 3)
	p.is(r, "ok", "true")
	p.is(r, "status", "Partition scan · read 2 → returned 2")
	p.is(r, "steps.0.view.0", "div")
	p.is(r, "errors", "[]")
	p.is(r, "steps.#", "1")
	p.is(r, "steps.0.name", "ofA")
	p.is(r, "steps.0.plan", "partition-scan")
	p.is(r, "steps.0.read", "2")
	p.is(r, "steps.0.expectations", `[{"text":"rows == 2","ok":true,"got":"2","line":4}]`)
	p.is(r, "steps.0.request.url",
		"http://127.0.0.1:10002/devstoreaccount1/Orders()?$filter=PartitionKey%20eq%20%27a%27")
	p.is(r, "steps.0.response.status", "200")

	r = play(14, 20) // what it refers to hasn't run yet
	p.is(r, "steps.#.name", `["more","changed"]`)
	p.is(r, "steps.#.before", `[true,false]`)
	p.is(r, "ok", "true")
	r = play(14, 20) // has run, but its ETag has changed since
	p.is(r, "steps.#.name", `["changed"]`)
	p.is(r, "steps.0.status", "412")
	p.is(r, "steps.0.code", "UpdateConditionNotSatisfied")
	p.is(r, "steps.0.table", "Orders")
	p.is(r, "ok", "false")
	r = play(8, 14) // other numbers than the first time, so no conflict
	p.is(r, "steps.#.status", "[201,204]")
	p.is(play(1, 1), "steps.0.expectations.0.got", "4")
	p.is(play(6, 6), "steps", "[]")
}

// TestPlayErrors: what is wrong with a request keeps only those from running that need it.
func TestPlayErrors(t *testing.T) {
	p := open(t)
	const text = "# @name a\nGET {{host}}/Tables\n###\n# @name b\n# @ref nowhere\nGET {{host}}/Tables\n" +
		"###\n# @ref b\nGET {{host}}/Tables\n"
	for line, want := range map[int]string{1: "[]", 4: "[5]", 8: "[5]"} {
		r := p.call("play", fields{"text": text, "from": line, "to": line})
		p.is(r, "errors.#.line", want)
		p.is(r, "ok", fmt.Sprint(want == "[]"))
	}
	r := p.call("play", fields{"text": "@a = {{b}}\n" + text, "from": 2, "to": 2})
	p.is(r, "errors.#.line", "[1]")
	p.is(r, "steps", "[]")
}

// TestPlayAll: all requests of a file give what a run of the file gives, in an account that has been used and
// then taken back, too.
func TestPlayAll(t *testing.T) {
	p := open(t)
	const text = "# @authorize\n# @expect status == 201\n" +
		"POST {{host}}/Tables\n\n{\"TableName\":\"T{{$randomInt}}\"}\n" +
		"###\n# @loop for 3\n# @transaction t\n" +
		"POST {{host}}/Orders\n\n{\"PartitionKey\":\"x\",\"RowKey\":\"{{$guid}}\"}\n" +
		"###\nPUT {{queue}}/orders\n###\nGET {{host}}/Orders\n"
	csv := fields{"name": "Orders.csv", "text": orders}
	want := p.call("run", fields{"json": true, "files": []fields{csv, {"name": "a.http", "text": text}}})
	p.fill()
	start := p.call("mark", nil).Get("mark").Int()
	for range 2 {
		r := p.call("play", fields{"file": "a.http", "text": text})
		for path, in := range map[string]string{
			"steps.#.response.body": "files.0.steps.#.body", "steps.#.status": "files.0.steps.#.status",
		} {
			p.is(r, path, gjson.Parse(want.Get("stdout").String()).Get(in).String())
		}
		p.call("do", fields{"method": "DELETE", "url": "http://127.0.0.1:10002/devstoreaccount1/Tables('Orders')"})
		p.call("back", fields{"mark": start})
	}
}

func TestMarks(t *testing.T) {
	p := open(t)
	tables := func() string { return p.call("tables", nil).Get("tables.#.entities").Raw }
	p.is(p.call("mark", nil), "mark", "1")
	p.fill()
	p.is(p.call("mark", nil), "mark", "2")
	p.call("play", fields{"file": "a.http", "text": file, "from": 7, "to": 20})
	for _, c := range []struct {
		mark int
		want string
	}{{2, "[3]"}, {1, "[]"}, {2, "[3]"}, {2, "[3]"}} {
		p.call("back", fields{"mark": c.mark})
		if got := tables(); got != c.want {
			t.Errorf("back at mark %d the tables have %s entities, want %s", c.mark, got, c.want)
		}
	}
	r := p.call("play", fields{"file": "a.http", "text": file, "from": 14, "to": 14})
	p.is(r, "steps.#.name", `["more","changed"]`) // what it refers to ran after the mark
	for range 60 {
		p.call("mark", nil)
	}
	p.is(p.ask("back", fields{"mark": 12}), "error", "there is no mark 12 any more")
	p.is(p.ask("back", fields{"mark": 13}), "@this", "{}")
	p.call("open", nil)
	p.is(p.ask("back", fields{"mark": 62}), "error", "there is no mark 62 any more")
	p.is(p.call("mark", nil), "mark", "1")
	p.call("close", nil)
	p.is(p.ask("mark", nil), "error", `there is no account for session "s" any more`)
}

func TestLanes(t *testing.T) {
	p := open(t)
	p.fill()
	if got := p.call("lanes", fields{"table": "orders"}).Get("view").Raw; !strings.HasPrefix(got,
		`["figure",{"class":"lanes"}`) || strings.Contains(got, "not") {
		t.Error(got)
	}
	p.is(p.ask("lanes", fields{"table": "None"}), "error", `there is no table "None"`)
}

func TestCompare(t *testing.T) {
	p := open(t)
	answer := func(status int, body string, headers ...[]string) fields {
		return fields{"status": status, "headers": headers, "body": body}
	}
	mine := answer(200, `{"value":[{"Timestamp":"2026-01-05T09:00:00Z","N":5.0}]}`, []string{"ETag", "1"})
	theirs := answer(200, `{"value":[{"N":5,"Timestamp":"2027-01-05T09:00:00Z"}]}`, []string{"etag", "2"})
	p.is(p.call("compare", fields{"mine": mine, "theirs": theirs}), "@this", `{"same":true,"differences":[]}`)
	theirs = answer(409, `{"odata.error":{"code":"EntityAlreadyExists","message":{"value":"No."}}}`)
	p.is(p.call("compare", fields{"mine": mine, "theirs": theirs}), "@this",
		`{"same":false,"differences":[{"part":"status","here":"200","there":"409"},`+
			`{"part":"error","here":"","there":"EntityAlreadyExists"}]}`)
}

func TestCode(t *testing.T) {
	p := open(t)
	const text = "### Create\nPOST {{host}}/Tables\n\n" +
		"{\"TableName\": \"Orders\"}\n\n### Read\nGET {{host}}/Orders"
	steps := p.call("play", fields{"file": "a.http", "text": text}).Get("steps").Value()
	code := func(form string, from, to int) gjson.Result {
		return p.ask("code", fields{"form": form, "text": text, "from": from, "to": to, "steps": steps})
	}
	got := code("python", 6, 7).Get("text").String()
	read := strings.Contains(got, "# Read\nfor entity in orders.list_entities():")
	if !read || strings.Contains(got, "Create") {
		t.Error(got)
	}
	if got := code("go", 1, 7).Get("text").String(); !strings.Contains(got, "orders.CreateTable(ctx, nil)") {
		t.Error(got)
	}
	p.is(code("cobol", 1, 7), "error", "there is no form cobol")
}

// FuzzAnswer: a call never panics, whatever is in it.
func FuzzAnswer(f *testing.F) {
	for _, call := range []string{
		`{"op":"parse","text":7,"tables":{"a":1}}`,
		`{"op":"parse","session":"s","text":"GET {{host}}/Orders","tables":[[],{},null,1e999]}`,
		`{"op":"fill","session":"s","table":"Orders","text":"PartitionKey,RowKey\n# 9 times\na,b","line":-1}`,
		`{"op":"fill","session":"s","table":{},"text":[],"line":1e308}`,
		`{"op":"play","session":"s","text":"GET {{host}}/Orders","from":-1e300,"to":1e300}`,
		`{"op":"play","session":"s","text":"GET {{host}}/Orders","from":"a","to":[]}`,
		`{"op":"tables","session":7}`,
		`{"op":"lanes","session":"s","table":"Orders"}`,
		`{"op":"browse","session":"s","table":"Orders","filter":"a eq 'b","from":[1],"limit":-1}`,
		`{"op":"browse","session":"s","table":"Orders","from":["a","\u0000/#?"],"limit":1e300}`,
		`{"op":"dump","session":"s","table":"Orders","format":"http","from":["a","1"],"limit":0.5}`,
		`{"op":"dump","session":"s","table":"Orders","format":"csv","from":{"0":"a","1":"b"}}`,
		`{"op":"mark","session":"s"}`,
		`{"op":"back","session":"s","mark":1e300}`,
		`{"op":"code","form":"go","text":"GET {{host}}/A","to":9,"steps":[{"line":1,"request":{"method":"GET",` +
			`"url":"http://127.0.0.1:10002/devstoreaccount1/A?$top=x"},"response":7},[],null]}`,
		`{"op":"code","form":"curl","text":"# @transaction a\n# @loop for 9\nPUT {{host}}/A","to":9,"steps":[` +
			`{"line":3,"request":{"url":"http://127.0.0.1:10002/devstoreaccount1/$batch","headers":[[7]]}}]}`,
		`{"op":"compare","mine":[],"theirs":{"status":"x","headers":[[[]],7],"body":{}}}`,
	} {
		f.Add(call)
	}
	f.Fuzz(func(t *testing.T, call string) {
		p := open(t)
		p.fill()
		if reply := p.host.Answer([]byte(call)); !gjson.ValidBytes(reply) || reply[0] != '{' ||
			strings.HasPrefix(gjson.GetBytes(reply, "error").String(), "bug") {
			t.Errorf("Answer(%q) = %q", call, reply)
		}
		p.call("tables", nil)
	})
}

func TestDescribe(t *testing.T) {
	file := func(name, text string) fields { return fields{"name": name, "text": text} }
	data := file("Orders.csv", "PartitionKey,RowKey\na,1\nb,2\n")
	asked := file("a.http", "# @name all\nGET {{host}}/Orders()?$filter=PartitionKey ne 'a'\n")
	reply := open(t).call("describe", fields{"files": []fields{asked, data}})
	if !strings.Contains(reply.Get("text").Str, "\n  as it is:\n") || reply.Get("errors.#").Int() != 0 ||
		reply.Get("notes.0").Str != "“all” isn't a question here: it excludes a key." {
		t.Error(reply.Raw)
	}
	reply = open(t).call("describe", fields{"files": []fields{asked}})
	if reply.Get("text").Str != "" || reply.Get("errors.0.message").Str != "There are no entities to describe." {
		t.Error(reply.Raw)
	}
}

// TestComplete: suggestions know what is in the account now, and what other scripts write.
func TestComplete(t *testing.T) {
	p := open(t)
	p.call("fill", fields{"table": "Orders", "text": orders})
	at := func(before string) string {
		return p.call("complete", fields{
			"before": before, "after": "\n", "scripts": []string{"POST {{host}}/Other\n\n{\"Colour\": 1}"},
		}).Get("options.#.write").Raw
	}
	const body = "PATCH {{host}}/Other(PartitionKey='a',RowKey='1')\n\n{\""
	for before, want := range map[string]string{
		"GET {{host}}/Orders()?$select=To":                `["PartitionKey","RowKey","Timestamp","Total","Paid"]`,
		"GET {{host}}/Orders()?$filter=PartitionKey eq '": `["a","b"]`,
		"GET {{host}}/Orders()?$filter=Paid eq ":          `["true","false"]`,
		"GET {{host}}/Orders(PartitionKey='a',RowKey='":   `["1","2"]`,
		body: `["PartitionKey","RowKey","Timestamp","Colour","TableName"]`,
	} {
		if got := at(before); got != want {
			t.Errorf("%q: %s, want %s", before, got, want)
		}
	}
	p.call("fill", fields{"table": "New", "text": orders})
	if got := at("POST {{host}}/"); got != `["New","Orders","Other","Tables"]` {
		t.Error(got)
	}
	p.call("play", fields{"text": "DELETE {{host}}/Tables('New')"})
	if got := at("POST {{host}}/"); got != `["Orders","Other","Tables"]` {
		t.Error(got)
	}
}
