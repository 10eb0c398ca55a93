package blobs

import (
	"errors"
	"slices"
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// copied says where a blob was copied from. The zero copied is that of one that wasn't.
type copied struct {
	id     string
	source string // a URL, without its token
	size   int64
	at     table.Ticks
}

// addTo adds the copy to the headers of an answer about the blob. Copies are done when they are answered.
func (p copied) addTo(h *wire.Headers) {
	p.each(func(name, _, value string) { h.Add(name, value) })
}

// append appends the copy to the properties of the blob in a list.
func (p copied) append(dst []byte) []byte {
	p.each(func(_, element, value string) { dst = xmlbody.Append(dst, element, value) })
	return dst
}

func (p copied) each(add func(header, element, value string)) {
	if p.id == "" {
		return
	}
	size := strconv.FormatInt(p.size, 10)
	add("x-ms-copy-id", "CopyId", p.id)
	add("x-ms-copy-source", "CopySource", p.source)
	add("x-ms-copy-status", "CopyStatus", "success")
	add("x-ms-copy-progress", "CopyProgress", size+"/"+size)
	add("x-ms-copy-completion-time", "CopyCompletionTime", resource.Date(p.at))
}

// parseCopy copies a blob, with its blocks if it's of this account, and its metadata unless the call has
// some.
// https://learn.microsoft.com/rest/api/storageservices/copy-blob
func parseCopy(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	if err != nil {
		return nil, err
	}
	wanted, err := readTier(c, blockBlob)
	if err != nil {
		return nil, err
	}
	priority, err := readPriority(c)
	if err != nil {
		return nil, err
	}
	from, err := parseSource(c, c.Grant.IsOwner() || c.Grant.Role != nil)
	if err != nil {
		return nil, err
	}
	digest, checked, err := checkSource(c, from)
	return func(tx *store.Tx) (service.Reply, error) {
		old, found, err := find(tx, c)
		if err == nil {
			err = checkPut(tx, c, old, found)
		}
		if err != nil {
			return service.Reply{}, err
		}
		b, err := from.need(tx)
		if err != nil {
			return service.Reply{}, sourceFault(err)
		}
		if found && old.kind != b.kind {
			return service.Reply{}, fault.New(fault.InvalidBlobType)
		}
		if digest != "" && b.modified != checked {
			return service.Reply{}, fault.New(fault.SourceConditionNotMet).WithHint(
				"The source has changed while it was compared with x-ms-source-content-md5.")
		}
		if b, err = asCopy(c, b, wanted, priority); err != nil {
			return service.Reply{}, err
		}
		if err := from.copyTo(tx, c); err != nil {
			return service.Reply{}, err
		}
		if len(metadata) > 0 {
			b.metadata = metadata
		}
		b.copied = copied{id: c.NewID(), source: from.url(), size: b.size, at: c.Now}
		c.Trace.Cost.BytesRead += int(b.size)
		c.Trace.Cost.BytesWritten += int(b.size)
		reply := stamped(202, c.Now)
		reply.Headers.Add("x-ms-copy-id", b.copied.id)
		reply.Headers.Add("x-ms-copy-status", "success")
		if digest != "" {
			reply.Headers.Add("Content-MD5", digest)
		}
		return reply, put(tx, c, b)
	}, err
}

// asCopy returns what a copy of a blob is made with: the source's properties, and what the call says about
// tier, tags and seal.
func asCopy(c *resource.Call, b blob, wanted tier, priority string) (blob, error) {
	var err error
	if b.tier, err = copiedTier(c, b, wanted, priority); err != nil {
		return blob{}, err
	}
	b.created, b.modified = c.Now, c.Now
	if seal := c.Request.Headers.Get("x-ms-seal-blob"); seal != "" {
		b.sealed = b.kind == appendBlob && wire.EqualFold(seal, "true")
	}
	b.tags, err = copiedTags(c.Request.Headers, b)
	return b, err
}

// checkSource compares the content of a copy's source with the MD5 that the call expects, if it does, and
// returns that and when the source was modified.
func checkSource(c *resource.Call, from source) (digest string, modified table.Ticks, err error) {
	if digest = c.Request.Headers.Get("x-ms-source-content-md5"); digest == "" {
		return "", 0, nil
	}
	var content []string
	err = c.View(func(tx *store.Tx) error {
		b, err := from.need(tx)
		if err != nil {
			return sourceFault(err)
		}
		modified = b.modified
		content, err = from.content(tx, b)
		return err
	})
	if err == nil && digestOf(&wire.Request{Segments: content}) != digest {
		err = fault.New(fault.MD5Mismatch)
	}
	return digest, modified, err
}

// sourceFault tells a condition that the source of a copy doesn't meet from one of the target.
func sourceFault(err error) error {
	if f, ok := err.(*fault.Error); ok && f.Code.Name == fault.ConditionNotMet.Name {
		return fault.New(fault.SourceConditionNotMet)
	}
	return err
}

// copyContent gives a blob the content of another one, in place of its own. The two have the same strings in
// memory.
func copyContent(tx *store.Tx, from, to *resource.Call) error {
	waits := map[string]bool{}
	for _, b := range waiting(tx, from) {
		waits[b.run] = true
	}
	var records []record
	for _, kind := range [...]keys.Kind{keys.Content, keys.BlockList} {
		for key, data := range tx.Records(keys.Records(kind, from.Names[0], storedName(from))) {
			parts, _ := keys.SplitRecord(kind, key)
			if len(parts) > 2 && waits[parts[2]] {
				continue
			}
			parts[0], parts[1] = to.Names[0], storedName(to)
			records = append(records, record{keys.Record(kind, parts...), data})
		}
	}
	if err := empty(tx, to); err != nil {
		return err
	}
	for _, r := range records {
		if err := tx.PutRecord(r.key, r.data); err != nil {
			return err
		}
	}
	return nil
}

// parseAbortCopy ends a copy that is under way, which never happens.
// https://learn.microsoft.com/rest/api/storageservices/abort-copy-blob
func parseAbortCopy(c *resource.Call) (service.Apply, error) {
	if !wire.EqualFold(c.Request.Headers.Get("x-ms-copy-action"), "abort") {
		return nil, fault.New(fault.MissingRequiredHeader).WithHint("This needs x-ms-copy-action: abort.")
	}
	if id, _ := c.Param("copyid"); plainGUID(id) == "" {
		return nil, fault.New(fault.InvalidQueryParameterValue).WithHint("copyid is the x-ms-copy-id of a copy.")
	}
	return func(tx *store.Tx) (service.Reply, error) {
		if _, err := need(tx, c); err != nil {
			return service.Reply{}, err
		}
		return service.Reply{}, fault.New(fault.NoPendingCopyOperation)
	}, nil
}

// fromURL makes an operation that takes its content from another blob of one that takes it from the body:
// Put Blob From URL, Put Block From URL, Append Block From URL. The content is read, and its checksums are
// found, before the operation has the store.
// https://learn.microsoft.com/rest/api/storageservices/put-blob-from-url
func fromURL(parse resource.Parse) resource.Parse {
	return func(c *resource.Call) (service.Apply, error) {
		from, err := parseSource(c, false)
		if err == nil {
			err = c.View(func(tx *store.Tx) error { return fetch(tx, c, from) })
		}
		if err != nil {
			return nil, err
		}
		return parse(c)
	}
}

// fetch makes a request of one that names a source: with the content, and what the source says about it
// unless the request does.
func fetch(tx *store.Tx, c *resource.Call, from source) error {
	b, content, err := from.part(tx)
	if err != nil {
		return err
	}
	sent := c.Request.Headers
	h := slices.Clone(sent)
	if sent.Get("x-ms-copy-source-blob-properties") != "false" {
		for _, p := range b.properties {
			if name := "x-ms-blob-" + p.Name; !sent.Has(name) {
				h.Add(name, p.Value)
			}
		}
	}
	if m, _ := resource.ReadMetadata(sent); len(m) == 0 {
		b.metadata.AddTo(&h)
	}
	t, err := copiedTags(sent, b)
	if err != nil {
		return err
	}
	h.Set("x-ms-tags", t.header())
	h.Set("Content-MD5", sent.Get("x-ms-source-content-md5"))
	h.Set("x-ms-content-crc64", sent.Get("x-ms-source-content-crc64"))
	c.Request.Headers, c.Request.Body, c.Request.Segments = h, nil, content
	c.Trace.Cost.BytesRead += int(c.Request.Size())
	return nil
}

// part returns the source, and the part of its content that the copy asks for.
func (s source) part(tx *store.Tx) (b blob, content []string, err error) {
	if s.far != nil {
		return s.far.blob, s.far.content, nil // only that part was read
	}
	b, err = needOnline(tx, s.Call)
	if errors.Is(err, fault.NotModified) {
		return b, nil, cannotVerify(err)
	}
	if err != nil {
		return b, nil, cannotVerify(sourceFault(err))
	}
	part, _, err := requestedRange(s.Call, b.size)
	switch {
	case err != nil:
		return b, nil, fault.New(fault.InvalidRange)
	case part.to-part.from > MaxSize:
		return b, nil, fault.New(fault.RequestBodyTooLarge)
	}
	content, err = read(tx, s.Names[0], storedName(s.Call), part)
	return b, content, err
}
