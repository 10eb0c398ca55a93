package tables

import (
	"cmp"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// result is what an operation answers. answer makes a reply from it, or partAnswer if the operation is part
// of an entity group transaction.
type result struct {
	status     int
	etag       table.ETag
	location   string                  // the URL of what was created; "" if nothing was
	preference string                  // the Prefer header that was applied
	content    func(dst []byte) []byte // appends the body; nil for none
	media      string                  // the body's type if it isn't JSON
	next       *table.Key              // the key at which the next page begins; nil after the last
	nextTable  string                  // the same for a page of tables, as a token
}

// usualHeaders is room for the headers of most answers.
const usualHeaders = 12

const (
	noContent   = "return-no-content"
	withContent = "return-content"
)

// created returns the result of an insert or a create: an echo of the new thing, unless the client prefers
// none.
// https://learn.microsoft.com/rest/api/storageservices/setting-the-prefer-header-to-manage-response-echo-on-insert-operations
func created(r *request, location string, echo func([]byte) []byte) result {
	preference := preferenceOf(r)
	if preference == noContent {
		return result{status: 204, location: location, preference: preference}
	}
	return result{status: 201, location: location, preference: preference, content: echo}
}

// preferenceOf returns the request's Prefer header if its operation applies it, or "".
func preferenceOf(r *request) string {
	if !r.creates() {
		return ""
	}
	switch p := r.Request.Headers.Get("Prefer"); p {
	case noContent, withContent:
		return p
	default:
		return ""
	}
}

func writer(r *request) odata.Writer {
	return odata.Writer{Base: r.Base, Account: r.Account, Level: r.level}
}

// answer returns the reply for a result.
func answer(r *request, res result) service.Reply {
	if t := r.transaction; t != nil {
		return envelope(t, t.answers)
	}
	reply := service.Reply{Status: res.status, Headers: make(wire.Headers, 0, usualHeaders),
		Content: res.content}
	h := &reply.Headers
	h.Add("Cache-Control", "no-cache")
	if res.content != nil {
		h.Add("Content-Type", cmp.Or(res.media, r.level.MediaType()))
	}
	if res.etag != "" {
		h.Add("ETag", string(res.etag))
	}
	addLocation(h, res)
	if res.preference != "" {
		h.Add("Preference-Applied", res.preference)
	}
	addContinuation(h, res)
	return reply
}

// addLocation adds the URL of what was created.
func addLocation(h *wire.Headers, res result) {
	if res.location == "" {
		return
	}
	h.Add("Location", res.location)
	if res.status == 204 {
		h.Add("DataServiceId", res.location)
	}
}

// addContinuation adds the tokens for the next page.
// https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
func addContinuation(h *wire.Headers, res result) {
	if res.next != nil {
		h.Add("x-ms-continuation-NextPartitionKey", odata.EncodeToken(res.next.PartitionKey))
		h.Add("x-ms-continuation-NextRowKey", odata.EncodeToken(res.next.RowKey))
	}
	if res.nextTable != "" {
		h.Add("x-ms-continuation-NextTableName", res.nextTable)
	}
}
