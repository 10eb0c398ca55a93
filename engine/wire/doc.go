// Package wire has the requests and responses of the engine: a request as a client sent it and a
// response as the service would have sent it, byte for byte.
//
// Every host (page, Node, native server) turns what it received into a Request, passes it to the engine,
// and turns the Response back into its own protocol. Scripts build Requests too. The package exists
// because pages load the engine, and net/http would make it much larger.
//
// It knows nothing about Azure, JSON or sockets, and it doesn't validate: a malformed URL is kept as it
// is, so that the engine can answer it as the service does.
package wire
