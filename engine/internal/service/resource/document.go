package resource

import (
	"fmt"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// byteOrderMark is the beginning of every XML document of the services.
const byteOrderMark = "\uFEFF"

// Date formats an instant as HTTP does: Mon, 05 Jan 2026 09:00:00 GMT.
func Date(t table.Ticks) string { return t.Time().Format("Mon, 02 Jan 2006 15:04:05 GMT") }

// ETag returns the ETag of a container or blob modified at t, without quotes.
func ETag(t table.Ticks) string { return fmt.Sprintf("0x%X", int64(t)) }

// Stamp adds the ETag and Last-Modified of a container or blob.
func Stamp(h *wire.Headers, modified table.Ticks) {
	h.Add("ETag", `"`+ETag(modified)+`"`)
	h.Add("Last-Modified", Date(modified))
}

// Document returns a reply with an XML document.
func Document(status int, root []byte) service.Reply {
	return service.Reply{
		Status:  status,
		Headers: wire.Headers{{Name: "Content-Type", Value: "application/xml"}},
		Body:    append([]byte(byteOrderMark+xmlbody.Head), root...),
	}
}

// Refuse returns the reply for a fault.
// https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2
func Refuse(c *service.Call, f *fault.Error) service.Reply {
	root := xmlbody.Append([]byte("<Error>"), "Code", f.Code.Name)
	root = xmlbody.Append(root, "Message", c.Trailed(f.Text()))
	if f.Detail != "" && xmlbody.Valid(f.Detail) {
		root = xmlbody.Append(root, "AuthenticationErrorDetail", f.Detail)
	}
	return refusal(c, f, append(root, "</Error>"...))
}

// RefuseTable is Refuse for the settings of the table service, whose error documents are different.
func RefuseTable(c *service.Call, f *fault.Error) service.Reply {
	root := []byte(`<m:error xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">`)
	root = xmlbody.Append(root, "m:code", f.Code.Name)
	root = append(root, `<m:message xml:lang="en-US">`...)
	root = append(xmlbody.AppendText(root, c.Trailed(f.Text())), "</m:message></m:error>"...)
	return refusal(c, f, root)
}

func refusal(c *service.Call, f *fault.Error, root []byte) service.Reply {
	const notModified = 304 // an answer without a body
	reply := service.Reply{Status: f.Code.Status}
	if f.Code.Status != notModified && c.Request.Method != "HEAD" {
		reply = Document(f.Code.Status, root)
	}
	code := wire.Header{Name: "x-ms-error-code", Value: f.Code.Name}
	reply.Headers = append(wire.Headers{code}, reply.Headers...)
	return reply
}
