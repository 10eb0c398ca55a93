package account

import (
	"errors"
	"fmt"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// refuse makes a reply from an error. The transaction was rolled back, so the trace drops what it counted
// as written.
func refuse(s *service.Service, c *service.Call, err error) service.Reply {
	f := asFault(err)
	c.Trace.Fault = f
	c.Trace.Undo()
	if own, ok := errors.AsType[service.Refusal](err); ok {
		return own.Refuse(f)
	}
	reply := s.Refuse(c, f)
	if f.Offer != "" {
		reply.Headers.Add("WWW-Authenticate", f.Offer)
	}
	if f.Code == fault.AccountFull || f.Code.Status == 503 {
		reply.Headers.Add("Retry-After", "10")
	}
	return reply
}

// asFault turns an error into the fault to answer with.
func asFault(err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	if f, ok := errors.AsType[*filter.Error](err); ok {
		return filterFault(f)
	}
	f := fault.Internal(err)
	if errors.Is(err, store.ErrFull) {
		f.Code = fault.AccountFull
	}
	return f
}

// filterFault turns the error of a $filter into the fault that the table service answers with.
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

// bug makes an error from a panic.
func bug(operation string, panicked any) error {
	return fmt.Errorf("bug: panic in %s: %v", operation, panicked)
}
