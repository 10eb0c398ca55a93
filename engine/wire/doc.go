// Package wire holds what crosses the edge of the engine: a request as a client sent it and a
// response as the service would have sent it, byte for byte.
//
// In the story: every host (page, Node, native server) turns what it received into a Request, gives
// it to engine.Do, and turns the Response back into whatever it speaks. Scripts build Requests too.
// The package exists because net/http would make what a page loads larger by two thirds.
//
// It knows nothing of Azure, JSON or sockets, and it does not validate: a URL that makes no sense
// is kept as it came, so that the engine can answer it the way the service does.
package wire
