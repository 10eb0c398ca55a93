package tables

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// envelope is the reply of a transaction: the answers of parts, which are made once it has ended.
func envelope(t *transaction, answers func() []batch.Part) service.Reply {
	batchID, changeSetID := t.NewID(), ""
	if !t.query {
		changeSetID = t.NewID()
	}
	reply := service.Reply{Status: 202, Content: func(dst []byte) []byte {
		return batch.Append(dst, batchID, changeSetID, answers())
	}}
	reply.Headers.Add("Cache-Control", "no-cache")
	reply.Headers.Add("Content-Type", batch.MediaType(batchID))
	return reply
}

// answers are those of the parts of a transaction that succeeded.
func (t *transaction) answers() []batch.Part {
	all := make([]batch.Part, len(t.parts))
	for i := range t.parts {
		p, response := &t.parts[i], partAnswer
		if t.query {
			response = queryAnswer
		}
		all[i] = batch.Part{ContentID: p.contentID, Response: response(&p.request, p.result)}
	}
	return all
}

// queryAnswer is the answer of a query that goes alone into a batch. Headers come in an order of their
// own there, and in another one within a change set.
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

// partAnswer is the answer of a write within a change set.
func partAnswer(r *request, res result) wire.Response {
	a := wire.Response{Status: res.status, Headers: make(wire.Headers, 0, usualHeaders)}
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

// partRefusal is the answer of the part that failed a transaction.
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
