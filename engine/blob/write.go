package blob

import (
	"crypto/md5"
	"encoding/base64"
	"strconv"

	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// MaxSize is how many bytes are put at once at most. It is our bound, since everything is in memory.
const MaxSize = 64 << 20

const (
	maxAppend = 4 << 20
	maxBlocks = 50_000
)

// putBlob writes a block blob whole, or begins an append blob. What was there is replaced.
// https://learn.microsoft.com/rest/api/storageservices/put-blob
func putBlob(tx *store.Tx, c *service.Call) (service.Reply, error) {
	b, err := described(c)
	if err != nil {
		return service.Reply{}, err
	}
	old, found, err := find(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := mayPut(c, old, found); err != nil {
		return service.Reply{}, err
	}
	if err := tx.DeleteRecords(keys.Records(keys.Content, c.Path[0], blobName(c))); err != nil {
		return service.Reply{}, err
	}
	b.created, b.modified = c.Now, c.Now
	if body := c.Request.Body; len(body) > 0 {
		b.size, b.blocks = int64(len(body)), 1
		c.Trace.Cost.BytesWritten += len(body)
		if err := tx.PutRecord(content(c, 0), string(body)); err != nil {
			return service.Reply{}, err
		}
	}
	reply := stamped(201, c.Now)
	if b.md5 != "" {
		reply.Headers.Add("Content-MD5", b.md5)
	}
	reply.Headers.Add("x-ms-request-server-encrypted", "true")
	return reply, put(tx, c, b)
}

// described is the blob that the headers of a put describe.
func described(c *service.Call) (b blob, err error) {
	h := c.Request.Headers
	switch b.kind = h.Get("x-ms-blob-type"); b.kind {
	case blockBlob, appendBlob:
	case pageBlob:
		return blob{}, service.Hinted(service.NotImplemented, "There are no page blobs here.")
	case "":
		return blob{}, service.Hinted(service.MissingRequiredHeader, "x-ms-blob-type is BlockBlob or AppendBlob.")
	default:
		return blob{}, service.Hinted(service.InvalidHeaderValue, "x-ms-blob-type is BlockBlob or AppendBlob.")
	}
	if b.kind == appendBlob && len(c.Request.Body) > 0 {
		return blob{}, service.Hinted(service.InvalidHeaderValue,
			"An append blob begins empty: put it without a body and append blocks with comp=appendblock.")
	}
	if len(c.Request.Body) > MaxSize {
		return blob{}, service.Hinted(service.RequestBodyTooLarge, "This engine keeps blobs of up to 64 MiB.")
	}
	if b.metadata, err = service.ReadMetadata(h); err != nil {
		return blob{}, err
	}
	if b.properties, err = propertiesOf(h); err != nil {
		return blob{}, err
	}
	if b.kind == blockBlob {
		b.md5, err = checkMD5(c)
	}
	return b, err
}

// propertiesOf takes from the headers of a put what a read gives back as headers.
func propertiesOf(h wire.Headers) (properties wire.Headers, err error) {
	for _, name := range [...]string{
		"Content-Type", "Content-Encoding", "Content-Language", "Cache-Control", "Content-Disposition",
	} {
		value := h.Get("x-ms-blob-" + name)
		if value == "" && name != "Content-Disposition" {
			value = h.Get(name)
		}
		if value == "" && name == "Content-Type" {
			value = "application/octet-stream"
		}
		if !service.Printable(value) {
			return nil, service.Hinted(service.InvalidHeaderValue, name+" is ASCII.")
		}
		if value != "" {
			properties.Add(name, value)
		}
	}
	return properties, nil
}

// checkMD5 holds the body against the digest that came with it and returns its own.
func checkMD5(c *service.Call) (string, error) {
	sum := md5.Sum(c.Request.Body)
	digest := base64.StdEncoding.EncodeToString(sum[:])
	sent := c.Request.Headers.Get("Content-MD5")
	if sent == "" {
		return digest, nil
	}
	if raw, err := base64.StdEncoding.DecodeString(sent); err != nil || len(raw) != len(sum) {
		return "", service.Fail(invalidMD5)
	}
	if sent != digest {
		return "", service.Fail(md5Mismatch)
	}
	return digest, nil
}

// mayPut holds what a put replaces against its conditions.
func mayPut(c *service.Call, old blob, found bool) error {
	h := c.Request.Headers
	if !found {
		if h.Get("If-Match") != "" || h.Get("If-Unmodified-Since") != "" {
			return service.Fail(service.ConditionNotMet)
		}
		return nil
	}
	if h.Get("If-None-Match") == "*" {
		return service.Fail(blobAlreadyExists)
	}
	if !c.Grant.Holds("w") {
		return service.Hinted(unauthorizedOverwrite, "The permission c is for blobs that are new; w replaces them, too.")
	}
	return check(c, old.modified)
}

// appendBlock adds a block to an append blob, if that has the length that the caller thinks it has.
// https://learn.microsoft.com/rest/api/storageservices/append-block
func appendBlock(tx *store.Tx, c *service.Call) (service.Reply, error) {
	body := c.Request.Body
	switch {
	case len(body) == 0:
		return service.Reply{}, service.Hinted(service.InvalidHeaderValue, "A block has at least one byte.")
	case len(body) > maxAppend:
		return service.Reply{}, service.Hinted(service.RequestBodyTooLarge, "A block has at most 4 MiB.")
	}
	if _, err := checkMD5(c); err != nil {
		return service.Reply{}, err
	}
	b, err := need(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := mayAppend(c, b); err != nil {
		return service.Reply{}, err
	}
	if err := tx.PutRecord(content(c, b.blocks), string(body)); err != nil {
		return service.Reply{}, err
	}
	offset := b.size
	b.size, b.blocks, b.modified = b.size+int64(len(body)), b.blocks+1, c.Now
	c.Trace.Cost.BytesWritten += len(body)
	reply := stamped(201, c.Now)
	reply.Headers.Add("x-ms-blob-append-offset", strconv.FormatInt(offset, 10))
	reply.Headers.Add("x-ms-blob-committed-block-count", strconv.FormatInt(b.blocks, 10))
	reply.Headers.Add("x-ms-request-server-encrypted", "true")
	return reply, put(tx, c, b)
}

func mayAppend(c *service.Call, b blob) error {
	if b.kind != appendBlob {
		return service.Hinted(invalidBlobType, "Blocks are appended to append blobs alone; this is a "+b.kind+".")
	}
	at, sent, err := number(c, "x-ms-blob-condition-appendpos")
	if err != nil || sent && at != b.size {
		return firstOf(err, service.Hinted(appendPosition, "The blob has "+strconv.FormatInt(b.size, 10)+" bytes."))
	}
	limit, sent, err := number(c, "x-ms-blob-condition-maxsize")
	if err != nil || sent && b.size+int64(len(c.Request.Body)) > limit {
		return firstOf(err, service.Fail(maxBlobSize))
	}
	if b.blocks >= maxBlocks {
		return service.Fail(blockCount)
	}
	return nil
}

func number(c *service.Call, name string) (n int64, sent bool, err error) {
	text := c.Request.Headers.Get(name)
	if text == "" {
		return 0, false, nil
	}
	n, err = strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, false, service.Hinted(service.InvalidHeaderValue, name+" is a whole number.")
	}
	return n, true, nil
}

// deleteBlob removes a blob and its content.
func deleteBlob(tx *store.Tx, c *service.Call) (service.Reply, error) {
	switch c.Request.Headers.Get("x-ms-delete-snapshots") {
	case "", "include":
	case "only":
		return service.Reply{}, service.Fail(service.NotImplemented)
	default:
		return service.Reply{}, service.Hinted(service.InvalidHeaderValue, "x-ms-delete-snapshots is include or only.")
	}
	if _, err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	if err := tx.DeleteRecords(keys.Records(keys.Content, c.Path[0], blobName(c))); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 202}, tx.DeleteRecord(keys.Record(keys.Blob, c.Path[0], blobName(c)))
}

func setBlobMetadata(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	b, err := need(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	b.metadata, b.modified = metadata, c.Now
	return stamped(200, c.Now), put(tx, c, b)
}
