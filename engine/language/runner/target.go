package runner

import (
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Target is what a script runs against.
type Target interface {
	// Do answers a request. The trace is nil if the target can't tell what the request did. An error means
	// that there was no answer.
	Do(wire.Request) (wire.Response, *trace.Trace, error)
	Now() table.Ticks
	Sleep(table.Ticks)
}

// Options are what a run gets from the program that starts it.
type Options struct {
	Host   string     // what {{host}} stands for, unless the script sets it
	Queue  string     // the same for {{queue}}; "" where there are no queues
	Blob   string     // the same for {{blob}}; "" where there are no blobs
	Chosen bool       // these count, whatever the script sets: somebody has chosen them for this run
	Seed   uint64     // of everything random, unless # @seed sets another
	Key    Key        // signs requests and mints tokens; nil where signatures aren't checked
	XML    answer.XML // reads bodies of XML; nil where there are none
}

// Key is an account's key. It signs requests and mints tokens.
type Key interface {
	// Sign adds an Authorization header to a request to a service. The request already has its date.
	Sign(grant.Service, *wire.Request)
	// Token returns a shared access signature as the query of a URL. Moments among the fields are dates, or
	// a sign, a number and a unit of time: +1h is an hour from now.
	Token(fields []wire.Param, now table.Ticks) (query string, err error)
}

// Guard is a key that knows where it may be used. It signs no request to another address, since whoever wrote
// the script could be after the signature.
type Guard interface {
	Key
	// Leaks reports whether a request could take a token that the key has minted to another address.
	Leaks(*wire.Request) bool
}
