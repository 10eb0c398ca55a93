package full_test

import (
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// answerer answers every request with one body, and keeps the requests.
type answerer struct {
	body string
	sent []wire.Request
}

func (a *answerer) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	a.sent = append(a.sent, r)
	return wire.Response{Status: 200, Body: []byte(a.body)}, nil, nil
}

func (a *answerer) Now() table.Ticks { return 0 }

func (a *answerer) Sleep(table.Ticks) {}
