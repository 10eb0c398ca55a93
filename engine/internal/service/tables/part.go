package tables

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// envelope returns the reply to a batch.
func envelope(t *transaction, answers []batch.Part) service.Reply {
	batchID, changeSetID := t.NewID(), ""
	if !t.query {
		changeSetID = t.NewID()
	}
	reply := service.Reply{Status: 202, Content: func(dst []byte) []byte {
		return batch.Append(dst, batchID, changeSetID, answers)
	}}
	reply.Headers.Add("Cache-Control", "no-cache")
	reply.Headers.Add("Content-Type", batch.MediaType(batchID))
	return reply
}

// queryAnswer returns the answer to a query in a batch. The order of its headers is the service's, which has
// another one in a change set.
func queryAnswer(r *request, res result) wire.Response {
	a := wire.Response{Status: res.status, Body: res.content(nil)}
	a.Headers.Add("DataServiceVersion", "3.0;")
	a.Headers.Add("Content-Type", r.level.MediaType())
	a.Headers.Add("X-Content-Type-Options", "nosniff")
	a.Headers.Add("Cache-Control", "no-cache")
	if res.etag != "" {
		a.Headers.Add("ETag", string(res.etag))
	}
	addContinuation(&a.Headers, res)
	return a
}

// partHeaders is room for the headers of the answer to a write in a change set.
const partHeaders = 8

// partAnswer returns the answer to a write in a change set.
func partAnswer(r *request, res result) wire.Response {
	a := wire.Response{Status: res.status, Headers: make(wire.Headers, 0, partHeaders)}
	a.Headers.Add("X-Content-Type-Options", "nosniff")
	a.Headers.Add("Cache-Control", "no-cache")
	if res.preference != "" {
		a.Headers.Add("Preference-Applied", res.preference)
	}
	version := "1.0;"
	if res.content != nil || res.location != "" {
		version = "3.0;"
	}
	a.Headers.Add("DataServiceVersion", version)
	if res.content != nil {
		const usualSize = 1 << 10
		a.Headers.Add("Content-Type", r.level.MediaType())
		a.Body = res.content(make([]byte, 0, usualSize))
	}
	addLocation(&a.Headers, res)
	if res.etag != "" {
		a.Headers.Add("ETag", string(res.etag))
	}
	return a
}

// partRefusal returns the answer for the part that made a transaction fail.
func partRefusal(r *request, f *fault.Error, message string) wire.Response {
	a := wire.Response{Status: f.Code.Status}
	a.Headers.Add("X-Content-Type-Options", "nosniff")
	if f.Stage != fault.Early {
		a.Headers.Add("Cache-Control", "no-cache")
		if p := preferenceOf(r); p != "" {
			a.Headers.Add("Preference-Applied", p)
		}
	}
	a.Headers.Add("DataServiceVersion", "3.0;")
	a.Body = explain(&a.Headers, r, f.Code, message)
	return a
}
