// Package engine is Azure Table storage as a library, with the queues and blobs that go with it. Open
// gives an account; Do answers a request as the service would, and says what that took: which kind of
// query it was, how many entities it read, what it would be billed.
//
//	a, err := engine.Open(engine.Options{})
//	response, trace := a.Do(engine.Tables, engine.Request{Method: "GET", URL: ...})
//
// Account.Handler serves it over HTTP, for the official clients. Options.Folder keeps it on disk.
// RunScript runs a script of requests and expectations. The same requests give the same bytes if
// Options.Clock and Options.NewID do.
//
// Beside this package:
//
//	wire, table, plan, trace, fault  what requests, answers and traces are made of
//	auth                             signatures and tokens
//	language                         .http scripts: script parses, runner sends, report and view show,
//	                                 sandbox gives each script an account of its own
//	hosts                            what carries requests to accounts, and keeps them: HTTP, folders, pages
//	suites                           tests that hold the engine to what the service does
//	internal                         how it's done: account takes a request through its stages, service has
//	                                 the services, storage the store
//
// docs/fidelity.md says where the engine differs from the service. It never guesses: what it leaves out
// it answers with the service's own error, NotImplemented.
package engine
