package tables

import (
	"iter"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// answers yields the answers of the parts of a batch. The headers of each are those of the next one, too.
func (t *transaction) answers(yield func(batch.Part) bool) {
	var room [8]wire.Header
	for at := range t.parts {
		p, a := &t.parts[at], batch.Part{ContentID: t.operations[at].ContentID}
		if t.query {
			a.Response = queryAnswer(&p.request, p.result)
		} else {
			a.Response = partAnswer(&p.request, p.result, room[:0])
		}
		if !yield(a) {
			return
		}
	}
}

// envelope returns the reply to a batch. The answers are made when it's written, after the transaction.
func envelope(t *transaction, answers iter.Seq[batch.Part]) service.Reply {
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

// partAnswer returns the answer to a write in a change set, with room for its headers.
func partAnswer(r *request, res result, room wire.Headers) wire.Response {
	a := wire.Response{Status: res.status, Headers: room}
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
