package account

import (
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// begin stamps a request with its time and its identifier. Times strictly increase, as the Timestamps
// made from them must.
func (a *Account) begin(req wire.Request) *service.Call {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = max(a.last+1, table.TicksOf(a.options.Clock()))
	return &service.Call{
		Account: a.options.Name,
		Request: req,
		Now:     a.last,
		ID:      requestID(a.options.NewID()),
		NewID:   a.newID,
		Trace:   trace.Trace{Cost: trace.Cost{Transactions: 1}},
	}
}

// order gives a call that others have overtaken on the way to the store a later time than theirs, so
// that no write takes a Timestamp back. The store runs one write at a time.
func (a *Account) order(c *service.Call) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c.Now < a.served {
		a.last++
		c.Now = a.last
	}
	a.served = c.Now
}

// requestID gives an identifier the ending that the services' own have.
func requestID(guid string) string {
	const zeros = "000000"
	if len(guid) <= len(zeros) {
		return guid
	}
	return guid[:len(guid)-len(zeros)] + zeros
}
