package blobs

import (
	"errors"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// maxWhole is how much of a blob an answer can have if it can't be sent in segments. A short list of blocks
// can make a blob that's larger than the memory. An account with a limit gives that.
const maxWhole = 512 << 20

func wholeBytes(tx *store.Tx) int64 {
	if limit := tx.Limit(); limit > 0 {
		return min(maxWhole, limit)
	}
	return maxWhole
}

var errTooLong = errors.New("the answer is too long for this host: ask for a range")

// parseGetBlob returns a blob's content, or a range of it.
// https://learn.microsoft.com/rest/api/storageservices/get-blob
func parseGetBlob(c *resource.Call) (service.Apply, error) {
	return onBlob(c, needOnline, func(tx *store.Tx, b blob) (service.Reply, error) {
		part, partial, err := requestedRange(c, b.size)
		if err != nil {
			return service.Reply{}, err
		}
		if !c.Request.Segmented && part.to-part.from > wholeBytes(tx) {
			return service.Reply{}, fault.Internal(errTooLong)
		}
		status := 200
		if partial {
			status = 206
		}
		reply, err := propertiesReply(tx, c, status, b)
		if err != nil {
			return service.Reply{}, err
		}
		if partial {
			reply.Headers.Add("Content-Range", "bytes "+strconv.FormatInt(part.from, 10)+"-"+
				strconv.FormatInt(part.to-1, 10)+"/"+strconv.FormatInt(b.size, 10))
		}
		if b.kind == blockBlob && c.Version() >= withSums {
			b.tier.addTo(&reply.Headers)
		}
		if b.md5 != "" {
			name := "Content-MD5"
			if partial {
				name = "x-ms-blob-content-md5"
			}
			reply.Headers.Add(name, b.md5)
		}
		if err := checkSummed(c, part); err != nil {
			return service.Reply{}, err
		}
		// Clients count the bytes of each range, so the answer needs a length rather than chunks.
		reply.Headers.Add("Content-Length", strconv.FormatInt(part.to-part.from, 10))
		reply.Segments, err = read(tx, c.Names[0], storedName(c), part)
		c.Trace.Cost.BytesRead += int(part.to - part.from)
		sumRange(c, &reply)
		return reply, err
	}), nil
}

// The headers that ask for a checksum of a range.
const (
	wantMD5   = "x-ms-range-get-content-md5"
	wantCRC64 = "x-ms-range-get-content-crc64"
)

// maxSummed is the length of the longest range of which the service computes a checksum.
const maxSummed = 4 << 20

// checkSummed refuses a call that wants the checksum of no range, of a longer one, or both kinds.
func checkSummed(c *resource.Call, part span) error {
	h := c.Request.Headers
	ranged := h.Has("Range") || h.Has("x-ms-range")
	switch digest, crc := wanted(c, wantMD5), wanted(c, wantCRC64); {
	case digest && crc:
		return fault.New(fault.InvalidHeaderValue).WithHint("Ask for MD5 or for CRC64, not both.")
	case (digest || crc) && !ranged:
		return fault.New(fault.InvalidHeaderValue).WithHint("Only a read of a range can ask for its checksum.")
	case (digest || crc) && part.to-part.from > maxSummed:
		return fault.New(fault.OutOfRangeInput).WithHint("The range can have at most 4 MiB if it has a checksum.")
	}
	return nil
}

func wanted(c *resource.Call, name string) bool {
	return wire.EqualFold(c.Request.Headers.Get(name), "true")
}

// sumRange adds the checksum of a range to the answer that has it, if the call wants one.
func sumRange(c *resource.Call, reply *service.Reply) {
	switch body := (&wire.Request{Segments: reply.Segments}); {
	case wanted(c, wantMD5):
		reply.Headers.Add("Content-MD5", digestOf(body))
	case wanted(c, wantCRC64):
		reply.Headers.Add("x-ms-content-crc64", crc64Of(body))
	}
}

// parseHeadBlob returns the headers of a read, without the content.
func parseHeadBlob(c *resource.Call) (service.Apply, error) {
	return onBlob(c, need, func(tx *store.Tx, b blob) (service.Reply, error) {
		reply, err := propertiesReply(tx, c, 200, b)
		if err != nil {
			return service.Reply{}, err
		}
		reply.Headers.Add("Content-Length", strconv.FormatInt(b.size, 10))
		if b.kind == blockBlob {
			b.tier.addTo(&reply.Headers)
		}
		if b.md5 != "" {
			reply.Headers.Add("Content-MD5", b.md5)
		}
		return reply, nil
	}), nil
}

func parseGetBlobMetadata(c *resource.Call) (service.Apply, error) {
	return onBlob(c, need, func(tx *store.Tx, b blob) (service.Reply, error) {
		reply := stamped(200, b.modified)
		b.metadata.AddTo(&reply.Headers)
		return reply, nil
	}), nil
}

// propertiesReply returns a reply with the properties of a blob in its headers.
func propertiesReply(tx *store.Tx, c *resource.Call, status int, b blob) (service.Reply, error) {
	l, err := leaseOf(tx, leaseKey(c))
	reply := stamped(status, b.modified)
	reply.Headers = append(reply.Headers, b.properties...)
	h := &reply.Headers
	for _, o := range c.Grant.Overrides {
		h.Set(o.Name, o.Value)
	}
	h.Add("Accept-Ranges", "bytes")
	h.Add("x-ms-blob-type", b.kind)
	h.Add("x-ms-creation-time", resource.Date(b.created))
	if b.kind == appendBlob {
		h.Add("x-ms-blob-committed-block-count", strconv.FormatInt(b.blocks, 10))
		if b.sealed {
			h.Add("x-ms-blob-sealed", "true")
		}
	}
	h.Add("x-ms-server-encrypted", "true")
	b.tags.addCount(h)
	if !isSnapshot(storedName(c)) {
		l.addTo(h, c.Now)
	}
	b.copied.addTo(h)
	b.metadata.AddTo(h)
	return reply, err
}

// requestedRange reads the range that a call asks for. A malformed range is ignored, as HTTP says.
func requestedRange(c *resource.Call, size int64) (part span, partial bool, err error) {
	value := c.Request.Headers.Get("x-ms-range")
	if value == "" {
		value = c.Request.Headers.Get("Range")
	}
	all := span{0, size}
	value, ok := strings.CutPrefix(value, "bytes=")
	from, to, dash := strings.Cut(value, "-")
	if !ok || !dash {
		return all, false, nil
	}
	if part.from, err = position(from); err != nil {
		return all, false, nil
	}
	part.to = size
	if to != "" {
		last, err := position(to)
		if err != nil || last < part.from {
			return all, false, nil
		}
		if last < size {
			part.to = last + 1
		}
	}
	if part.from >= size {
		return span{}, false, beyond{fault.New(fault.InvalidRange), c, size}
	}
	return part, true, nil
}

// position reads a number of a range, which has digits alone.
func position(digits string) (int64, error) {
	n, err := strconv.ParseUint(digits, 10, 63)
	return int64(n), err
}

// beyond is the fault of a range that begins behind the end of a blob. Its answer tells the size.
type beyond struct {
	fault *fault.Error
	call  *resource.Call
	size  int64
}

// Error returns the fault's text.
func (b beyond) Error() string { return b.fault.Error() }

// Unwrap returns the fault.
func (b beyond) Unwrap() error { return b.fault }

// Refuse makes the answer.
func (b beyond) Refuse(f *fault.Error) service.Reply {
	reply := resource.Refuse(b.call.Call, f)
	reply.Headers.Add("Content-Range", "bytes */"+strconv.FormatInt(b.size, 10))
	return reply
}
