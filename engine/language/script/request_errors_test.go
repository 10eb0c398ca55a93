package script_test

import "testing"

// TestRequestErrors has a script for each thing that can be wrong with a request line, a header, a body or a
// variable.
func TestRequestErrors(t *testing.T) {
	for _, m := range []mistake{
		{
			"GET {{queue}}orders",
			"1:14: Expected / after {{queue}}. | Write {{queue}}/orders.",
		},
		{
			"FETCH {{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"FETCH {{host}}/Orders\". | The " +
				"methods are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"HTTP/1.1 200 OK",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"HTTP/1.1 200 OK\". | The methods " +
				"are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"get {{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"get {{host}}/Orders\". | Did you " +
				"mean GET?",
		},
		{
			"x",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"x\". | The methods are GET, POST, " +
				"PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"GTE {{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"GTE {{host}}/Orders\". | Did you " +
				"mean GET?",
		},
		{
			"{{host}}/Orders",
			"1:1: Expected a request line such as GET {{host}}/Orders, found \"{{host}}/Orders\". | Put the method " +
				"before the URL: GET {{host}}/Orders.",
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
			"2:1: Expectations belong above the request line, after # @expect. | Write # @expect status == 200 " +
				"above the request line.",
		},
		{
			"GET {{host}}/a\n\n> {% client.test() %}",
			"3:1: Scripts that handle a response aren't run here. | Write # @expect status == 200 above the " +
				"request line.",
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
			"2:1: Expected a header such as Accept: application/json, or a blank line before the body. | Put a " +
				"colon after the name of the header.",
		},
		{
			"GET {{host}}/a\n{\"a\": 1}",
			"2:1: Expected a header such as Accept: application/json, or a blank line before the body. | Leave a " +
				"blank line between the headers and the body.",
		},
		{
			"GET {{host}}/a\n: x",
			"2:1: Expected a header such as Accept: application/json, or a blank line before the body. | Leave a " +
				"blank line between the headers and the body.",
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
			"1:2: Expected a variable's name (letters, digits and _, no digit first), found \"1x\". | Write @name " +
				"= value.",
		},
		{
			"@a = 1\n@b = 2\n@a = 3",
			"3:1: The variable @a is already defined on line 1. | Give one of them another name.",
		},
		{
			"\tÖ GET {{host}}/a",
			"1:2: Expected a request line such as GET {{host}}/Orders, found \"Ö GET {{host}}/a\". | The methods " +
				"are GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and MERGE.",
		},
		{
			"GET {{host}}/Ö{{Ä}}",
			"1:15: Expected a variable, a $helper or NAME.response… between {{ and }}, found \"Ä\". | JavaScript " +
				"isn't run here.",
		},
	} {
		m.check(t)
	}
}
