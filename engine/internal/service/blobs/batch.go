package blobs

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const maxBatch = 256 // requests in a batch

// step is one request of a batch: a call of its own, which its own signature or token authorizes.
type step struct {
	id   string // its Content-ID
	call *resource.Call
	task service.Task
	err  error // why it's refused before it does anything
}

// batchOf returns the operation of a batch. Its requests are permitted one by one.
func batchOf(c *resource.Call) service.Operation {
	return service.Operation{Name: "BlobBatch", Writes: true, Group: true, Task: c.Task(parseBatch)}
}

// parseBatch deletes several blobs, or sets their tiers. Each request is answered on its own.
// https://learn.microsoft.com/rest/api/storageservices/blob-batch
func parseBatch(c *resource.Call) (service.Apply, error) {
	operations, err := batch.ParseFlat(c.Request.Headers.Get("Content-Type"), c.Request.Body)
	if err != nil {
		return nil, err
	}
	if len(operations) > maxBatch {
		return nil, fault.New(fault.ExceedsMaxBatchRequestCount)
	}
	steps := make([]step, len(operations))
	for i, o := range operations {
		steps[i] = prepare(c, o)
	}
	return func(tx *store.Tx) (service.Reply, error) {
		var parts []batch.Part
		for _, s := range steps {
			s.call.Now = c.Now
			response, err := s.answer(tx)
			if err != nil {
				return service.Reply{}, err
			}
			parts = append(parts, batch.Part{ContentID: s.id, Response: response})
		}
		id := c.NewID()
		reply := service.Reply{Status: 202, Body: batch.AppendFlat(nil, id, parts)}
		reply.Headers.Add("Content-Type", batch.MediaType(id))
		return reply, nil
	}, nil
}

// prepare takes one request of a batch through the stages before its work.
func prepare(c *resource.Call, o batch.Operation) step {
	r := o.Request
	if strings.HasPrefix(r.URL, "/") {
		r.URL = wire.SplitURL(c.Request.URL).Base + r.URL
	}
	r.Address = c.Request.Address
	if scheme, _, _ := strings.Cut(r.Headers.Get("Authorization"), " "); scheme == "Bearer" {
		r.Headers.Set("x-ms-version", c.Version()) // which a signature would have to know of
	}
	own := *c.Call
	own.Request, own.ID, own.Trace = r, c.NewID(), new(trace.Trace)
	s := step{id: o.ContentID, call: &resource.Call{Call: &own}}
	if s.err = own.Locate(); s.err != nil {
		return s
	}
	named, err := resource.Named(&own)
	if s.err = err; err != nil {
		return s
	}
	s.call = named
	op, routed := route(named)
	if own.Grant, s.err = c.Judge.Authorize(grant.Blob, r, c.Clock); s.err != nil {
		return s
	}
	op.Need.Service = grant.Blob
	switch {
	case routed != nil:
		s.err = routed
	case op.Name != "DeleteBlob" && op.Name != "SetBlobTier":
		s.err = fault.New(fault.InvalidInput).WithHint("A batch deletes blobs, or sets their tiers.")
	case len(c.Names) == 1 && named.Names[0] != c.Names[0]:
		s.err = fault.New(fault.InvalidInput).WithHint("A batch of a container is about its own blobs.")
	default:
		s.err = own.Permit(op)
	}
	if s.task = op.Task; s.err == nil {
		s.err = s.task.Parse()
	}
	return s
}

// answer does the work of one request. An error isn't the request's own, and undoes the batch.
func (s step) answer(tx *store.Tx) (wire.Response, error) {
	var reply service.Reply
	err := s.err
	if err == nil {
		reply, err = s.task.Apply(tx)
	}
	if err != nil {
		f, ok := errors.AsType[*fault.Error](err)
		if !ok {
			return wire.Response{}, err
		}
		reply = resource.Refuse(s.call.Call, f)
	}
	response := wire.Response{Status: reply.Status, Headers: reply.Headers, Body: reply.Body}
	h := &response.Headers
	h.Add("x-ms-request-id", s.call.ID)
	h.Add("x-ms-version", s.call.Version())
	if len(reply.Body) > 0 {
		h.Add("Content-Length", strconv.Itoa(len(reply.Body)))
	}
	h.Add("Server", server)
	return response, nil
}
