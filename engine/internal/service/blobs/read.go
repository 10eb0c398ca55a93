package blobs

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// parseGetBlob gives a blob's content, or the part of it that a range names.
// https://learn.microsoft.com/rest/api/storageservices/get-blob
func parseGetBlob(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		part, partial, err := wanted(c, b.size)
		if err != nil {
			return service.Reply{}, err
		}
		reply := told(200, b)
		if partial {
			reply = told(206, b)
			reply.Headers.Add("Content-Range", "bytes "+strconv.FormatInt(part.from, 10)+"-"+
				strconv.FormatInt(part.to-1, 10)+"/"+strconv.FormatInt(b.size, 10))
		}
		if b.md5 != "" {
			name := "Content-MD5"
			if partial {
				name = "x-ms-blob-content-md5"
			}
			reply.Headers.Add(name, b.md5)
		}
		reply.Body = read(tx, c, part)
		// A client reads a blob in parts that it counts, so it must not come in chunks.
		reply.Headers.Add("Content-Length", strconv.Itoa(len(reply.Body)))
		c.Trace.Cost.BytesRead += len(reply.Body)
		return reply, nil
	}, nil
}

// parseHeadBlob tells what getBlob does, without the content.
func parseHeadBlob(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		reply := told(200, b)
		reply.Headers.Add("Content-Length", strconv.FormatInt(b.size, 10))
		if b.md5 != "" {
			reply.Headers.Add("Content-MD5", b.md5)
		}
		return reply, nil
	}, nil
}

func parseGetBlobMetadata(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		reply := stamped(200, b.modified)
		b.metadata.AddTo(&reply.Headers)
		return reply, nil
	}, nil
}

// told is a reply with what is known of a blob.
func told(status int, b blob) service.Reply {
	reply := stamped(status, b.modified)
	reply.Headers = append(reply.Headers, b.properties...)
	h := &reply.Headers
	h.Add("Accept-Ranges", "bytes")
	h.Add("x-ms-blob-type", b.kind)
	h.Add("x-ms-creation-time", resource.Date(b.created))
	if b.kind == appendBlob {
		h.Add("x-ms-blob-committed-block-count", strconv.FormatInt(b.blocks, 10))
	}
	h.Add("x-ms-server-encrypted", "true")
	unleased.addTo(&reply)
	b.metadata.AddTo(h)
	return reply
}

// span is a run of bytes, the last one not included.
type span struct{ from, to int64 }

// wanted reads the range that a call names. One whose form is unknown counts as none, as HTTP has it.
func wanted(c *resource.Call, size int64) (part span, partial bool, err error) {
	text := c.Request.Headers.Get("x-ms-range")
	if text == "" {
		text = c.Request.Headers.Get("Range")
	}
	all := span{0, size}
	text, ok := strings.CutPrefix(text, "bytes=")
	from, to, dash := strings.Cut(text, "-")
	if !ok || !dash {
		return all, false, nil
	}
	if part.from, err = strconv.ParseInt(from, 10, 64); err != nil {
		return all, false, nil
	}
	part.to = size
	if to != "" {
		last, err := strconv.ParseInt(to, 10, 64)
		if err != nil || last < part.from {
			return all, false, nil
		}
		if last < size {
			part.to = last + 1
		}
	}
	if part.from >= size {
		return span{}, false, fault.New(fault.InvalidRange)
	}
	return part, true, nil
}

// read joins the blocks of a blob as far as they lie in a span.
func read(tx *store.Tx, c *resource.Call, part span) []byte {
	body := make([]byte, 0, part.to-part.from)
	at := int64(0)
	for _, block := range tx.Records(keys.Records(keys.Content, c.Names[0], blobName(c))) {
		end := at + int64(len(block))
		if end > part.from && at < part.to {
			body = append(body, block[max(part.from, at)-at:min(part.to, end)-at]...)
		}
		if at = end; at >= part.to {
			break
		}
	}
	return body
}
