package engine

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// result is what an operation decided to answer. respond makes bytes of it.
type result struct {
	status     int
	etag       table.ETag
	location   string                  // of what was created
	preference string                  // the Prefer that was applied
	content    func(dst []byte) []byte // appends the body; nil for none
	media      string                  // of the body, when that is not JSON
	next       *table.Key              // where the next page begins; nil after the last
	nextTable  string                  // the same for tables, as a token
}

// usualHeaders is how many an answer has at most in most cases.
const usualHeaders = 10

const (
	serverName     = "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"
	defaultVersion = "2019-02-02" // answered to clients that name none
	noContent      = "return-no-content"
	withContent    = "return-content"
)

// created is the result of making something: an echo of it, or nothing when the client prefers so.
// https://learn.microsoft.com/rest/api/storageservices/setting-the-prefer-header-to-manage-response-echo-on-insert-operations
func (c *call) created(location string, echo func([]byte) []byte) result {
	preference := c.preference()
	if preference == noContent {
		return result{status: 204, location: location, preference: preference}
	}
	return result{status: 201, location: location, preference: preference, content: echo}
}

// preference returns the Prefer that the request's operation honours, or "".
func (c *call) preference() string {
	if c.operation.mode != creates {
		return ""
	}
	switch p := c.req.Headers.Get("Prefer"); p {
	case noContent, withContent:
		return p
	default:
		return ""
	}
}

// respond encodes the outcome of a call.
func respond(c *call) wire.Response {
	var r wire.Response
	switch {
	case c.failed != nil:
		r = c.envelope(202, []batch.Part{c.failedPart()})
	case c.trace.Fault != nil:
		r = c.refusal(c.trace.Fault)
	case c.operation.mode == groups:
		parts := make([]batch.Part, len(c.parts))
		for i, p := range c.parts {
			parts[i] = batch.Part{ContentID: p.contentID, Response: p.partAnswer(p.result)}
		}
		r = c.envelope(c.result.status, parts)
	default:
		r = c.answer(c.result)
	}
	r.Headers.Add("Server", serverName)
	r.Headers.Add("x-ms-request-id", c.id)
	r.Headers.Add("x-ms-version", c.version())
	if id, ok := c.header("x-ms-client-request-id"); ok && printable(id) {
		r.Headers.Add("x-ms-client-request-id", id)
	}
	r.Headers.Add("X-Content-Type-Options", "nosniff")
	return r
}

func (c *call) version() string {
	if v, ok := c.header("x-ms-version"); ok && known(v) {
		return v
	}
	return defaultVersion
}

// printable reports whether a client's request identifier may be echoed.
func printable(id string) bool {
	for i := range len(id) {
		if id[i] < 0x20 || id[i] > 0x7E {
			return false
		}
	}
	return len(id) <= 1024
}

func (c *call) writer() odata.Writer {
	return odata.Writer{Base: c.base, Account: c.engine.options.Account, Level: c.level}
}

// answer encodes a success.
func (c *call) answer(res result) wire.Response {
	r := wire.Response{Status: res.status, Headers: make(wire.Headers, 0, usualHeaders)}
	r.Headers.Add("Cache-Control", "no-cache")
	if res.content != nil {
		r.Headers.Add("Content-Type", cmp.Or(res.media, c.level.MediaType()))
		r.Body = c.engine.encode(res.content)
	}
	if res.etag != "" {
		r.Headers.Add("ETag", string(res.etag))
	}
	addLocation(&r.Headers, res)
	if res.preference != "" {
		r.Headers.Add("Preference-Applied", res.preference)
	}
	addContinuation(&r.Headers, res)
	return r
}

// encode returns what write appends, in memory of just that size.
func (e *Engine) encode(write func(dst []byte) []byte) []byte {
	scratch, ok := e.scratch.Get().(*[]byte)
	if !ok {
		scratch = new([]byte)
	}
	*scratch = write((*scratch)[:0])
	body := bytes.Clone(*scratch)
	e.scratch.Put(scratch)
	return body
}

// addLocation says where the thing is that was created.
func addLocation(h *wire.Headers, res result) {
	if res.location == "" {
		return
	}
	h.Add("Location", res.location)
	if res.status == 204 {
		h.Add("DataServiceId", res.location)
	}
}

// addContinuation says where the next page begins.
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

// refusal encodes a fault. Those raised early come before the service has chosen its reply headers.
func (c *call) refusal(f *fault.Error) wire.Response {
	r := wire.Response{Status: f.StatusCode()}
	if f.Stage != fault.Early {
		r.Headers.Add("Cache-Control", "no-cache")
	}
	c.explain(&r, f.Code, f.Text())
	if p := c.preference(); p != "" && f.Stage != fault.Early {
		r.Headers.Add("Preference-Applied", p)
	}
	return r
}

// explain adds an error body: in JSON to clients that take it, of whatever kind, and to others in XML.
func (c *call) explain(r *wire.Response, code fault.Code, text string) {
	text = c.trailed(text)
	if accept, _ := c.accept(); !c.json && !strings.Contains(accept, "json") {
		r.Headers.Add("Content-Type", odata.XMLType)
		r.Body = odata.ErrorXML(nil, string(code), text)
		return
	}
	r.Headers.Add("Content-Type", c.level.MediaType())
	r.Body = odata.Error(nil, string(code), text)
}

// envelope wraps the answers of a transaction's parts.
func (c *call) envelope(status int, parts []batch.Part) wire.Response {
	batchID, changeSetID := c.engine.newID(), ""
	if !c.lone {
		changeSetID = c.engine.newID()
	}
	contentType, body := batch.Encode(batchID, changeSetID, parts)
	r := wire.Response{Status: status, Body: body}
	r.Headers.Add("Cache-Control", "no-cache")
	r.Headers.Add("Content-Type", contentType)
	return r
}

// queryAnswer encodes the answer of a query that stands in a batch alone.
func (c *call) queryAnswer(res result) wire.Response {
	r := wire.Response{Status: res.status, Body: c.engine.encode(res.content)}
	r.Headers.Add("DataServiceVersion", "3.0;")
	r.Headers.Add("Content-Type", c.level.MediaType())
	r.Headers.Add("X-Content-Type-Options", "nosniff")
	r.Headers.Add("Cache-Control", "no-cache")
	if res.etag != "" {
		r.Headers.Add("ETag", string(res.etag))
	}
	addContinuation(&r.Headers, res)
	return r
}

// partAnswer encodes a success within a change set, whose headers come in an order of their own.
func (c *call) partAnswer(res result) wire.Response {
	if c.operation.mode == reads {
		return c.queryAnswer(res)
	}
	r := wire.Response{Status: res.status, Headers: make(wire.Headers, 0, usualHeaders)}
	r.Headers.Add("X-Content-Type-Options", "nosniff")
	r.Headers.Add("Cache-Control", "no-cache")
	if res.preference != "" {
		r.Headers.Add("Preference-Applied", res.preference)
	}
	version := "1.0;"
	if res.content != nil || res.location != "" {
		version = "3.0;"
	}
	r.Headers.Add("DataServiceVersion", version)
	if res.content != nil {
		r.Headers.Add("Content-Type", c.level.MediaType())
		r.Body = c.engine.encode(res.content)
	}
	addLocation(&r.Headers, res)
	if res.etag != "" {
		r.Headers.Add("ETag", string(res.etag))
	}
	return r
}

// partRefusal encodes a fault within a transaction.
func (c *call) partRefusal(f *fault.Error, text string) wire.Response {
	r := wire.Response{Status: f.StatusCode()}
	r.Headers.Add("X-Content-Type-Options", "nosniff")
	if f.Stage != fault.Early {
		r.Headers.Add("Cache-Control", "no-cache")
		if p := c.preference(); p != "" {
			r.Headers.Add("Preference-Applied", p)
		}
	}
	r.Headers.Add("DataServiceVersion", "3.0;")
	c.explain(&r, f.Code, text)
	return r
}

// failedPart is the one part in the answer of a transaction that failed.
func (c *call) failedPart() batch.Part {
	f := c.trace.Fault
	text := f.Text()
	if !c.lone {
		text = c.failed.numbered(text, f.Stage)
	}
	return batch.Part{
		ContentID: c.failed.part.contentID,
		Response:  c.failed.part.partRefusal(f, text),
	}
}

// trailed puts behind an error's text what the service puts there.
func (c *call) trailed(text string) string {
	return text + "\nRequestId:" + c.id + "\nTime:" + c.now.Full()
}
