// Package frame reads what a JavaScript host asks of the engine and writes the reply, both as JSON.
//
// Package bridge hands it the bytes that a host left in memory; it asks engine/language/sandbox, which runs
// scripts and keeps accounts, and turns what comes back into bytes again. It is a package of its own so that
// it runs and is tested on any platform.
//
//	{"op":"run","files":[{"name":…,"text":…}],"json":false}
//	    → {"stdout":…,"stderr":…,"exit":0}                   what rowkey run prints, and its exit code
//	{"op":"example","file":…,"examples":[["fence",…],…],"index":0}
//	    → {"ok":true,"status":…,"view":…,"errors":[…]}       one example of a page and its result
//	{"op":"open","session":…}
//	    → {}                                                 an empty account in place of what there was
//	{"op":"do","session":…,"method":…,"url":…,"headers":[[name,value],…],"body":…}
//	    → {"status":201,"headers":[[name,value],…],"body":…} one request to that account
//	{"op":"close","session":…}
//	    → {}                                                 the account is gone
//	an example or files that need more than tables
//	    → {"full":true,"error":…}                            the other program answers the same call
//	the calls of package relay, in the program that has them
//	anything it can't answer
//	    → {"error":…}
//
// A page's examples come as the reader left them, each with its fences. An error names its fence, counted
// through all examples, and the line and column within it. A view is a tree: a string is text, an array an
// element with its tag, attributes and children.
//
// An account lives from open to close and belongs to one session. Bodies are strings both ways.
//
// The page's side of this is site/ui/protocol.ts; the two change together.
package frame
