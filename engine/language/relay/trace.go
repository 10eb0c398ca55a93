package relay

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// traceOf is what our endpoint tells in headers of what a request did, or nil.
func traceOf(h wire.Headers) *trace.Trace {
	if !h.Has("x-rowkey-cost") {
		return nil
	}
	var t trace.Trace
	_, rest, _ := strings.Cut("; "+h.Get("x-rowkey-plan"), "; kind=")
	name, _, _ := strings.Cut(rest, ";")
	for kind := plan.Point; kind <= plan.TableScan; kind++ {
		if kind.String() == name {
			t.Plan.Kind = kind
		}
	}
	for pair := range strings.SplitSeq(h.Get("x-rowkey-cost"), "; ") {
		name, count, _ := strings.Cut(pair, "=")
		n, err := strconv.Atoi(count)
		if at := cost(&t.Cost, name); at != nil && err == nil {
			*at = n
		}
	}
	return &t
}

// cost is where a count of that name belongs.
func cost(c *trace.Cost, name string) *int {
	switch name {
	case "entitiesRead":
		return &c.EntitiesRead
	case "entitiesReturned":
		return &c.EntitiesReturned
	case "entitiesWritten":
		return &c.EntitiesWritten
	case "pages":
		return &c.Pages
	case "transactions":
		return &c.Transactions
	case "bytes":
		return &c.BytesReturned
	case "bytesRead":
		return &c.BytesRead
	case "bytesWritten":
		return &c.BytesWritten
	}
	return nil
}
