package blobs

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// The kinds of blobs, as in x-ms-blob-type.
const (
	blockBlob  = "BlockBlob"
	appendBlob = "AppendBlob"
	pageBlob   = "PageBlob"
)

// blob is everything about a blob except its content.
type blob struct {
	kind       string
	created    table.Ticks
	modified   table.Ticks // also its ETag
	size       int64
	blocks     int64 // how many blocks it was made of
	md5        string
	properties wire.Headers // Content-Type and so on, which a read returns
	metadata   resource.Metadata
	copied     copied
	tier       tier
	tags       tags
	sealed     bool // an append blob that doesn't grow any more
}

func (b blob) encode() string {
	var w resource.Writer
	w.Text(b.kind)
	w.Time(b.created)
	w.Time(b.modified)
	w.Number(b.size)
	w.Number(b.blocks)
	w.Text(b.md5)
	w.Metadata(resource.Metadata(b.properties))
	w.Metadata(b.metadata)
	w.Text(b.copied.id)
	w.Text(b.copied.source)
	w.Number(b.copied.size)
	w.Time(b.copied.at)
	w.Text(b.tier.name)
	w.Time(b.tier.since)
	w.Text(b.tier.next)
	w.Time(b.tier.due)
	w.Text(b.tier.priority)
	b.tags.write(&w)
	w.Flag(b.sealed)
	return string(w.Data)
}

// decode reads a record. Those of earlier versions end after any group of fields.
func decode(data string) blob {
	r := resource.Read(data)
	b := blob{
		kind: r.Text(), created: r.Time(), modified: r.Time(), size: r.Number(), blocks: r.Number(),
		md5: r.Text(), properties: wire.Headers(r.Metadata()), metadata: r.Metadata(),
	}
	if r.More() {
		b.copied = copied{id: r.Text(), source: r.Text(), size: r.Number(), at: r.Time()}
	}
	if r.More() {
		b.tier = tier{name: r.Text(), since: r.Time(), next: r.Text(), due: r.Time(), priority: r.Text()}
	}
	if r.More() {
		b.tags = tagsIn(r)
	}
	if r.More() {
		b.sealed = r.Flag()
	}
	return b
}

// find returns the blob that a call names, in a container that needs to exist.
func find(tx *store.Tx, c *resource.Call) (b blob, found bool, err error) {
	if _, err := resource.Containers().Need(tx, c); err != nil {
		return blob{}, false, err
	}
	data, found, err := tx.Record(keyOf(c))
	if err != nil || !found {
		return blob{}, false, err
	}
	b = decode(data)
	b.tier = b.tier.at(c.Now)
	return b, true, nil
}

// need is find, with a fault if the blob isn't found, or the call can't have it because of its lease or the
// call's conditions.
func need(tx *store.Tx, c *resource.Call) (blob, error) {
	b, found, err := find(tx, c)
	switch {
	case err != nil:
		return blob{}, err
	case !found:
		return blob{}, fault.New(fault.BlobNotFound)
	}
	if err := checkLease(tx, c); err != nil {
		return blob{}, err
	}
	return b, checkBlob(c, b)
}

// needOnline is need for what can't be done to an archived blob.
func needOnline(tx *store.Tx, c *resource.Call) (blob, error) {
	b, err := need(tx, c)
	if err != nil {
		return blob{}, err
	}
	return b, b.online()
}

// onBlob returns the work of a call as what it does with its blob, once need or needOnline has found that.
func onBlob(
	c *resource.Call, find func(*store.Tx, *resource.Call) (blob, error),
	do func(*store.Tx, blob) (service.Reply, error),
) service.Apply {
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := find(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		return do(tx, b)
	}
}

func put(tx *store.Tx, c *resource.Call, b blob) error {
	return tx.PutRecord(keyOf(c), b.encode())
}

// stamped returns a reply with the ETag and Last-Modified of a container or blob.
func stamped(status int, modified table.Ticks) service.Reply {
	reply := service.Reply{Status: status}
	resource.Stamp(&reply.Headers, modified)
	return reply
}
