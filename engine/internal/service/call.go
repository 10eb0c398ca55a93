package service

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Call is one request, with what the stages have found out about it so far.
type Call struct {
	Account string // the name of the account
	Request wire.Request
	Address                    // what its URL says, once Locate has read it
	Clock   table.Ticks        // the time of day, which can be set back
	Now     table.Ticks        // strictly later than that of the call before, for Timestamps
	ID      string             // the request ID
	NewID   func() string      // a new GUID
	Grant   grant.Grant        // what the sender can do
	Trace   *trace.Trace       // what the call took
	Watch   func() table.Ticks // runs while the request is answered; nil for none
	Page    func(int) int      // shortens pages; nil leaves them as they are
	Frees   bool               // names of what is deleted are free at once, whoever deletes it
	Judge   Authorizer         // says what the senders of other requests can do
	Fetch   Fetch              // reads blobs of other accounts; nil if there are none
	View    View               // reads what Parse needs of the store, in a transaction of its own
}

// View runs read in a transaction of the store and returns its error. What it has read can have changed when
// the operation is applied.
type View func(read func(*store.Tx) error) error

// Authorizer says what the sender of a request can do, or returns a *fault.Error.
type Authorizer interface {
	Authorize(to grant.Service, r wire.Request, now table.Ticks) (grant.Grant, error)
}

// Fetch answers a read of a blob in another account that the host of this one has. It's not ok if the URL is
// none of such a blob.
type Fetch func(wire.Request) (answer wire.Response, ok bool)

// Permit refuses an operation that the sender has no permission for, and writes to the secondary endpoint.
// The operations of a group are permitted one by one.
func (c *Call) Permit(o Operation) error {
	switch {
	case o.Group:
		return nil
	case c.Secondary && o.Writes:
		return fault.Invalid(fault.InsufficientAccountPermissions, "").WithHint(
			"The secondary endpoint is read-only. Write to the primary one, without -secondary.")
	default:
		return c.Grant.Allow(o.Need)
	}
}

// longest is how long the service works on one page.
// https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
const longest = table.Ticks(50_000_000)

// Patience returns a function that reports whether a page that begins now has to end: the service would have
// ended it, or the sender has hung up.
func (c *Call) Patience() func() bool {
	watch := c.Watch
	if watch == nil {
		watch = func() table.Ticks { return 0 }
	}
	begun, gone := watch(), c.Request.Gone()
	return func() bool {
		select {
		case <-gone:
			return true
		default:
			return watch()-begun >= longest
		}
	}
}

// PageSize returns how many entries this page has at most, for which so many were asked.
func (c *Call) PageSize(asked int) int {
	if c.Page == nil {
		return asked
	}
	return c.Page(asked)
}

// FreesName reports whether the client, or the account's host, wants the name of what is deleted to be free
// at once. Azure has no such header. Tests and examples send it because they would otherwise have to wait.
func (c *Call) FreesName() bool { return c.Frees || c.Request.Headers.Get("x-rowkey-at-once") == "1" }

// Int reads a query parameter that's a whole number from lowest to highest. It returns missing if the
// parameter wasn't sent.
func (c *Call) Int(name string, lowest, highest, missing int) (int, error) {
	value, ok := c.Param(name)
	if !ok {
		return missing, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0, fault.Invalid(fault.InvalidQueryParameterValue, "")
	}
	if n < lowest || n > highest {
		return 0, fault.Invalid(fault.OutOfRangeQueryParameterValue, "")
	}
	return n, nil
}

// Trailed appends the request ID and the time to an error's message, as the services do.
func (c *Call) Trailed(message string) string {
	return message + "\nRequestId:" + c.ID + "\nTime:" + c.Now.Full()
}
