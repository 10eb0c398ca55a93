package engine

import (
	"errors"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/store"
)

// asFault turns any error into the fault to answer with.
func asFault(err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if f, ok := errors.AsType[*filter.Error](err); ok {
		return filterFault(f)
	}
	if errors.Is(err, store.ErrFull) {
		return &fault.Error{
			Code: fault.InternalError, Cause: err,
			Hint: "The account is full: it lives in memory, which is bounded. Write fewer or smaller entities.",
		}
	}
	return &fault.Error{Code: fault.InternalError, Cause: err}
}

// filterFault words what is wrong with a $filter as the service does.
// https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
func filterFault(f *filter.Error) *fault.Error {
	e := fault.Refused(fault.InvalidInput, f.Message)
	switch f.Kind {
	case filter.Unsupported:
		e = fault.Invalid(fault.NotImplemented, "")
	case filter.Null:
		e = fault.Invalid(fault.InvalidInput, "")
	}
	e.Start, e.End, e.Hint, e.Cause = f.Start, f.End, f.Hint, f
	return e
}

// fail puts a fault on the call. Nothing of the request was kept, so nothing counts as written.
func (c *call) fail(err error) {
	c.trace.Fault = asFault(err)
	c.trace.Undo()
	if part, ok := errors.AsType[*partFault](err); ok {
		c.failed = part
	}
}
