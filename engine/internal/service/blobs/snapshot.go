package blobs

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// A snapshot is a blob of its own, whose name in the store is that of its blob, a character that no name of
// a blob has, and the time. So snapshots are read and deleted like blobs, and follow theirs in the store.
// Their content is a copy, which has the same strings in memory. Its keys are its own, because content
// belongs to one name: what is shared would have to stay until the last of the snapshots is deleted, and each
// write of the blob would have to ask for that.

const snapshotMark = "\x01"

// storedName returns the name in the store of the blob or snapshot that a call names.
func storedName(c *resource.Call) string {
	if at, ok := snapshotTime(c); ok {
		return snapshotName(blobName(c), at)
	}
	return blobName(c)
}

// snapshotName returns the name in the store of a blob's snapshot.
func snapshotName(blob string, at table.Ticks) string { return blob + snapshotMark + hex(int64(at)) }

// snapshotTime returns the time of the snapshot that a call names, if it names one.
func snapshotTime(c *resource.Call) (at table.Ticks, ok bool) {
	text, _ := c.Param("snapshot")
	return table.ParseTicks(text)
}

// isSnapshot reports whether a name in the store is that of a snapshot.
func isSnapshot(stored string) bool { return strings.Contains(stored, snapshotMark) }

// split returns the name of a blob and the time of its snapshot, "" for none, of a name in the store.
func split(stored string) (name, snapshot string) {
	name, at, found := strings.Cut(stored, snapshotMark)
	if !found {
		return name, ""
	}
	return name, timeIn(at).Full()
}

// storedMarker returns the name in the store at which a page of a list with snapshots begins. Its marker is
// the time of the snapshot, an exclamation mark and the blob's name.
func storedMarker(marker string) string {
	at, name, _ := strings.Cut(marker, "!")
	if t, ok := table.ParseTicks(at); ok {
		return snapshotName(name, t)
	}
	return name
}

// snapshotQuery returns the query of a snapshot's URL, "" if the call doesn't name one.
func snapshotQuery(c *resource.Call) string {
	if at, ok := snapshotTime(c); ok {
		return "?snapshot=" + wire.Escape(at.Full(), ":")
	}
	return ""
}

// checkVersion refuses a call that names a snapshot but can only be about a blob, or that names a version.
func checkVersion(c *resource.Call, readable bool) error {
	if _, sent := c.Param("versionid"); sent {
		return fault.New(fault.NotImplemented).WithHint("This engine has no versions of blobs, only snapshots.")
	}
	text, _ := c.Param("snapshot")
	_, ok := snapshotTime(c)
	switch {
	case text != "" && !ok:
		return fault.New(fault.InvalidQueryParameterValue).WithHint(
			"snapshot needs to be the x-ms-snapshot of an answer, such as 2026-01-05T09:00:00.0000000Z.")
	case text != "" && !readable:
		return fault.New(fault.InvalidQueryParameterValue).WithHint(
			"A snapshot can be read, copied, moved to another tier and deleted, but not changed.")
	}
	return nil
}

// named returns a call like another one that names a blob or snapshot by its name in the store.
func named(c *resource.Call, stored string) *resource.Call {
	own := *c.Call
	name, snapshot := split(stored)
	own.Params = []wire.Param{{Name: "snapshot", Value: snapshot}}
	return &resource.Call{Call: &own, Names: []string{c.Names[0], name}}
}

// snapshotsOf returns a call for each snapshot of the blob that a call names.
func snapshotsOf(tx *store.Tx, c *resource.Call) (snapshots []*resource.Call) {
	first := storedName(c) + snapshotMark
	within := keys.Records(keys.Blob, c.Names[0]).StartAt(keys.Record(keys.Blob, c.Names[0], first))
	for key := range tx.Records(within) {
		if !strings.HasPrefix(nameOf(key), first) {
			break
		}
		snapshots = append(snapshots, named(c, nameOf(key)))
	}
	return snapshots
}

// parseSnapshot makes a snapshot of a blob, with its metadata unless the call has some. The blob's ETag and
// date don't change.
// https://learn.microsoft.com/rest/api/storageservices/snapshot-blob
func parseSnapshot(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	return onBlob(c, needOnline, func(tx *store.Tx, b blob) (service.Reply, error) {
		to := named(c, snapshotName(storedName(c), c.Now))
		if err := copyContent(tx, c, to); err != nil {
			return service.Reply{}, err
		}
		if len(metadata) > 0 {
			b.metadata, b.modified = metadata, c.Now
		}
		reply := stamped(201, b.modified)
		reply.Headers.Add("x-ms-snapshot", c.Now.Full())
		reply.Headers.Add("x-ms-request-server-encrypted", "true")
		return reply, put(tx, to, b)
	}), err
}
