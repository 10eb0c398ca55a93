package blobs

import (
	"cmp"
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

const maxBlocks = 50_000

// maxAppend returns how many bytes a block can have: more since a version of the service.
func maxAppend(c *resource.Call) int64 {
	if c.Version() >= "2022-11-02" {
		return 100 << 20
	}
	return 4 << 20
}

// parseAppendBlock adds a block to an append blob, if its conditions on the position and the size are met.
// https://learn.microsoft.com/rest/api/storageservices/append-block
func parseAppendBlock(c *resource.Call) (service.Apply, error) {
	switch size := c.Request.Size(); {
	case size == 0:
		return nil, fault.New(fault.InvalidHeaderValue).WithHint("A block needs at least one byte.")
	case size > maxAppend(c):
		return nil, fault.New(fault.RequestBodyTooLarge).WithHint(
			"A block can have at most " + strconv.FormatInt(maxAppend(c)>>20, 10) +
				" MiB. It's 100 MiB since the version 2022-11-02.")
	}
	sums, err := sumsOf(c)
	return func(tx *store.Tx) (service.Reply, error) { return appendBlock(tx, c, sums) }, err
}

func appendBlock(tx *store.Tx, c *resource.Call, sums wire.Headers) (service.Reply, error) {
	b, err := need(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := checkAppend(c, b); err != nil {
		return service.Reply{}, err
	}
	if err := putContent(tx, c); err != nil {
		return service.Reply{}, err
	}
	offset := b.size
	b.size, b.blocks, b.modified = b.size+c.Request.Size(), b.blocks+1, c.Now
	reply := stamped(201, c.Now)
	reply.Headers.Add("x-ms-blob-append-offset", strconv.FormatInt(offset, 10))
	reply.Headers.Add("x-ms-blob-committed-block-count", strconv.FormatInt(b.blocks, 10))
	reply.Headers = append(reply.Headers, sums...)
	reply.Headers.Add("x-ms-request-server-encrypted", "true")
	return reply, put(tx, c, b)
}

// checkAppend checks the conditions of an append, and that the blob can take another block.
func checkAppend(c *resource.Call, b blob) error {
	if b.kind != appendBlob {
		return fault.New(fault.InvalidBlobType).WithHint(
			"Blocks can only be appended to an append blob. This is a " + b.kind + ".")
	}
	if b.sealed {
		return fault.New(fault.BlobIsSealed)
	}
	if err := checkPosition(c, b); err != nil {
		return err
	}
	limit, sent, err := number(c, "x-ms-blob-condition-maxsize")
	if err != nil || sent && b.size+c.Request.Size() > limit {
		return cmp.Or[error](err, fault.New(fault.MaxBlobSizeConditionNotMet))
	}
	if b.blocks >= maxBlocks {
		return fault.New(fault.BlockCountExceedsLimit)
	}
	return nil
}

// checkPosition refuses a call that wants an append blob to have another size.
func checkPosition(c *resource.Call, b blob) error {
	at, sent, err := number(c, "x-ms-blob-condition-appendpos")
	if err != nil || sent && at != b.size {
		return cmp.Or[error](err, fault.New(fault.AppendPositionConditionNotMet).WithHint(
			"The blob has "+strconv.FormatInt(b.size, 10)+" bytes."))
	}
	return nil
}

// parseSeal ends the growth of an append blob. Sealing it again changes nothing.
// https://learn.microsoft.com/rest/api/storageservices/append-blob-seal
func parseSeal(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := need(tx, c)
		switch {
		case err != nil:
			return service.Reply{}, err
		case b.kind != appendBlob:
			return service.Reply{}, fault.New(fault.InvalidBlobType).WithHint(
				"Only an append blob can be sealed. This is a " + b.kind + ".")
		}
		if err := checkPosition(c, b); err != nil {
			return service.Reply{}, err
		}
		if !b.sealed {
			b.sealed, b.modified = true, c.Now
		}
		reply := stamped(200, b.modified)
		reply.Headers.Add("x-ms-blob-sealed", "true")
		return reply, put(tx, c, b)
	}, nil
}

// number reads a header with a whole number, 0 or more.
func number(c *resource.Call, name string) (n int64, sent bool, err error) {
	text := c.Request.Headers.Get(name)
	if text == "" {
		return 0, false, nil
	}
	n, err = strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, false, fault.New(fault.InvalidHeaderValue).WithHint(
			name + " needs to be a whole number, 0 or more.")
	}
	return n, true, nil
}
