package script_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
)

// list writes errors as line:column: message | hint, one a line.
func list(errors []*script.Error) string {
	var all []string
	for _, e := range errors {
		text := fmt.Sprintf("%d:%d: %s | %s", e.Line, e.Column, e.Message, e.Hint)
		all = append(all, strings.TrimSuffix(text, " | "))
	}
	return strings.Join(all, "\n")
}

// mistake is a script with something wrong, and the error that says so: its place, its message and its
// hint.
type mistake struct{ text, want string }

func (m mistake) told(t *testing.T) {
	t.Helper()
	if diff := cmp.Diff(m.want, list(script.Parse("a.http", m.text).Errors)); diff != "" {
		t.Errorf("%q: %s", m.text, diff)
	}
}

// TestErrors gives a script for each thing that can be wrong with requests, directives and what refers to
// what. mistakes_test.go has expectations and values.
func TestErrors(t *testing.T) {
	for _, m := range []mistake{
		{
			"# @authorize everyone\nGET {{host}}/a",
			"1:14: # @authorize takes no value, found \"everyone\".",
		},
		{
			"# @anonymous yes\nGET {{host}}/a",
			"1:14: # @anonymous takes no value, found \"yes\".",
		},
		{
			"# @authorise\nGET {{host}}/a",
			"1:3: There is no # @authorise. | Did you mean # @authorize?",
		},
		{
			"GET {{host}}/a?{{$sas}}",
			"1:16: Wrong arguments after $sas. | Write {{$sas tn=Orders sp=r se=+1h}}.",
		},
		{
			"GET {{host}}/a?{{$sas tn=a sq=r}}",
			"1:16: A token has no such field, found \"sq\". | Fields: tn queue container blob ss srt sp st se si spk srk epk erk sip spr sv.",
		},
		{
			"GET {{queue}}orders",
			"1:14: Expected / after {{queue}}. | Write {{queue}}/orders.",
		},
		{
			"# @transaction a\nPOST {{blob}}/a",
			"2:1: Transactions are for tables, not for queues and blobs. | Remove # @transaction.",
		},
		{
			"FETCH {{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"FETCH {{host}}/Orders\". | The methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"HTTP/1.1 200 OK",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"HTTP/1.1 200 OK\". | The methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"get {{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"get {{host}}/Orders\". | Did you mean GET?",
		},
		{
			"x",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"x\". | The methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"GTE {{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"GTE {{host}}/Orders\". | Did you mean GET?",
		},
		{
			"{{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"{{host}}/Orders\". | Put the method before the URL: GET {{host}}/Orders.",
		},
		{
			"  http://x/Orders",
			"1:3: Expected a request line such as GET {{host}}/Orders, found \"http://x/Orders\". | Put the method before the URL: GET {{host}}/Orders.",
		},
		{
			"GET",
			"1:4: Expected a URL after the method. | Write one such as {{host}}/Orders.",
		},
		{
			"GET   HTTP/1.1",
			"1:4: Expected a URL after the method. | Write one such as {{host}}/Orders.",
		},
		{
			"GET /Orders",
			"1:5: A URL begins with {{host}} or http://, found \"/Orders\". | Write {{host}}/Orders.",
		},
		{
			"GET {{host}}Orders",
			"1:13: Expected / after {{host}}. | Write {{host}}/Orders.",
		},
		{
			"GET {{host}}/a\n?? status == 200",
			"2:1: Expectations belong above the request line, after # @expect. | Write # @expect status == 200 above the request line.",
		},
		{
			"GET {{host}}/a\n\n> {% client.test() %}",
			"3:1: Scripts that handle a response aren't run here. | Write # @expect status == 200 above the request line.",
		},
		{
			"GET {{host}}/a\n>> out.json",
			"2:1: Responses aren't written to files here. | Delete this line.",
		},
		{
			"POST {{host}}/a\n\n< ./body.json",
			"3:1: Bodies aren't read from files here. | Write the body itself.",
		},
		{
			"POST {{host}}/a\n\n<@ ./body.json",
			"3:1: Bodies aren't read from files here. | Write the body itself.",
		},
		{
			"GET {{host}}/a\n@x = 1",
			"2:1: Variables belong above the request line. | Move it up, or put ### above it.",
		},
		{
			"GET {{host}}/a\n\n@x = 1",
			"3:1: Variables belong above the request line. | Move it up, or put ### above it.",
		},
		{
			"GET {{host}}/a\nAccept application/json",
			"2:1: Expected a header such as Accept: application/json, or a blank line before the body. | Put a colon after the name of the header.",
		},
		{
			"GET {{host}}/a\n{\"a\": 1}",
			"2:1: Expected a header such as Accept: application/json, or a blank line before the body. | Leave a blank line between the headers and the body.",
		},
		{
			"GET {{host}}/a\n: x",
			"2:1: Expected a header such as Accept: application/json, or a blank line before the body. | Leave a blank line between the headers and the body.",
		},
		{
			"GET {{host}}/a\n\nGET {{host}}/b",
			"3:1: A second request would be sent as the body of the first. | Put a line ### between them.",
		},
		{
			"GET {{host}}/a\nX: {{",
			"2:4: This {{ isn't closed. | Close it with }} on the same line.",
		},
		{
			"POST {{host}}/a\n\n{\"b\":\"{{x\",\"c\":1}",
			"3:7: This {{ isn't closed. | Close it with }} on the same line.",
		},
		{
			"@x",
			"1:1: Expected = after the name of a variable. | Write @name = value.",
		},
		{
			"@x y",
			"1:1: Expected = after the name of a variable. | Write @name = value.",
		},
		{
			"@ = 1",
			"1:2: Expected a variable's name (letters, digits and _, no digit first). | Write @name = value.",
		},
		{
			"@1x = 1",
			"1:2: Expected a variable's name (letters, digits and _, no digit first), found \"1x\". | Write @name = value.",
		},
		{
			"@a = 1\n@b = 2\n@a = 3",
			"3:1: The variable @a is already defined on line 1. | Give one of them another name.",
		},
		{
			"# @expct status == 200",
			"1:3: There is no # @expct. | Did you mean # @expect?",
		},
		{
			"# @exepct status == 200",
			"1:3: There is no # @exepct. | Did you mean # @expect?",
		},
		{
			"  // @names x",
			"1:6: There is no # @names. | Did you mean # @name?",
		},
		{
			"# @Name x",
			"1:3: There is no # @Name. | Did you mean # @name?",
		},
		{
			"# @hide",
			"1:3: There is no # @hide. | Did you mean # @hidden?",
		},
		{
			"# @refs x",
			"1:3: There is no # @refs. | Did you mean # @ref?",
		},
		{
			"# @transacton t",
			"1:3: There is no # @transacton. | Did you mean # @transaction?",
		},
		{
			"# @name",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:8: Expected a name after # @name (letters, digits and _, no digit first). | Write # @name createTable.",
		},
		{
			"# @name = x",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:9: Expected a name after # @name (letters, digits and _, no digit first), found \"= x\". | Write # @name x.",
		},
		{
			"# @name a-b",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:9: Expected a name after # @name (letters, digits and _, no digit first), found \"a-b\". | Write # @name createTable.",
		},
		{
			"# @name a\n# @name b\nGET {{host}}/a",
			"2:9: This request is already called a. | Delete one of the two names.",
		},
		{
			"# @name a\nGET {{host}}/a\n###\n# @name a\nGET {{host}}/b",
			"4:9: The name a is already taken on line 2. | Give one of the two requests another name.",
		},
		{
			"# @ref a b\nGET {{host}}/a",
			"1:8: Expected a name after # @ref (letters, digits and _, no digit first), found \"a b\". | Write one # @ref for each.",
		},
		{
			"# @ref b, c\nGET {{host}}/a",
			"1:8: Expected a name after # @ref (letters, digits and _, no digit first), found \"b, c\". | Write one # @ref for each.",
		},
		{
			"# @ref creatTable\nGET {{host}}/a\n###\n# @name createTable\nGET {{host}}/b",
			"1:8: No request is called creatTable. | Did you mean createTable?",
		},
		{
			"# @ref x\nGET {{host}}/a",
			"1:8: No request is called x. | Write # @name x above the request you mean.",
		},
		{
			"# @transaction\nGET {{host}}/a",
			"1:15: Expected a name after # @transaction (letters, digits and _, no digit first). | Write # @transaction createTable.",
		},
		{
			"# @hidden yes\nGET {{host}}/a",
			"1:11: # @hidden takes no value, found \"yes\".",
		},
		{
			"# @seed x\nGET {{host}}/a",
			"1:9: Expected a whole number after # @seed, found \"x\". | Write # @seed 42.",
		},
		{
			"# @seed -1\nGET {{host}}/a",
			"1:9: Expected a whole number after # @seed, found \"-1\". | Write # @seed 42.",
		},
		{
			"# @loop 3\nGET {{host}}/a",
			"1:9: Expected for N after # @loop, found \"3\". | Write # @loop for 10.",
		},
		{
			"# @loop for\nGET {{host}}/a",
			"1:9: Expected for N after # @loop, found \"for\". | Write # @loop for 10.",
		},
		{
			"# @loop for 0\nGET {{host}}/a",
			"1:9: Expected a count from 1 to 1000000 after # @loop for, found \"0\". | Write # @loop for 10.",
		},
		{
			"# @loop for 1000001\nGET {{host}}/a",
			"1:9: Expected a count from 1 to 1000000 after # @loop for, found \"1000001\". | Write # @loop for 10.",
		},
		{
			"# @loop for ten\nGET {{host}}/a",
			"1:9: Expected a count from 1 to 1000000 after # @loop for, found \"ten\". | Write # @loop for 10.",
		},
		{
			"# @loop while true\nGET {{host}}/a",
			"1:9: Expected for N after # @loop, found \"while true\". | Write # @loop for 10.",
		},
		{
			"# @sleep -1\nGET {{host}}/a",
			"1:10: Expected milliseconds, at most one year, after # @sleep, found \"-1\". | Write # @sleep 30000 for half a minute.",
		},
		{
			"# @sleep 1s\nGET {{host}}/a",
			"1:10: Expected milliseconds, at most one year, after # @sleep, found \"1s\". | Write # @sleep 30000 for half a minute.",
		},
		{
			"# @sleep 31536000001\nGET {{host}}/a",
			"1:10: Expected milliseconds, at most one year, after # @sleep, found \"31536000001\". | Write # @sleep 30000 for half a minute.",
		},
		{
			"# @name lonely",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.",
		},
		{
			"# @expect status == 200\n\n### next\nGET {{host}}/a",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.",
		},
		{
			"GET {{host}}/a\n# @expect status == 200",
			"2:3: # @expect belongs above the request line. | Move it up, or put ### above it if it belongs to the next request.",
		},
		{
			"GET {{host}}/a\n\n# @name x",
			"3:3: # @name belongs above the request line. | Move it up, or put ### above it if it belongs to the next request.",
		},
		{
			"# @name a\n# @ref a\nGET {{host}}/a",
			"2:8: These requests refer to each other in a circle: a → a. | Remove one of the references.",
		},
		{
			"# @name a\n# @ref b\nGET {{host}}/a\n###\n# @name b\n# @ref c\nGET {{host}}/b\n###\n# @name c\n# @ref a\nGET {{host}}/c",
			"10:8: These requests refer to each other in a circle: a → b → c → a. | Remove one of the references.",
		},
		{
			"# @name a\nGET {{host}}/{{a.response.headers.ETag}}",
			"2:14: These requests refer to each other in a circle: a → a. | Remove one of the references.",
		},
		{
			"# @transaction t\nDELETE {{host}}/a\n###\nGET {{host}}/b\n###\n# @transaction t\nDELETE {{host}}/c",
			"7:1: The requests of transaction t aren't next to each other: it begins on line 2. | Put them together, with nothing but blank lines between their fences, or give this one another name.",
		},
		{
			"# @transaction t\n# @expect plan == point\nDELETE {{host}}/a\n###\n# @transaction t\nDELETE {{host}}/c",
			"2:11: Plan and cost belong to the whole transaction. | Move this to the last request of transaction t.",
		},
		{
			"# @transaction t\n# @loop for 101\nDELETE {{host}}/a/{{$index}}\n###\n# @transaction t\nDELETE {{host}}/b",
			"3:1: A loop of more than 100 needs several transactions, which can't contain another request. | Give it a # @transaction of its own.",
		},
		{
			"# @transaction t\n# @name a\nDELETE {{host}}/a\n###\n# @transaction t\nDELETE {{host}}/{{a.response.headers.ETag}}",
			"6:17: The response of a isn't available yet: both requests are in one transaction.",
		},
		{
			"\tÖ GET {{host}}/a",
			"1:2: Expected a request line such as GET {{host}}/Orders, found \"Ö GET {{host}}/a\". | The methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"GET {{host}}/Ö{{Ä}}",
			"1:15: Expected a variable, a $helper or NAME.response… between {{ and }}, found \"Ä\". | JavaScript isn't run here.",
		},
	} {
		m.told(t)
	}
}

// TestAllErrors: reading goes on after an error, and errors come in the order in which they stand.
func TestAllErrors(t *testing.T) {
	const text = `@a = {{
# @ref nobody
# @expect statis == 1
GET {{host}}/{{b}}
X Y

### second
# @name x
# @name x
PUT {{host}}/{{$giud}}
###
# @ref x
GET {{host}}/{{a}}
`
	const want = `1:6: This {{ isn't closed. | Close it with }} on the same line.
2:8: No request is called nobody. | Write # @name nobody above the request you mean.
3:11: Expected a subject after # @expect, found "statis". | Did you mean status?
4:14: There is no variable b. | Define it above: @b = value.
5:1: Expected a header such as Accept: application/json, or a blank line before the body. | ` +
		`Put a colon after the name of the header.
9:9: This request is already called x. | Delete one of the two names.
10:14: There is no helper $giud. | Did you mean $guid?`
	if diff := cmp.Diff(want, list(script.Parse("a.http", text).Errors)); diff != "" {
		t.Error(diff)
	}
}

// TestComments: what other tools call theirs is no slip of ours.
func TestComments(t *testing.T) {
	const text = `# @note x
# @no-redirect
# @save
# @see https://example.com/
# @title A
# @tag a
# @as b
# @table Orders
# @forceRef a
// @prompt x
# @
# @ expect status = 1
# expect status = 1
# {{
GET {{host}}/a
# {{ @expect

{}
// {{`
	if got := list(script.Parse("a.http", text).Errors); got != "" {
		t.Errorf("errors:\n%s", got)
	}
}

// TestColumns: columns count characters of the file's line, also where the fence is indented.
func TestColumns(t *testing.T) {
	s := script.Parse("a.md", "text\n\n  ```http\n  # @expect ö\n GET {{host}}/😀{{x}}\n  ```\n")
	want := []script.Error{
		{
			File: "a.md", Line: 4, Column: 13, Message: `Expected a subject after # @expect, found "ö".`,
			Hint: s.Errors[0].Hint, Source: "  # @expect ö",
		},
		{
			File: "a.md", Line: 5, Column: 16, Message: "There is no variable x.",
			Hint: "Define it above: @x = value.", Source: " GET {{host}}/😀{{x}}",
		},
	}
	for i := range want {
		if diff := cmp.Diff(want[i], *s.Errors[i]); diff != "" {
			t.Error(diff)
		}
	}
}

// TestBounds: what would make readers recurse too deep is an error, and not tried.
func TestBounds(t *testing.T) {
	var chain, variables strings.Builder
	for i := range 150 {
		fmt.Fprintf(&chain, "###\n# @name r%d\n# @ref r%d\nGET {{host}}/%d\n", i, i+1, i)
		fmt.Fprintf(&variables, "@v%d = {{v%d}}\n", i+1, i)
	}
	chain.WriteString("###\n# @name r150\nGET {{host}}/150\n")
	for name, c := range map[string]struct{ text, want string }{
		"refs": {chain.String(), "More than 100 requests refer to one another in a row."},
		"refs upwards": {
			"### \n# @name r0\nGET {{host}}\n" + upwards(150),
			"More than 100 requests refer to one another in a row.",
		},
		"variables": {"@v0 = x\n" + variables.String(), "The variable @v101 is made of more than 100 others."},
		"path":      {"# @expect body $" + strings.Repeat(".a", 33) + " exists\nGET {{host}}", "A path can have at most 32 steps."},
	} {
		t.Run(name, func(t *testing.T) {
			errors := script.Parse("a.http", c.text).Errors
			if len(errors) == 0 || errors[0].Message != c.want {
				t.Errorf("got %v", errors)
			}
		})
	}
}

// upwards is a chain of requests each of which refers to the one before it.
func upwards(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "###\n# @name r%d\n# @ref r%d\nGET {{host}}/%d\n", i+1, i, i)
	}
	return b.String()
}

// TestMarkdownErrors: what only several fences can have wrong.
func TestMarkdownErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"words within a transaction": {
			"```http\n# @transaction t\nDELETE {{host}}/a\n```\nwords\n```http\n# @transaction t\nDELETE {{host}}/b\n```\n",
			"8:1: The requests of transaction t aren't next to each other: it begins on line 3. | " +
				"Put them together, with nothing but blank lines between their fences, or give this one another name.",
		},
		"a variable of all defined again": {
			"```http\n@a = 1\n```\n```http\n@a = 2\nGET {{host}}/{{a}}\n```\n",
			"5:1: The variable @a is already defined on line 2 for all examples. | Give one of them another name.",
		},
		"a variable of all defined twice": {
			"```http\n@a = 1\n```\n```http\n@a = 2\n```\n",
			"5:1: The variable @a is already defined on line 2. | Give one of them another name.",
		},
		"a variable of another example": {
			"```http\n@a = 1\nGET {{host}}/{{a}}\n```\n```http\nGET {{host}}/{{a}}\n```\n",
			"6:14: There is no variable a. | Define it above: @a = value.",
		},
		"a name in another fence": {
			"```http\n# @name a\nGET {{host}}\n```\n```http\n# @name a\nGET {{host}}\n```\n",
			"6:9: The name a is already taken on line 3. | Give one of the two requests another name.",
		},
		"variables that are there for all may come later, but not for one another": {
			"```http\nGET {{host}}/{{b}}\n```\n```http\n@a = {{b}}\n```\n```http\n@b = 1\n```\n",
			"5:6: The variable b is used before it is defined, on line 8. | Move @b = … up.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, list(script.Parse("a.md", c.text).Errors)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
