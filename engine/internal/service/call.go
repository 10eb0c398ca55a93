package service

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Call is one request on its way through the stages.
type Call struct {
	Account string // the name of the account
	Request wire.Request
	Address             // where the request leads
	Now     table.Ticks // greater than that of any call before it
	ID      string      // of the call
	NewID   func() string
	Grant   grant.Grant // what the sender may do
	Trace   trace.Trace // counts what the call does
}

// Permit refuses what the sender may not do, and writes to the read-only copy of the account.
func (c *Call) Permit(o Operation) error {
	switch {
	case o.Group:
		return nil
	case c.Secondary && o.Writes:
		return fault.Invalid(fault.InsufficientAccountPermissions, "").WithHint(
			"The secondary endpoint is read-only: write to the account's own, without -secondary.")
	default:
		return c.Grant.Allow(o.Need)
	}
}

// FreesName reports whether the client wants the name of what it deletes to be free at once. No service
// has such a header. Tests and examples send it, which would have to wait otherwise.
func (c *Call) FreesName() bool { return c.Request.Headers.Get("x-rowkey-at-once") == "1" }

// Int reads a query parameter that's a whole number from lowest to highest, or returns otherwise if it
// wasn't sent.
func (c *Call) Int(name string, lowest, highest, otherwise int) (int, error) {
	text, ok := c.Param(name)
	if !ok {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fault.Invalid(fault.InvalidQueryParameterValue, "")
	}
	if n < lowest || n > highest {
		return 0, fault.Invalid(fault.OutOfRangeQueryParameterValue, "")
	}
	return n, nil
}

// Trailed puts behind an error's message the two lines that the services put there.
func (c *Call) Trailed(message string) string {
	return message + "\nRequestId:" + c.ID + "\nTime:" + c.Now.Full()
}
