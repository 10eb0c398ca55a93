package full_test

import (
	"time"

	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// answerer answers every request with one body.
type answerer struct{ body string }

func (a *answerer) Do(wire.Request) (wire.Response, *trace.Trace, error) {
	return wire.Response{Status: 200, Body: []byte(a.body)}, nil, nil
}

func (a *answerer) Now() time.Time { return time.Time{} }

func (a *answerer) Sleep(time.Duration) {}
