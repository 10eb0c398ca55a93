package batch

import (
	"iter"
	"strconv"

	"github.com/rowkey/rowkey/engine/wire"
)

// MediaType is the Content-Type of the envelope that Append writes.
func MediaType(batchID string) string { return mediaType("batchresponse_" + batchID) }

// Append appends the envelope of responses. An empty changeSetID is for a query, whose one part has no
// change set around it.
func Append(body []byte, batchID, changeSetID string, parts iter.Seq[Part]) []byte {
	outer, inner := "batchresponse_"+batchID, "changesetresponse_"+changeSetID
	boundary := outer
	if changeSetID != "" {
		body = openChangeSet(body, outer, inner)
		boundary = inner
	}
	for p := range parts {
		body = append(append(append(body, "--"...), boundary...), "\r\n"+
			"Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"+
			"HTTP/1.1 "...)
		body = append(strconv.AppendInt(body, int64(p.Response.Status), 10), ' ')
		body = append(append(body, wire.StatusText(p.Response.Status)...), "\r\n"...)
		if p.ContentID != "" {
			body = append(body, contentID+": "+p.ContentID+"\r\n"...)
		}
		body = appendMessage(body, p.Response.Headers, p.Response.Body)
	}
	if changeSetID != "" {
		body = append(body, "--"+inner+"--\r\n"...)
	}
	return append(body, "--"+outer+"--\r\n"...)
}

// AppendFlat appends the responses to a batch of blobs, which are in no change set.
func AppendFlat(body []byte, batchID string, parts []Part) []byte {
	boundary := "--batchresponse_" + batchID
	for _, p := range parts {
		body = append(body, boundary+"\r\nContent-Type: application/http\r\n"...)
		if p.ContentID != "" {
			body = append(body, contentID+": "+p.ContentID+"\r\n"...)
		}
		body = append(strconv.AppendInt(append(body, "\r\nHTTP/1.1 "...), int64(p.Response.Status), 10), ' ')
		body = append(append(body, wire.StatusText(p.Response.Status)...), "\r\n"...)
		body = appendMessage(body, p.Response.Headers, p.Response.Body)
	}
	return append(body, boundary+"--\r\n"...)
}

// Write makes the envelope of requests, for a request to $batch. An empty changeSetID is for a single
// query.
func Write(batchID, changeSetID string, ops []wire.Request) (contentType string, body []byte) {
	outer, inner := "batch_"+batchID, "changeset_"+changeSetID
	boundary := outer
	if changeSetID != "" {
		body = openChangeSet(body, outer, inner)
		boundary = inner
	}
	for _, op := range ops {
		body = append(body, "--"+boundary+"\r\n"+
			"Content-Transfer-Encoding: binary\r\nContent-Type: application/http\r\n\r\n"+
			op.Method+" "+op.URL+" HTTP/1.1\r\n"...)
		body = appendMessage(body, op.Headers, op.Body)
	}
	if changeSetID != "" {
		body = append(body, "--"+inner+"--\r\n\r\n"...)
	}
	return mediaType(outer), append(body, "--"+outer+"--\r\n"...)
}

func mediaType(boundary string) string { return "multipart/mixed; boundary=" + boundary }

func openChangeSet(dst []byte, outer, inner string) []byte {
	return append(dst, "--"+outer+"\r\nContent-Type: "+mediaType(inner)+"\r\n\r\n"...)
}

// appendMessage appends headers, the blank line that ends them, and a body, which gets a line of its own
// even if it's empty.
func appendMessage(dst []byte, headers wire.Headers, body []byte) []byte {
	for _, h := range headers {
		dst = append(append(dst, h.Name...), ": "...)
		dst = append(append(dst, h.Value...), "\r\n"...)
	}
	dst = append(dst, "\r\n"...)
	dst = append(dst, body...)
	return append(dst, "\r\n"...)
}
