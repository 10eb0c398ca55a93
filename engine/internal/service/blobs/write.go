package blobs

import (
	"crypto/md5"
	"encoding/base64"
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// MaxSize is how many bytes are put at once at most. It is our bound, since everything is in memory.
const MaxSize = 64 << 20

const (
	maxAppend = 4 << 20
	maxBlocks = 50_000
)

// parsePutBlob writes a block blob whole, or begins an append blob. What was there is replaced.
// https://learn.microsoft.com/rest/api/storageservices/put-blob
func parsePutBlob(c *resource.Call) (service.Apply, error) {
	b, err := described(c)
	return func(tx *store.Tx) (service.Reply, error) { return putBlob(tx, c, b) }, err
}

func putBlob(tx *store.Tx, c *resource.Call, b blob) (service.Reply, error) {
	old, found, err := find(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := mayPut(c, old, found); err != nil {
		return service.Reply{}, err
	}
	if err := tx.DeleteRecords(keys.Records(keys.Content, c.Names[0], blobName(c))); err != nil {
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
func described(c *resource.Call) (b blob, err error) {
	h := c.Request.Headers
	switch b.kind = h.Get("x-ms-blob-type"); b.kind {
	case blockBlob, appendBlob:
	case pageBlob:
		return blob{}, fault.New(fault.NotImplemented).WithHint("There are no page blobs here.")
	case "":
		return blob{}, fault.New(fault.MissingRequiredHeader).WithHint("x-ms-blob-type is BlockBlob or AppendBlob.")
	default:
		return blob{}, fault.New(fault.InvalidHeaderValue).WithHint("x-ms-blob-type is BlockBlob or AppendBlob.")
	}
	if b.kind == appendBlob && len(c.Request.Body) > 0 {
		return blob{}, fault.New(fault.InvalidHeaderValue).WithHint(
			"An append blob begins empty: put it without a body and append blocks with comp=appendblock.")
	}
	if len(c.Request.Body) > MaxSize {
		return blob{}, fault.New(fault.RequestBodyTooLarge).WithHint("This engine keeps blobs of up to 64 MiB.")
	}
	if b.metadata, err = resource.ReadMetadata(h); err != nil {
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
		if !resource.Printable(value) {
			return nil, fault.New(fault.InvalidHeaderValue).WithHint(name + " is ASCII.")
		}
		if value != "" {
			properties.Add(name, value)
		}
	}
	return properties, nil
}

// checkMD5 holds the body against the digest that came with it and returns its own.
func checkMD5(c *resource.Call) (string, error) {
	sum := md5.Sum(c.Request.Body)
	digest := base64.StdEncoding.EncodeToString(sum[:])
	sent := c.Request.Headers.Get("Content-MD5")
	if sent == "" {
		return digest, nil
	}
	if raw, err := base64.StdEncoding.DecodeString(sent); err != nil || len(raw) != len(sum) {
		return "", fault.New(fault.InvalidMD5)
	}
	if sent != digest {
		return "", fault.New(fault.MD5Mismatch)
	}
	return digest, nil
}

// mayPut holds what a put replaces against its conditions.
func mayPut(c *resource.Call, old blob, found bool) error {
	h := c.Request.Headers
	if !found {
		if h.Get("If-Match") != "" || h.Get("If-Unmodified-Since") != "" {
			return fault.New(fault.ConditionNotMet)
		}
		return nil
	}
	if h.Get("If-None-Match") == "*" {
		return fault.New(fault.BlobAlreadyExists)
	}
	if !c.Grant.Holds("w") {
		return fault.New(fault.UnauthorizedBlobOverwrite).WithHint("The permission c is for blobs that are new; w replaces them, too.")
	}
	return check(c, old.modified)
}

// parseAppendBlock adds a block to an append blob, if that has the length that the caller thinks it has.
// https://learn.microsoft.com/rest/api/storageservices/append-block
func parseAppendBlock(c *resource.Call) (service.Apply, error) {
	body := c.Request.Body
	switch {
	case len(body) == 0:
		return nil, fault.New(fault.InvalidHeaderValue).WithHint("A block has at least one byte.")
	case len(body) > maxAppend:
		return nil, fault.New(fault.RequestBodyTooLarge).WithHint("A block has at most 4 MiB.")
	}
	if _, err := checkMD5(c); err != nil {
		return nil, err
	}
	return func(tx *store.Tx) (service.Reply, error) { return appendBlock(tx, c) }, nil
}

func appendBlock(tx *store.Tx, c *resource.Call) (service.Reply, error) {
	body := c.Request.Body
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

func mayAppend(c *resource.Call, b blob) error {
	if b.kind != appendBlob {
		return fault.New(fault.InvalidBlobType).WithHint("Blocks are appended to append blobs alone; this is a " + b.kind + ".")
	}
	at, sent, err := number(c, "x-ms-blob-condition-appendpos")
	if err != nil || sent && at != b.size {
		return firstOf(err, fault.New(fault.AppendPositionConditionNotMet).WithHint("The blob has "+strconv.FormatInt(b.size, 10)+" bytes."))
	}
	limit, sent, err := number(c, "x-ms-blob-condition-maxsize")
	if err != nil || sent && b.size+int64(len(c.Request.Body)) > limit {
		return firstOf(err, fault.New(fault.MaxBlobSizeConditionNotMet))
	}
	if b.blocks >= maxBlocks {
		return fault.New(fault.BlockCountExceedsLimit)
	}
	return nil
}

func number(c *resource.Call, name string) (n int64, sent bool, err error) {
	text := c.Request.Headers.Get(name)
	if text == "" {
		return 0, false, nil
	}
	n, err = strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, false, fault.New(fault.InvalidHeaderValue).WithHint(name + " is a whole number.")
	}
	return n, true, nil
}

// parseDeleteBlob removes a blob and its content.
func parseDeleteBlob(c *resource.Call) (service.Apply, error) {
	switch c.Request.Headers.Get("x-ms-delete-snapshots") {
	case "", "include":
	case "only":
		return nil, fault.New(fault.NotImplemented)
	default:
		return nil, fault.New(fault.InvalidHeaderValue).WithHint("x-ms-delete-snapshots is include or only.")
	}
	return func(tx *store.Tx) (service.Reply, error) {
		if _, err := need(tx, c); err != nil {
			return service.Reply{}, err
		}
		if err := tx.DeleteRecords(keys.Records(keys.Content, c.Names[0], blobName(c))); err != nil {
			return service.Reply{}, err
		}
		return service.Reply{Status: 202}, tx.DeleteRecord(keys.Record(keys.Blob, c.Names[0], blobName(c)))
	}, nil
}

func parseSetBlobMetadata(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		b.metadata, b.modified = metadata, c.Now
		return stamped(200, c.Now), put(tx, c, b)
	}, err
}
