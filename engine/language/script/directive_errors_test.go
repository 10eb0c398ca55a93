package script_test

import "testing"

// TestDirectiveErrors has a script for each thing that can be wrong with a directive, and with the
// requests that it refers to.
func TestDirectiveErrors(t *testing.T) {
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
			"# @transaction a\nPOST {{blob}}/a",
			"2:1: Transactions are for tables, not for queues and blobs. | Remove # @transaction.",
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
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:8: Expected a " +
				"name after # @name (letters, digits and _, no digit first). | Write # @name createTable.",
		},
		{
			"# @name = x",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:9: Expected a " +
				"name after # @name (letters, digits and _, no digit first), found \"= x\". | Write # @name x.",
		},
		{
			"# @name a-b",
			"1:1: Expected a request line such as GET {{host}}/Orders below these directives.\n1:9: Expected a " +
				"name after # @name (letters, digits and _, no digit first), found \"a-b\". | Write # @name createTable.",
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
			"1:8: Expected a name after # @ref (letters, digits and _, no digit first), found \"a b\". | Write one " +
				"# @ref for each.",
		},
		{
			"# @ref b, c\nGET {{host}}/a",
			"1:8: Expected a name after # @ref (letters, digits and _, no digit first), found \"b, c\". | Write " +
				"one # @ref for each.",
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
			"1:15: Expected a name after # @transaction (letters, digits and _, no digit first). | Write # " +
				"@transaction createTable.",
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
			"1:10: Expected milliseconds, at most one year, after # @sleep, found \"-1\". | Write # @sleep 30000 " +
				"for half a minute.",
		},
		{
			"# @sleep 1s\nGET {{host}}/a",
			"1:10: Expected milliseconds, at most one year, after # @sleep, found \"1s\". | Write # @sleep 30000 " +
				"for half a minute.",
		},
		{
			"# @sleep 31536000001\nGET {{host}}/a",
			"1:10: Expected milliseconds, at most one year, after # @sleep, found \"31536000001\". | Write # " +
				"@sleep 30000 for half a minute.",
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
			"2:3: # @expect belongs above the request line. | Move it up, or put ### above it if it belongs to the " +
				"next request.",
		},
		{
			"GET {{host}}/a\n\n# @name x",
			"3:3: # @name belongs above the request line. | Move it up, or put ### above it if it belongs to the " +
				"next request.",
		},
		{
			"# @name a\n# @ref a\nGET {{host}}/a",
			"2:8: These requests refer to each other in a circle: a → a. | Remove one of the references.",
		},
		{
			"# @name a\n# @ref b\nGET {{host}}/a\n###\n# @name b\n# @ref c\nGET {{host}}/b\n###\n# @name c\n# @ref " +
				"a\nGET {{host}}/c",
			"10:8: These requests refer to each other in a circle: a → b → c → a. | Remove one of the references.",
		},
		{
			"# @name a\nGET {{host}}/{{a.response.headers.ETag}}",
			"2:14: These requests refer to each other in a circle: a → a. | Remove one of the references.",
		},
		{
			"# @transaction t\nDELETE {{host}}/a\n###\nGET {{host}}/b\n###\n# @transaction t\nDELETE {{host}}/c",
			"7:1: The requests of transaction t aren't next to each other: it begins on line 2. | Put them " +
				"together, with nothing but blank lines between their fences, or give this one another name.",
		},
		{
			"# @transaction t\n# @expect plan == point\nDELETE {{host}}/a\n###\n# @transaction t\nDELETE {{host}}/c",
			"2:11: Plan and cost belong to the whole transaction. | Move this to the last request of transaction t.",
		},
		{
			"# @transaction t\n# @loop for 101\nDELETE {{host}}/a/{{$index}}\n###\n# @transaction t\nDELETE " +
				"{{host}}/b",
			"3:1: A loop of more than 100 needs several transactions, which can't contain another request. | Give " +
				"it a # @transaction of its own.",
		},
		{
			"# @transaction t\n# @name a\nDELETE {{host}}/a\n###\n# @transaction t\nDELETE " +
				"{{host}}/{{a.response.headers.ETag}}",
			"6:17: The response of a isn't available yet: both requests are in one transaction.",
		},
	} {
		m.check(t)
	}
}
