package runner

import (
	"time"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/answer"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Target is what a script is run against.
type Target interface {
	// Do answers a request. The trace is nil where nobody knows what the request did. An error means
	// that there was no answer.
	Do(wire.Request) (wire.Response, *trace.Trace, error)
	Now() time.Time
	Sleep(time.Duration)
}

// Options are what a run takes from its host.
type Options struct {
	Host  string     // what {{host}} stands for unless the script sets it
	Queue string     // what {{queue}} stands for, likewise; "" where there are no queues
	Blob  string     // what {{blob}} stands for, likewise; "" where there are no blobs
	Seed  uint64     // of all that is random, unless # @seed says otherwise
	Key   Key        // signs requests and mints tokens; nil where nobody looks at signatures
	XML   answer.XML // reads bodies of XML; nil where there are none
}

// Key is the account's: requests are signed with it, and tokens are minted.
type Key interface {
	// Sign gives a request to a service its Authorization. The date stands in it already.
	Sign(grant.Service, *wire.Request)
	// Token returns a shared access signature as the query of a URL. The moments among the fields are
	// dates, or a sign, a number and a unit of time: +1h is an hour from now.
	Token(fields []wire.Param, now time.Time) (query string, err error)
}
