package account

import (
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// begin makes a call of a request, with a time and an identifier. Times strictly increase, because
// Timestamps are made of them. Leases and the like are counted by them, too, so they go on at the pace of the
// clock even if that was set back, or if the account's last time is one of a clock that was ahead.
func (a *Account) begin(req wire.Request) *service.Call {
	c := a.glance(req)
	a.mu.Lock()
	defer a.mu.Unlock()
	c.Now = max(a.last+1, c.Now)
	a.last = c.Now
	return c
}

// glance makes a call of a request that is only judged, and so has no time of its own.
func (a *Account) glance(req wire.Request) *service.Call {
	a.mu.Lock()
	defer a.mu.Unlock()
	clock := a.options.Clock()
	if a.last-a.ahead.at(clock) > mostAhead {
		a.ahead = lead{a.last - clock, clock}
	}
	both := &struct { // one allocation
		call  service.Call
		trace trace.Trace
	}{trace: trace.Trace{Cost: trace.Cost{Transactions: 1}}}
	both.call = service.Call{
		Clock:   clock,
		Account: a.options.Name,
		Request: req,
		Now:     max(a.last+1, a.ahead.at(clock)),
		ID:      requestID(a.options.NewID()),
		NewID:   a.newID,
		Trace:   &both.trace,
		Watch:   a.options.Watch,
		Page:    a.options.Page,
		Judge:   a,
		Fetch:   a.options.Fetch,
		View:    a.view,
	}
	return &both.call
}

// mostAhead is how far times can be ahead of the clock and wait for it.
const mostAhead = 60 * table.Second

// lead is how far times are ahead of the clock. It shrinks by a tenth of the time that passes.
type lead struct {
	by    table.Ticks
	since table.Ticks // by the clock
}

func (l lead) at(clock table.Ticks) table.Ticks {
	return clock + max(0, l.by-max(0, clock-l.since)/10)
}

// order gives a call a new time if a call with a later one has reached the store first. Otherwise a write
// could set a Timestamp back. The store runs one write at a time.
func (a *Account) order(c *service.Call) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c.Now < a.served {
		a.last++
		c.Now = a.last
	}
	a.served = c.Now
}

// requestID gives a GUID the ending of the services' own request IDs: six zeros.
func requestID(guid string) string {
	const zeros = "000000"
	if len(guid) <= len(zeros) {
		return guid
	}
	return guid[:len(guid)-len(zeros)] + zeros
}
