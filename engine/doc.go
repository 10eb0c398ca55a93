// Package engine is Azure Table storage as a library, with the queues and blobs that go with it. Open
// returns an account. Its Do answers a request as the service would, and says what the request took: the
// kind of query, how many entities it read, what it would be billed.
//
//	a, err := engine.Open(engine.Options{})
//	response, trace := a.Do(engine.Tables, engine.Request{
//		Method:  "GET",
//		URL:     "http://localhost/devstoreaccount1/Orders()?$top=10",
//		Headers: engine.Headers{{Name: "Accept", Value: "application/json"}},
//	})
//
// As with the service, a query of entities has to say in Accept that it takes JSON: the answer is 415
// otherwise.
//
// Account.Handler serves it over HTTP, to the official clients for example. Options.Folder keeps it on
// disk. RunScript runs a script of requests and expectations. The same requests get the same bytes, as
// long as Options.Clock and Options.NewID return the same.
//
// The packages below it:
//
//	wire, table, plan, trace, fault  the parts of requests, answers and traces
//	auth                             signatures and tokens
//	protocol                         what pages and Node can call
//	partition                        a model of a load on the service's servers
//	design                           design files: read, measured, reviewed, reported
//	language                         .http scripts: script parses, runner sends, report and view show,
//	                                 sandbox gives each script an account of its own
//	hosts                            ways to reach an account and to keep it: HTTP, folders, web pages
//	suites                           tests that compare the engine with the service and its emulators
//	internal                         the implementation: account takes a request through its stages,
//	                                 service has the services, storage the store
//
// docs/fidelity.md lists where the engine differs from the service. A request that the engine doesn't
// support gets the service's own error, NotImplemented, rather than a guess.
package engine
