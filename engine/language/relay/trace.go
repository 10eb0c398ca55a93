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
		for _, c := range t.Cost.Counts() {
			if c.Name == name && err == nil {
				*c.N = n
			}
		}
	}
	return &t
}
