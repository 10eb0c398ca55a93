// Package frame answers the calls of a JavaScript host. Calls and replies are JSON:
//
//	{"op":"example","file":…,"examples":[["fence",…],…],"index":0}
//	    → {"ok":true,"status":…,"view":…,"errors":[…]}       one example of a page and its result; with
//	                                                         "report":true also "report", which is what
//	                                                         rowkey run --json prints of it
//	{"op":"open","session":…}
//	    → {}                                                 a new, empty account for the session
//	{"op":"do","session":…,"method":…,"url":…,"headers":[[name,value],…],"body":…}
//	    → {"status":201,"headers":[[name,value],…],"body":…} one request to that account; session.go
//	                                                         has the other fields of the call and the reply
//	{"op":"close","session":…}
//	    → {}                                                 closes the account
//	an example that needs more than tables, where the sandbox has only those
//	    → {"full":true,"error":…}                            make the same call to the full engine
//	the calls of packages command, relay and playground, in the program that has them
//	a call that fails in any other way
//	    → {"error":…}
//
// The examples of a page come with the reader's edits, each as a list of its fences. A fence with data is
// {"table":…,"text":…} in place of a string. An error has the number of its fence, counted through all
// examples, and the line and column in that. A view is a tree in which text is a string and an element an
// array of tag, attributes and children.
//
// A session has its own account, from open to close. Bodies are strings in both directions.
//
// The bytes of calls come from package bridge, and sandbox runs the scripts. This package doesn't depend on
// WebAssembly, so its tests run on every platform. Its counterpart in a page is site/ui/protocol.ts: change
// both together.
package frame
