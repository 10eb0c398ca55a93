package blobs

import (
	"cmp"
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"hash/crc64"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// MaxSize is the size limit of a blob that is put in one request, and of a block. It's smaller than the
// service's, because the engine keeps everything in memory.
const MaxSize = 1 << 30

const hintType = "x-ms-blob-type needs to be BlockBlob or AppendBlob."

// parsePutBlob puts a block blob with its content, or an empty append blob. It replaces a blob of that name.
// https://learn.microsoft.com/rest/api/storageservices/put-blob
func parsePutBlob(c *resource.Call) (service.Apply, error) {
	b, err := readBlob(c)
	sum := ""
	if err == nil && b.kind == blockBlob {
		sum = crc64Of(&c.Request)
	}
	return func(tx *store.Tx) (service.Reply, error) { return putBlob(tx, c, b, sum) }, err
}

func putBlob(tx *store.Tx, c *resource.Call, b blob, sum string) (service.Reply, error) {
	old, found, err := find(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := checkPut(tx, c, old, found); err != nil {
		return service.Reply{}, err
	}
	if err := empty(tx, c); err != nil {
		return service.Reply{}, err
	}
	b.created, b.modified, b.tier = c.Now, c.Now, b.tier.chosen(c.Now)
	if b.size = c.Request.Size(); b.size > 0 {
		b.blocks = 1
		if err := putContent(tx, c); err != nil {
			return service.Reply{}, err
		}
	}
	reply := stamped(201, c.Now)
	if b.md5 != "" {
		reply.Headers.Add("Content-MD5", b.md5)
		reply.Headers.Add("x-ms-content-crc64", sum)
	}
	reply.Headers.Add("x-ms-request-server-encrypted", "true")
	return reply, put(tx, c, b)
}

// readBlob returns the blob that a put describes in its headers.
func readBlob(c *resource.Call) (b blob, err error) {
	h := c.Request.Headers
	switch b.kind = h.Get("x-ms-blob-type"); b.kind {
	case blockBlob, appendBlob:
	case pageBlob:
		return blob{}, fault.New(fault.NotImplemented).WithHint("This engine doesn't have page blobs.")
	case "":
		return blob{}, fault.New(fault.MissingRequiredHeader).WithHint(hintType)
	default:
		return blob{}, fault.New(fault.InvalidHeaderValue).WithHint(hintType)
	}
	if b.kind == appendBlob && c.Request.Size() > 0 {
		return blob{}, fault.New(fault.InvalidHeaderValue).WithHint(
			"An append blob is empty at first: put it without a body, then append blocks with " +
				"comp=appendblock.")
	}
	if c.Request.Size() > MaxSize {
		return blob{}, fault.New(fault.RequestBodyTooLarge).WithHint(
			"A put can have at most 1 GiB in this engine. Put a larger blob in blocks.")
	}
	if b.metadata, err = resource.ReadMetadata(h); err != nil {
		return blob{}, err
	}
	if b.properties, err = propertiesOf(h); err != nil {
		return blob{}, err
	}
	b.properties = typed(b.properties)
	if b.tier, err = readTier(c, b.kind); err != nil {
		return blob{}, err
	}
	if b.tags, err = readTags(h); err != nil {
		return blob{}, err
	}
	if b.kind == blockBlob {
		if b.md5, err = checkSums(c); b.md5 == "" {
			b.md5 = digestOf(&c.Request)
		}
	}
	return b, err
}

// propertiesOf returns the headers of a put that a read returns.
func propertiesOf(h wire.Headers) (properties wire.Headers, err error) {
	for _, name := range [...]string{
		"Content-Type", "Content-Encoding", "Content-Language", "Cache-Control", "Content-Disposition",
	} {
		value := h.Get("x-ms-blob-" + name)
		if value == "" && name != "Content-Disposition" {
			value = h.Get(name)
		}
		if !resource.Printable(value) {
			return nil, fault.New(fault.InvalidHeaderValue).WithHint(name + " needs to be printable ASCII.")
		}
		if value != "" {
			properties.Add(name, value)
		}
	}
	return properties, nil
}

// typed returns the properties of a new blob, which has a content type even if none was sent.
func typed(properties wire.Headers) wire.Headers {
	if properties.Has("Content-Type") {
		return properties
	}
	return append(wire.Headers{{Name: "Content-Type", Value: "application/octet-stream"}}, properties...)
}

// ofBlob returns the headers that are about a blob and not about the body of the request.
func ofBlob(sent wire.Headers) (own wire.Headers) {
	const prefix = "x-ms-blob-"
	for _, h := range sent {
		if len(h.Name) > len(prefix) && wire.EqualFold(h.Name[:len(prefix)], prefix) {
			own.Add(h.Name, h.Value)
		}
	}
	return own
}

// parseSetBlobProperties replaces the properties of a blob. Those that aren't sent are cleared.
// https://learn.microsoft.com/rest/api/storageservices/set-blob-properties
func parseSetBlobProperties(c *resource.Call) (service.Apply, error) {
	properties, err := propertiesOf(ofBlob(c.Request.Headers))
	if err != nil {
		return nil, err
	}
	digest := c.Request.Headers.Get("x-ms-blob-content-md5")
	if _, err := base64.StdEncoding.DecodeString(digest); err != nil {
		return nil, fault.New(fault.InvalidMD5)
	}
	return onBlob(c, needOnline, func(tx *store.Tx, b blob) (service.Reply, error) {
		b.properties, b.md5, b.modified, b.copied = properties, digest, c.Now, copied{}
		return stamped(200, c.Now), put(tx, c, b)
	}), nil
}

// blobMD5 returns the digest that a client wants a blob to have, whatever its content.
func blobMD5(h wire.Headers) (string, error) {
	digest := h.Get("x-ms-blob-content-md5")
	if raw, err := base64.StdEncoding.DecodeString(digest); err != nil || digest != "" && len(raw) != md5.Size {
		return "", fault.New(fault.InvalidMD5)
	}
	return digest, nil
}

// polynomial is that of the services' CRC64, bits reversed.
var polynomial = crc64.MakeTable(0x9A6C_9329_AC4B_C9B5)

// checkSums compares the body with the checksum that was sent, an MD5 or a CRC64. It returns the MD5 if that
// was sent.
func checkSums(c *resource.Call) (digest string, err error) {
	h := c.Request.Headers
	digest, sum := h.Get("Content-MD5"), h.Get("x-ms-content-crc64")
	if comp, _ := c.Param("comp"); digest == "" && comp == "" {
		digest = h.Get("x-ms-blob-content-md5") // of a put it's the same
	}
	if sum != "" && h.Get("Content-MD5") != "" {
		return "", fault.New(fault.InvalidHeaderValue).WithHint("Send x-ms-content-crc64 or Content-MD5, not both.")
	}
	if raw, err := base64.StdEncoding.DecodeString(sum); err != nil || sum != "" && len(raw) != crc64.Size {
		return "", fault.New(fault.InvalidHeaderValue).WithHint("x-ms-content-crc64 needs to be 64 bits in base64.")
	}
	if raw, err := base64.StdEncoding.DecodeString(digest); err != nil || digest != "" && len(raw) != md5.Size {
		return "", fault.New(fault.InvalidMD5)
	}
	switch {
	case sum != "" && sum != crc64Of(&c.Request):
		return "", fault.New(fault.CRC64Mismatch)
	case digest != "" && digest != digestOf(&c.Request):
		return "", fault.New(fault.MD5Mismatch)
	}
	return digest, nil
}

// withSums is the version since which answers have both checksums, and those of a read the tier.
const withSums = "2026-10-06"

// sumsOf returns the headers with checksums of the body, for the answer to the call that brought it: the MD5
// if that was sent, or else the CRC64. That of a long body takes a while, so nobody waits for the store then.
func sumsOf(c *resource.Call) (sums wire.Headers, err error) {
	digest, err := checkSums(c)
	if digest != "" {
		sums.Add("Content-MD5", digest)
	}
	if err == nil && (digest == "" || c.Version() >= withSums) {
		sums.Add("x-ms-content-crc64", crc64Of(&c.Request))
	}
	return sums, err
}

// crc64Of returns the CRC64 of a request's body, as headers have it.
func crc64Of(r *wire.Request) string {
	sum := crc64.New(polynomial)
	addBody(sum, r)
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, sum.Sum64()))
}

// digestOf returns the MD5 of a request's body, as headers have it.
func digestOf(r *wire.Request) string {
	sum := md5.New()
	addBody(sum, r)
	return base64.StdEncoding.EncodeToString(sum.Sum(nil))
}

// addBody adds a request's body to a hash. The buffer saves copying each segment as a whole.
func addBody(to hash.Hash, r *wire.Request) {
	to.Write(r.Body)
	if len(r.Segments) == 0 {
		return
	}
	buffer := make([]byte, 64<<10)
	for _, s := range r.Segments {
		for s != "" {
			n := copy(buffer, s)
			to.Write(buffer[:n])
			s = s[n:]
		}
	}
}

// checkPut checks the lease and the conditions of a put, and the permission to replace a blob.
func checkPut(tx *store.Tx, c *resource.Call, old blob, found bool) error {
	if err := checkLease(tx, c); err != nil {
		return err
	}
	h := c.Request.Headers
	if !found {
		if since, ok, err := date(c, "If-Modified-Since"); err != nil || ok && !newer(c.Now, since) {
			return cmp.Or[error](err, fault.New(fault.ConditionNotMet))
		}
		if h.Get("If-Match") != "" || h.Get("If-Unmodified-Since") != "" || h.Get("x-ms-if-tags") != "" {
			return fault.New(fault.ConditionNotMet)
		}
		return nil
	}
	if h.Get("If-None-Match") == "*" {
		return fault.New(fault.BlobAlreadyExists)
	}
	if !c.Grant.Holds("w") {
		return overwrites()
	}
	return cmp.Or(checkBlob(c, old), old.online())
}

// overwrites returns the fault of a call that could replace a blob, by a sender who can only create some.
func overwrites() error {
	return fault.New(fault.UnauthorizedBlobOverwrite).WithHint(
		"With the permission c a client can only create blobs. To replace one it needs w.")
}

// parseDeleteBlob deletes a blob and its content, its snapshots, or both. A snapshot is deleted like a blob.
// https://learn.microsoft.com/rest/api/storageservices/delete-blob
func parseDeleteBlob(c *resource.Call) (service.Apply, error) {
	which := c.Request.Headers.Get("x-ms-delete-snapshots")
	switch {
	case which != "" && which != "include" && which != "only":
		return nil, fault.New(fault.InvalidHeaderValue).WithHint(
			"x-ms-delete-snapshots needs to be include or only.")
	case which != "" && isSnapshot(storedName(c)):
		return nil, fault.New(fault.InvalidHeaderValue).WithHint(
			"x-ms-delete-snapshots is for a blob, not a snapshot.")
	}
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := need(tx, c)
		if err == nil {
			err = checkTier(c, b)
		}
		if err != nil {
			return service.Reply{}, err
		}
		snapshots := snapshotsOf(tx, c)
		if which == "" && len(snapshots) > 0 {
			return service.Reply{}, fault.New(fault.SnapshotsPresent).WithHint(
				"Send x-ms-delete-snapshots: include to delete them as well, or only.")
		}
		for _, s := range snapshots {
			if err := remove(tx, s); err != nil {
				return service.Reply{}, err
			}
		}
		reply := service.Reply{Status: 202}
		reply.Headers.Add("x-ms-delete-type-permanent", "true") // there are no versions, and nothing is undeleted
		if which == "only" {
			return reply, nil
		}
		return reply, remove(tx, c)
	}, nil
}

// remove deletes everything of the blob or snapshot that a call names.
func remove(tx *store.Tx, c *resource.Call) error {
	if err := empty(tx, c); err != nil {
		return err
	}
	if err := tx.DeleteRecord(leaseKey(c)); err != nil {
		return err
	}
	return tx.DeleteRecord(keyOf(c))
}

func parseSetBlobMetadata(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	return onBlob(c, needOnline, func(tx *store.Tx, b blob) (service.Reply, error) {
		b.metadata, b.modified = metadata, c.Now
		return stamped(200, c.Now), put(tx, c, b)
	}), err
}
