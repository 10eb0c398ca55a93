package account

import (
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// begin makes a call of a request, with a time and an identifier. Times strictly increase, because
// Timestamps are made of them.
func (a *Account) begin(req wire.Request) *service.Call {
	a.mu.Lock()
	defer a.mu.Unlock()
	clock := a.options.Clock()
	a.last = max(a.last+1, clock)
	return &service.Call{
		Clock:   clock,
		Account: a.options.Name,
		Request: req,
		Now:     a.last,
		ID:      requestID(a.options.NewID()),
		NewID:   a.newID,
		Trace:   &trace.Trace{Cost: trace.Cost{Transactions: 1}},
		Watch:   a.options.Watch,
		Page:    a.options.Page,
		Judge:   a,
	}
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
