package script_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/script"
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

// TestErrors gives a script for each thing that can be wrong with one, and of each error its place,
// its message and its hint.
func TestErrors(t *testing.T) {
	const format = `Write "YYYY-MM-DD[T]HH:mm:ss" or parts of it, without blanks. Text stands in [ ].`
	for _, c := range []struct{ text, want string }{
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
			"2:1: A transaction is one of a table: queues and blobs take no part in it. | Take # @transaction away.",
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
			"2:1: Expectations stand above the request line, after # @expect. | Write # @expect status == 200 above the request line.",
		},
		{
			"GET {{host}}/a\n\n> {% client.test() %}",
			"3:1: Scripts that handle a response are not run here. | Write # @expect status == 200 above the request line.",
		},
		{
			"GET {{host}}/a\n>> out.json",
			"2:1: Responses are not written to files here. | Delete this line.",
		},
		{
			"POST {{host}}/a\n\n< ./body.json",
			"3:1: A body is not read from a file here. | Write the body itself.",
		},
		{
			"POST {{host}}/a\n\n<@ ./body.json",
			"3:1: A body is not read from a file here. | Write the body itself.",
		},
		{
			"GET {{host}}/a\n@x = 1",
			"2:1: A variable stands above the request line. | Move it up, or put ### above it.",
		},
		{
			"GET {{host}}/a\n\n@x = 1",
			"3:1: A variable stands above the request line. | Move it up, or put ### above it.",
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
			"2:4: This {{ is not closed. | Close it with }} on the same line.",
		},
		{
			"POST {{host}}/a\n\n{\"b\":\"{{x\",\"c\":1}",
			"3:7: This {{ is not closed. | Close it with }} on the same line.",
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
			"1:2: Expected a variable's name (letters, digits and _, a letter first). | Write @name = value.",
		},
		{
			"@1x = 1",
			"1:2: Expected a variable's name (letters, digits and _, a letter first), found \"1x\". | Write @name = value.",
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
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:8: Expected a name after # @name (letters, digits and _, a letter first). | Write # @name createTable.",
		},
		{
			"# @name = x",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:9: Expected a name after # @name (letters, digits and _, a letter first), found \"= x\". | Write # @name x.",
		},
		{
			"# @name a-b",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:9: Expected a name after # @name (letters, digits and _, a letter first), found \"a-b\". | Write # @name createTable.",
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
			"1:8: Expected a name after # @ref (letters, digits and _, a letter first), found \"a b\". | Write one # @ref for each.",
		},
		{
			"# @ref b, c\nGET {{host}}/a",
			"1:8: Expected a name after # @ref (letters, digits and _, a letter first), found \"b, c\". | Write one # @ref for each.",
		},
		{
			"# @ref creatTable\nGET {{host}}/a\n###\n# @name createTable\nGET {{host}}/b",
			"1:8: No request is called creatTable. | Did you mean createTable?",
		},
		{
			"# @ref x\nGET {{host}}/a",
			"1:8: No request is called x. | Write # @name x above the request that is meant.",
		},
		{
			"# @transaction\nGET {{host}}/a",
			"1:15: Expected a name after # @transaction (letters, digits and _, a letter first). | Write # @transaction createTable.",
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
			"1:10: Expected milliseconds, at most a year of them, after # @sleep, found \"-1\". | Write # @sleep 30000 for half a minute.",
		},
		{
			"# @sleep 1s\nGET {{host}}/a",
			"1:10: Expected milliseconds, at most a year of them, after # @sleep, found \"1s\". | Write # @sleep 30000 for half a minute.",
		},
		{
			"# @sleep 31536000001\nGET {{host}}/a",
			"1:10: Expected milliseconds, at most a year of them, after # @sleep, found \"31536000001\". | Write # @sleep 30000 for half a minute.",
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
			"2:3: # @expect stands above the request line. | Move it up; or put ### above it, if it belongs to a new request.",
		},
		{
			"GET {{host}}/a\n\n# @name x",
			"3:3: # @name stands above the request line. | Move it up; or put ### above it, if it belongs to a new request.",
		},
		{
			"# @expect\nGET {{host}}/a",
			"1:10: Expected a subject after # @expect. | Subjects: status, header, body, rows, error, plan, cost.entitiesRead, cost.entitiesReturned, cost.entitiesWritten, cost.pages, cost.transactions, cost.bytes, cost.bytesRead, cost.bytesWritten, total.transactions.",
		},
		{
			"# @expect sttus == 200\nGET {{host}}/a",
			"1:11: Expected a subject after # @expect, found \"sttus\". | Did you mean status?",
		},
		{
			"# @expect cost == 200\nGET {{host}}/a",
			"1:11: Expected a subject after # @expect, found \"cost\". | Subjects: status, header, body, rows, error, plan, cost.entitiesRead, cost.entitiesReturned, cost.entitiesWritten, cost.pages, cost.transactions, cost.bytes, cost.bytesRead, cost.bytesWritten, total.transactions.",
		},
		{
			"# @expect cost.pagess == 200\nGET {{host}}/a",
			"1:11: Expected a subject after # @expect, found \"cost.pagess\". | Did you mean cost.pages?",
		},
		{
			"# @expect header == x\nGET {{host}}/a",
			"1:18: Expected the name of a header, found \"==\". | Write header ETag exists.",
		},
		{
			"# @expect header\nGET {{host}}/a",
			"1:17: Expected the name of a header. | Write header ETag exists.",
		},
		{
			"# @expect header A:B == x\nGET {{host}}/a",
			"1:18: Expected the name of a header, found \"A:B\". | Write header ETag exists.",
		},
		{
			"# @expect status = 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"=\". | Write ==.",
		},
		{
			"# @expect status === 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"===\". | Write ==.",
		},
		{
			"# @expect status =< 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"=<\". | Write <=.",
		},
		{
			"# @expect status is 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"is\". | Write ==.",
		},
		{
			"# @expect body contans x\nGET {{host}}/a",
			"1:16: Expected an operator after body, found \"contans\". | Did you mean contains?",
		},
		{
			"# @expect body startsWith x\nGET {{host}}/a",
			"1:16: Expected an operator after body, found \"startsWith\". | Write matches, with * for any characters.",
		},
		{
			"# @expect header ETag\nGET {{host}}/a",
			"1:22: Expected an operator after header ETag. | Operators: ==, !=, <, <=, >, >=, contains, matches, exists, !exists.",
		},
		{
			"# @expect header ETag !exist\nGET {{host}}/a",
			"1:23: Expected an operator after header ETag, found \"!exist\". | Did you mean !exists?",
		},
		{
			"# @expect status 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"200\". | Operators: ==, !=, <, <=, >, >=, contains, matches, exists, !exists.",
		},
		{
			"# @expect status ==\nGET {{host}}/a",
			"1:20: Expected a value after ==. | Write \"\" for an empty text.",
		},
		{
			"# @expect status == OK\nGET {{host}}/a",
			"1:21: Expected a number after status ==, found \"OK\".",
		},
		{
			"# @expect rows > many\nGET {{host}}/a",
			"1:18: Expected a number after rows >, found \"many\".",
		},
		{
			"# @expect cost.bytes <= \"\"\nGET {{host}}/a",
			"1:25: Expected a number after cost.bytes <=, found \"\".",
		},
		{
			"# @expect status exists\nGET {{host}}/a",
			"1:18: There always is a status. | Compare it with a number.",
		},
		{
			"# @expect header ETag exists now\nGET {{host}}/a",
			"1:30: Expected nothing after exists, found \"now\".",
		},
		{
			"# @expect plan == rnge\nGET {{host}}/a",
			"1:19: There is no plan \"rnge\". | Did you mean range?",
		},
		{
			"# @expect plan == row-range\nGET {{host}}/a",
			"1:19: There is no plan \"row-range\". | Plans: point, range, partition-scan, table-scan.",
		},
		{
			"# @expect plan == index\nGET {{host}}/a",
			"1:19: There is no plan \"index\". | Plans: point, range, partition-scan, table-scan.",
		},
		{
			"# @expect plan < range\nGET {{host}}/a",
			"1:16: Plans have no order. | Use == or !=.",
		},
		{
			"# @expect body $. == 1\nGET {{host}}/a",
			"1:17: Expected a name after the dot of a path. | Write a path such as $.value[0].RowKey.",
		},
		{
			"# @expect body $.a[ == 1\nGET {{host}}/a",
			"1:19: Expected a number, * or a name in quotes in the [ ] of a path. | Write $.value[0], $.value[*] or $['odata.error'].",
		},
		{
			"# @expect body $.a[x] == 1\nGET {{host}}/a",
			"1:19: Expected a number, * or a name in quotes in the [ ] of a path. | Write $.value[0], $.value[*] or $['odata.error'].",
		},
		{
			"# @expect body $.a['x == 1\nGET {{host}}/a",
			"1:19: The ['…'] of a path is not closed. | Write $['odata.error'].code.",
		},
		{
			"# @expect body $.a[-1] == 1\nGET {{host}}/a",
			"1:19: Expected a number, * or a name in quotes in the [ ] of a path. | Write $.value[0], $.value[*] or $['odata.error'].",
		},
		{
			"# @expect body $.a[*].b[*] == 1\nGET {{host}}/a",
			"1:27: A path takes one [*].",
		},
		{
			"# @expect body $.odata.error.code == x\nGET {{host}}/a",
			"1:23: A name with a dot in it cannot be written after a dot. | Write $['odata.error'].code.",
		},
		{
			"# @expect body value == 1\nGET {{host}}/a",
			"1:16: Expected an operator after body, found \"value\". | Operators: ==, !=, <, <=, >, >=, contains, matches, exists, !exists.",
		},
		{
			"# @expect body $.a b == 1\nGET {{host}}/a",
			"1:20: Expected an operator after body $.a, found \"b\". | Operators: ==, !=, <, <=, >, >=, contains, matches, exists, !exists.",
		},
		{
			"# @expect status == {{x}}\nGET {{host}}/a",
			"1:21: There is no variable x. | Define it above: @x = value.",
		},
		{
			"GET {{host}}/{{}}",
			"1:14: Expected a name between {{ and }}. | Write {{host}}, a variable or a $helper.",
		},
		{
			"GET {{host}}/{{ custmer }}\n###\nGET {{host}}/a",
			"1:14: There is no variable custmer. | Define it above: @custmer = value.",
		},
		{
			"@customer = 1\nGET {{host}}/{{custmer}}",
			"2:14: There is no variable custmer. | Did you mean customer?",
		},
		{
			"@a = {{b}}\n@b = 1\nGET {{host}}/{{a}}",
			"1:6: The variable b is used before it is defined, on line 2. | Move @b = … up.",
		},
		{
			"GET {{host}}/{{b}}\n###\n@b = 1\nGET {{host}}/{{b}}",
			"1:14: The variable b is used before it is defined, on line 3. | Move @b = … up.",
		},
		{
			"@b = {{b}}\nGET {{host}}/{{b}}",
			"1:6: The variable b is used before it is defined, on line 1. | Move @b = … up.",
		},
		{
			"GET {{host}}/{{a + 1}}",
			"1:14: Expected a variable, a $helper or NAME.response… between {{ and }}, found \"a + 1\". | JavaScript is not run here.",
		},
		{
			"GET {{host}}/{{x.y}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or {{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.request.body}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or {{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.response.body}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or {{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.response.headers.}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or {{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.response.body.a}}",
			"1:14: Expected a path that begins with $. | Write a path such as $.value[0].RowKey.",
		},
		{
			"GET {{host}}/{{x.response.body.$.a }}\n###\n# @name y\nGET {{host}}/y",
			"1:14: No request is called x. | Write # @name x above the request that is meant.",
		},
		{
			"GET {{host}}/{{x.response.body.$.a b}}",
			"1:14: Expected the end of the path before \" b\". | Write a path such as $.value[0].RowKey.",
		},
		{
			"# @name yy\nGET {{host}}/y\n###\nGET {{host}}/{{y.response.headers.ETag}}",
			"4:14: No request is called y. | Write # @name y above the request that is meant.",
		},
		{
			"GET {{host}}/{{$pad {{a}} 5}}",
			"1:14: A {{ }} cannot stand within another. | A helper takes $index and variables by name: {{$pad $index 5}}.",
		},
		{
			"GET {{host}}/{{$}}",
			"1:14: There is no helper $. | Helpers: $index, $guid, $uuid, $randomInt, $timestamp, $datetime, $pad, $invertedTicks, $shard, $sas.",
		},
		{
			"GET {{host}}/{{$giud}}",
			"1:14: There is no helper $giud. | Did you mean $guid?",
		},
		{
			"GET {{host}}/{{$now}}",
			"1:14: There is no helper $now. | Helpers: $index, $guid, $uuid, $randomInt, $timestamp, $datetime, $pad, $invertedTicks, $shard, $sas.",
		},
		{
			"GET {{host}}/{{$guid 1}}",
			"1:14: Wrong arguments after $guid. | Write {{$guid}}.",
		},
		{
			"GET {{host}}/{{$index}}",
			"1:14: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index-1}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$index-1\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index+1*2}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$index+1*2\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index%0}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$index%0\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index5}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$index5\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index+}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$index+\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index*1000001}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$index*1000001\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$indexed}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$indexed\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$pad $index% 5}}",
			"2:14: Expected * / or % and a number behind $index, and + and a number last, found \"$index%\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"GET {{host}}/{{$index + 1}}",
			"1:14: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"@i = {{$index}}\n# @loop for 2\nGET {{host}}/{{i}}",
			"1:6: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"GET {{host}}/{{$pad $index 4}}",
			"1:14: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"GET {{host}}/{{$pad 5}}",
			"1:14: Wrong arguments after $pad. | Write {{$pad 42 8}}.",
		},
		{
			"GET {{host}}/{{$pad x 5}}",
			"1:14: $pad takes a whole number and a width of 1 to 100000, found \"x 5\". | Write {{$pad 42 8}} for 00000042.",
		},
		{
			"GET {{host}}/{{$pad 1 0}}",
			"1:14: $pad takes a whole number and a width of 1 to 100000, found \"1 0\". | Write {{$pad 42 8}} for 00000042.",
		},
		{
			"GET {{host}}/{{$pad 1 100001}}",
			"1:14: $pad takes a whole number and a width of 1 to 100000, found \"1 100001\". | Write {{$pad 42 8}} for 00000042.",
		},
		{
			"GET {{host}}/{{$randomInt 1}}",
			"1:14: $randomInt takes two numbers or none. | Write {{$randomInt 1 7}} for 1 to 6.",
		},
		{
			"GET {{host}}/{{$randomInt 7 1}}",
			"1:14: $randomInt takes two whole numbers, the smaller one first, found \"7 1\". | Write {{$randomInt 1 7}} for 1 to 6.",
		},
		{
			"GET {{host}}/{{$randomInt a b}}",
			"1:14: $randomInt takes two whole numbers, the smaller one first, found \"a b\". | Write {{$randomInt 1 7}} for 1 to 6.",
		},
		{
			"GET {{host}}/{{$datetime}}",
			"1:14: Wrong arguments after $datetime. | Write {{$datetime iso8601 2026-01-05T09:00:00Z 90 minutes}}.",
		},
		{
			"GET {{host}}/{{$datetime iso}}",
			"1:14: $datetime takes iso8601, rfc1123 or a format in quotes first, found \"iso\". | " + format,
		},
		{
			`GET {{host}}/{{$datetime "YYYY-MM-DD HH:mm"}}`,
			`1:14: $datetime takes iso8601, rfc1123 or a format in quotes first, found "YYYY-MM-DD. | ` + format,
		},
		{
			`GET {{host}}/{{$datetime ""}}`,
			`1:14: $datetime takes iso8601, rfc1123 or a format in quotes first, found "". | ` + format,
		},
		{`GET {{host}}/{{$datetime "YYYY-MM-DDTHH"}}`, "1:14: There is no T in the format of a date. | " + format},
		{`GET {{host}}/{{$datetime "YYYY["}}`, "1:14: There is no [ in the format of a date. | " + format},
		{`GET {{host}}/{{$datetime "YY"}}`, "1:14: There is no YY in the format of a date. | " + format},
		{`GET {{host}}/{{$datetime "DDDD"}}`, "1:14: There is no DDDD in the format of a date. | " + format},
		{`GET {{host}}/{{$datetime "hh"}}`, "1:14: There is no hh in the format of a date. | " + format},
		{`GET {{host}}/{{$datetime "YYYY" today}}`, `1:14: Expected a date, found "today". | Write it as 2026-01-05T09:00:00Z.`},
		{
			"GET {{host}}/{{$datetime iso8601 today}}",
			"1:14: Expected a date, found \"today\". | Write it as 2026-01-05T09:00:00Z.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 1 fortnight}}",
			"1:14: There is no unit of time \"fortnight\". | Units: years, months, weeks, days, hours, minutes, seconds, milliseconds; or y M w d h m s ms.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 one day}}",
			"1:14: Expected a number and a unit of time, found \"one day\". | Write 90 minutes or -1 d.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 2000001 h}}",
			"1:14: Expected a number and a unit of time, found \"2000001 h\". | Write 90 minutes or -1 d.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 9999-12-31 1 d}}",
			"1:14: The date lies outside the years 1 to 9999.",
		},
		{
			"GET {{host}}/{{$timestamp 1}}",
			"1:14: Expected a date, found \"1\". | Write it as 2026-01-05T09:00:00Z.",
		},
		{
			"GET {{host}}/{{$invertedTicks 2026-13-01}}",
			"1:14: Expected a date, found \"2026-13-01\". | Write it as 2026-01-05T09:00:00Z.",
		},
		{
			"GET {{host}}/{{$shard a}}",
			"1:14: Wrong arguments after $shard. | Write {{$shard customer-0042 16}}.",
		},
		{
			"GET {{host}}/{{$shard a 0}}",
			"1:14: $shard takes a key and a number of shards from 1 to 100, found \"0\". | Write {{$shard customer-0042 16}} for 00 to 15.",
		},
		{
			"GET {{host}}/{{$shard a 101}}",
			"1:14: $shard takes a key and a number of shards from 1 to 100, found \"101\". | Write {{$shard customer-0042 16}} for 00 to 15.",
		},
		{
			"# @name a\n# @ref a\nGET {{host}}/a",
			"2:8: This goes round in a circle: a → a. | Take one of the references out.",
		},
		{
			"# @name a\n# @ref b\nGET {{host}}/a\n###\n# @name b\n# @ref c\nGET {{host}}/b\n###\n# @name c\n# @ref a\nGET {{host}}/c",
			"10:8: This goes round in a circle: a → b → c → a. | Take one of the references out.",
		},
		{
			"# @name a\nGET {{host}}/{{a.response.headers.ETag}}",
			"2:14: This goes round in a circle: a → a. | Take one of the references out.",
		},
		{
			"# @transaction t\nDELETE {{host}}/a\n###\nGET {{host}}/b\n###\n# @transaction t\nDELETE {{host}}/c",
			"7:1: The requests of transaction t do not follow one another: it begins on line 2. | Put them together, with nothing but blank lines between their fences; or name this one differently.",
		},
		{
			"# @transaction t\n# @expect plan == point\nDELETE {{host}}/a\n###\n# @transaction t\nDELETE {{host}}/c",
			"2:11: Plan and cost are those of the whole transaction. | Move this to the last request of transaction t.",
		},
		{
			"# @transaction t\n# @loop for 101\nDELETE {{host}}/a/{{$index}}\n###\n# @transaction t\nDELETE {{host}}/b",
			"3:1: A loop of more than 100 is several transactions, and shares them with no other request. | Give it a # @transaction of its own.",
		},
		{
			"# @transaction t\n# @name a\nDELETE {{host}}/a\n###\n# @transaction t\nDELETE {{host}}/{{a.response.headers.ETag}}",
			"6:17: The response of a is not there yet: both are in one transaction.",
		},
		{
			"\tÖ GET {{host}}/a",
			"1:2: Expected a request line such as GET {{host}}/Orders, found \"Ö GET {{host}}/a\". | The methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"GET {{host}}/Ö{{Ä}}",
			"1:15: Expected a variable, a $helper or NAME.response… between {{ and }}, found \"Ä\". | JavaScript is not run here.",
		},
	} {
		if diff := cmp.Diff(c.want, list(script.Parse("a.http", c.text).Errors)); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
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
	const want = `1:6: This {{ is not closed. | Close it with }} on the same line.
2:8: No request is called nobody. | Write # @name nobody above the request that is meant.
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
		"path":      {"# @expect body $" + strings.Repeat(".a", 33) + " exists\nGET {{host}}", "A path takes 32 steps at most."},
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
			"8:1: The requests of transaction t do not follow one another: it begins on line 3. | " +
				"Put them together, with nothing but blank lines between their fences; or name this one differently.",
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
