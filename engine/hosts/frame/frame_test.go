package frame_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

func TestRefusals(t *testing.T) {
	tests := []struct{ name, call, want string }{
		{"nothing", ``, `{"error":"the call isn't JSON"}`},
		{"half a call", `{"op":"open"`, `{"error":"the call isn't JSON"}`},
		{"a call nested deeply", strings.Repeat("[", 1e6), `{"error":"the call isn't JSON"}`},
		{"no operation", `{}`, `{"error":"there is no call \"\""}`},
		{"another operation", `{"op":"stop"}`, `{"error":"there is no call \"stop\""}`},
		{"no such example", `{"op":"example","examples":[["GET /"]],"index":1}`,
			`{"error":"the page has no example 1"}`},
		{"an example before the first", `{"op":"example","examples":[["GET /"]],"index":-1}`,
			`{"error":"the page has no example -1"}`},
		{"an index out of any range", `{"op":"example","examples":[],"index":1e300}`,
			`{"error":"the page has no example 9223372036854775807"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(frame.New(sandbox.Tables()).Answer([]byte(test.call))); got != test.want {
				t.Errorf("Answer(%s)\n got %s\nwant %s", test.call, got, test.want)
			}
		})
	}
}

// TestFull: a host with tables alone hands back calls that need a full account, which a full host answers.
// Both answer other calls in the same way.
func TestFull(t *testing.T) {
	tables, all := frame.New(sandbox.Tables()), frame.New(full.Sandbox())
	const back = `{"full":true,"error":"this needs a full account, and the accounts here have only tables"}`
	for _, c := range []struct {
		call string
		back bool
	}{
		{`{"op":"example","examples":[["PUT {{blob}}/logs?restype=container"]],"index":0}`, true},
		{`{"op":"example","examples":[["# @authorize\n"],["GET {{host}}/Tables"]],"index":1}`, true},
		{`{"op":"example","examples":[["PUT {{queue}}/orders"],["GET {{host}}/Tables"]],"index":1}`, false},
	} {
		got, want := string(tables.Answer([]byte(c.call))), string(all.Answer([]byte(c.call)))
		if gjson.Get(want, "error").Exists() {
			t.Errorf("%s: %s", c.call, want)
		}
		if c.back {
			want = back
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", c.call, got, want)
		}
	}
}

// A session of a full host reaches every service.
func TestFullSession(t *testing.T) {
	host := frame.New(full.Sandbox())
	host.Answer([]byte(`{"op":"open","session":"a"}`))
	reply := host.Answer([]byte(
		`{"op":"do","session":"a","method":"PUT","url":"http://127.0.0.1:10001/devstoreaccount1/orders","headers":[],"body":""}`))
	if got := gjson.GetBytes(reply, "status").Int(); got != 201 {
		t.Errorf("%s", reply)
	}
}

func TestExample(t *testing.T) {
	const create = `"# @name create\nPOST {{host}}/Tables\n\n{\"TableName\":\"{{table}}\"}\n"`
	const list = `"# @name list\n# @ref create\n# @expect body $.value[0].TableName == Orders\nGET ` +
		`{{host}}/Tables\n"`
	const page = `[["@table = Orders\n"],[` + create + `],[` + list + `]]`

	reply := example(t, page, "2")
	if !reply.Get("ok").Bool() {
		t.Errorf("the example failed: %s", reply.Get("status"))
	}
	if got := reply.Get("view.0").String(); got != "div" {
		t.Errorf("the view begins with %q, want an element div", got)
	}
	if got := reply.Get("errors").Raw; got != "[]" {
		t.Errorf("errors are %s, want none", got)
	}
}

func TestExampleAccounts(t *testing.T) {
	const create = `["POST {{host}}/Tables\n\n{\"TableName\":\"Orders\"}\n"]`
	page := "[" + create + "," + create + "]"
	for _, index := range []string{"0", "1", "0"} {
		if reply := example(t, page, index); !reply.Get("ok").Bool() {
			t.Errorf("example %s does not begin in an empty account: %s", index, reply.Get("status"))
		}
	}
}

func TestExampleFences(t *testing.T) {
	const create = `["# @name create\nPOST {{host}}/Tables\n\n{\"TableName\":\"Orders\"}\n"]`
	insert := func(key string) string {
		return `"# @name n` + key +
			`\n# @ref create\n# @transaction both\nPOST {{host}}/Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"` +
			key + `\"}\n"`
	}
	together := example(t, "["+create+",["+insert("1")+","+insert("2")+"]]", "1")
	if got := together.Get("status").String(); !strings.Contains(got, "2 entities written") {
		t.Errorf("two fences of one example: %q, want both written", got)
	}
	apart := example(t, "["+create+",["+insert("1")+"],["+insert("2")+"]]", "1")
	if got := apart.Get("status").String(); strings.Contains(got, "2 entities written") {
		t.Errorf("fences of two examples: %q, want one written", got)
	}
}

func TestExampleErrors(t *testing.T) {
	const good = `["GET {{host}}/Tables\n"]`
	tests := []struct{ name, page, index, places string }{
		{"in the first fence", `[["### One\n# @ref nowhere\nGET {{host}}/Tables\n"],` + good + `]`, "0",
			"0:2 "},
		{"in a later fence", `[` + good +
			`,["GET {{host}}/Tables\n"],["\n\n# @ref nowhere\nGET {{host}}/Tables"]]`, "2", "2:3 "},
		{"in another example", `[["# @ref nowhere\nGET {{host}}/Tables"],` + good + `]`, "1", ""},
		{"in what it refers " +
			"to", `[["# @name a\n# @ref nowhere\nGET {{host}}/Tables"],["# @ref a\nGET {{host}}/Tables"]]`,
			"1", "0:2 "},
		{"no request left", `[` + good + `,["### Nothing\n"]]`, "1", "1:1 "},
		{"no text left", `[` + good + `,[""]]`, "1", "1:1 "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reply := example(t, test.page, test.index)
			places := ""
			for _, e := range reply.Get("errors").Array() {
				places += e.Get("fence").Raw + ":" + e.Get("line").Raw + " "
				if e.Get("message").String() == "" {
					t.Error("an error has no message")
				}
			}
			if places != test.places {
				t.Errorf("errors are at %q, want %q: %s", places, test.places, reply.Raw)
			}
			if got, want := reply.Get("ok").Bool(), test.places == ""; got != want {
				t.Errorf("ok is %t, want %t", got, want)
			}
		})
	}
}

// TestExampleData: a fence with data is an object with the table and the text. Its errors have their place
// in it.
func TestExampleData(t *testing.T) {
	page := func(rows string) string {
		return `[[{"table":"Orders","text":"PartitionKey,RowKey,N:Int32\n` + rows +
			`\n"}],["# @expect rows == 2\nGET {{host}}/Orders"],["GET {{host}}/Tables"]]`
	}
	for _, c := range []struct{ rows, index, errors string }{
		{`a,1,1\na,2,2`, "1", `[]`},
		{`a,1,x`, "1", `[{"fence":0,"line":2,"column":5,` +
			`"message":"N: \"x\" isn't an Int32.",` +
			`"hint":"Write a whole number from -2147483648 to 2147483647."}]`},
		{`a,1,\n# 2 times\na,1,`, "1", `[{"fence":0,"line":4,"column":1,"message":` +
			`"The table has an entity with these keys already: \"a\" and \"1\".","hint":""},` +
			`{"fence":0,"line":4,"column":1,"message":` +
			`"The table has an entity with these keys already: \"a\" and \"1\".","hint":""}]`},
		{`a,1,x`, "2", `[]`},
	} {
		reply := example(t, page(c.rows), c.index)
		if got := reply.Get("errors").Raw; got != c.errors || reply.Get("ok").Bool() != (c.errors == "[]") {
			t.Errorf("%s\n got %s\nwant errors %s", c.rows, reply.Raw, c.errors)
		}
	}
}

// FuzzAnswer checks that every call gets one JSON object as its reply.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"op":"example","file":"a.md","examples":[["@x = 1"],["GET {{host}}/{{x}}"]],"index":1}`)
	f.Add(`{"op":"example","examples":[[],[[]],{},"a"],"index":0}`)
	f.Add(`{"op":"run","files":[{"name":"a.http","text":"GET {{host}}/Tables"}]}`)
	f.Add(`{"op":"example","examples":[[{"table":"Orders","text":"PartitionKey,RowKey\na,b"}],` +
		`["GET {{host}}/Orders"]],"index":1}`)
	f.Add(`{"op":"example","examples":[[{"table":7,"text":{}}],["GET {{host}}/Orders"]],"index":0}`)
	f.Add(`{"op":"do","session":"","method":"POST","url":"http://h/devstoreaccount1/Tables","headers":[["Accept","*/*"]],"body":"{}"}`)
	f.Add(`{"op":"close","session":7}`)
	f.Fuzz(func(t *testing.T, call string) {
		host := frame.New(sandbox.Tables())
		host.Answer([]byte(`{"op":"open","session":""}`))
		if reply := host.Answer([]byte(call)); !gjson.ValidBytes(reply) || reply[0] != '{' {
			t.Errorf("Answer(%q) = %q", call, reply)
		}
	})
}

func example(t *testing.T, examples, index string) gjson.Result {
	t.Helper()
	return answer(t, `{"op":"example","file":"guide.md","examples":`+examples+`,"index":`+index+`}`)
}

func answer(t *testing.T, call string) gjson.Result {
	t.Helper()
	reply := string(frame.New(sandbox.Tables()).Answer([]byte(call)))
	if !gjson.Valid(reply) {
		t.Fatalf("the reply is not JSON: %s", reply)
	}
	if r := gjson.Parse(reply); !r.Get("error").Exists() {
		return r
	}
	t.Fatalf("the call was refused: %s", reply)
	return gjson.Result{}
}
