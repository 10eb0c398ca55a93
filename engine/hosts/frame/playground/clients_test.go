package playground_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// TestClient: a script as a client has the values of variables, leaves references to answers, and says what
// it can't have.
func TestClient(t *testing.T) {
	p := open(t)
	read := func(text string) gjson.Result { return p.call("client", fields{"text": text}) }
	r := read("@who = 0042\n@host = http://other\n# @name read\n# @ref before\n" +
		"GET {{host}}/People(PartitionKey='a b')\n?$select=Email\n\n" +
		"### B\nPUT {{host}}/People('{{who}}')\n# a comment\nIf-Match: {{read.response.headers.ETag}}\n\n" +
		"{\"E\": \"{{ read.response.body.$.E }}\"}\n")
	p.is(r, "requests", `[{"name":"read","method":"GET",`+
		`"url":"/People(PartitionKey='a%20b')?$select=Email","headers":[],"body":""},`+
		`{"name":"","method":"PUT","url":"/People('0042')",`+
		`"headers":[["If-Match","{{read.response.headers.ETag}}"]],`+
		`"body":"{\"E\": \"{{read.response.body.$.E}}\"}"}]`)
	p.is(r, "tables", `["People"]`)
	for text, want := range map[string]string{
		"GET {{host}}/A()?x={{y}}":                                   `1 There is no variable y.`,
		"### a\n\nGET {{host}}/A()\nX: {{b.response.headers.ETag}}":  `4 No request is called b.`,
		"GET {{host}}/A()\n\n###\n# @transaction a\nPOST {{host}}/A": `5 Transactions and loops`,
		"GET http://example.org/A()":                                 `1 A request is for a table here`,
	} {
		wrong := read(text).Get("wrong")
		got := wrong.Get("line").String() + " " + wrong.Get("message").String()
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestPair: the request at a line and the next one are clients, each with the variables and requests that it
// needs, and find the entities of the partition that one of them names.
func TestPair(t *testing.T) {
	p := open(t)
	p.fill()
	const one = "### One\n# @name one\nGET {{host}}/Orders()?$filter=PartitionKey eq '{{of}}'"
	const two = "### Two\n@tag = {{one.response.headers.ETag}}\n" +
		"PUT {{host}}/Orders(PartitionKey='b',RowKey='7')\nIf-Match: {{tag}}\n\n{}"
	const three = "### Three\nGET {{host}}/orders()?$filter=Total gt 1.0"
	text := "@of = a\n\n" + one + "\n\n" + two + "\n\n" + three + "\n\n"
	for _, test := range []struct {
		line        int
		a, b, found string
	}{
		{1, "@of = a\n\n" + one, "@of = a\n\n" + one + "\n\n" + two, `["a","a"]`},
		{9, "@of = a\n\n" + one + "\n\n" + two, three, `["b"]`},
		{99, three, three, `["a","a","b"]`},
	} {
		r := p.call("pair", fields{"text": text, "line": test.line})
		p.is(r, "a", test.a)
		p.is(r, "b", test.b)
		p.is(r, "rows.#.0.v", test.found)
	}
	text = three + "\n\n###\nDELETE {{host}}/Orders(PartitionKey='b',RowKey='1')\n"
	p.is(p.call("pair", fields{"text": text, "line": 1}), "rows.#.0.v", `["b"]`)
	p.is(p.call("pair", fields{"text": "GET {{queue}}/a", "line": 1}), "rows", "[]")
	p.is(p.call("pair", fields{"text": "@a = 1\n", "line": 1}), "a", "")
}
