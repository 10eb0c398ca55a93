package blobs

import (
	"iter"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// listing is one page of a list.
type listing struct {
	body     []byte
	element  string // Blobs or Containers
	prefix   string
	marker   string // the name at which this page begins; "" for the first
	limit    int
	listed   int
	next     string // the name at which the next page begins; "" if this is the last
	withMeta bool
	withCopy bool

	withTags bool

	withSnapshots   bool
	withUncommitted bool
}

// startList reads the parameters that both lists have and writes the beginning of the page.
func startList(c *resource.Call, element string) (*listing, error) {
	l := &listing{element: element}
	var err error
	if l.limit, err = c.Int("maxresults", 1, 1<<31-1, maxPage); err != nil {
		return nil, err
	}
	l.limit = c.PageSize(min(l.limit, maxPage))
	l.prefix, _ = c.Param("prefix")
	l.marker, _ = c.Param("marker")
	include, _ := c.Param("include")
	l.withMeta, l.withCopy = strings.Contains(include, "metadata"), strings.Contains(include, "copy")
	l.withTags = strings.Contains(include, "tags")
	l.withSnapshots = element == "Blobs" && strings.Contains(include, "snapshots")
	if l.withSnapshots {
		l.marker = storedMarker(l.marker)
	}
	l.withUncommitted = strings.Contains(include, "uncommittedblobs")
	l.body = append(xmlbody.AppendText([]byte(`<EnumerationResults ServiceEndpoint="`), c.Base+"/"), '"')
	if element == "Blobs" && len(c.Names) > 0 {
		l.body = append(xmlbody.AppendText(append(l.body, ` ContainerName="`...), c.Names[0]), '"')
	}
	l.body = append(l.body, '>')
	for _, option := range [...]struct{ name, element string }{
		{"prefix", "Prefix"}, {"marker", "Marker"}, {"maxresults", "MaxResults"}, {"delimiter", "Delimiter"},
		{"where", "Where"},
	} {
		if value, sent := c.Param(option.name); sent {
			l.body = xmlbody.Append(l.body, option.element, value)
		}
	}
	l.body = append(l.body, "<"+element+">"...)
	return l, nil
}

// room counts another name of the page. If the page is full, it returns false, and the next page begins
// with the name.
func (l *listing) room(name string) bool {
	if l.listed == l.limit {
		l.next = name
		return false
	}
	l.listed++
	return true
}

// metadata returns the body with metadata appended, if the client asked for it.
func (l *listing) metadata(m resource.Metadata) []byte {
	if !l.withMeta {
		return l.body
	}
	return m.Append(l.body)
}

func (l *listing) end() service.Reply {
	l.body = append(l.body, "</"+l.element+">"...)
	if l.withSnapshots && l.next != "" {
		name, snapshot := split(l.next)
		l.next = snapshot + "!" + name
	}
	l.body = xmlbody.Append(l.body, "NextMarker", l.next)
	return resource.Document(200, append(l.body, "</EnumerationResults>"...))
}

// parseListBlobs lists the blobs of a container by name. With a delimiter, names that are the same up to the
// first delimiter after the prefix are listed once, as a BlobPrefix, which counts like a blob.
// https://learn.microsoft.com/rest/api/storageservices/list-blobs
func parseListBlobs(c *resource.Call) (service.Apply, error) {
	l, err := startList(c, "Blobs")
	return func(tx *store.Tx) (service.Reply, error) { return listBlobs(tx, c, l) }, err
}

func listBlobs(tx *store.Tx, c *resource.Call, l *listing) (service.Reply, error) {
	if _, err := resource.Containers().Need(tx, c); err != nil {
		return service.Reply{}, err
	}
	delimiter, _ := c.Param("delimiter")
	common := ""
	// Keys are in UTF-16 order, not in that of bytes, so max can't tell which of prefix and marker is later.
	start := keys.Records(keys.Blob, c.Names[0]).StartAt(keys.Record(keys.Blob, c.Names[0], l.prefix))
	from, _ := split(l.marker)
	start = start.StartAt(keys.Record(keys.Blob, c.Names[0], from))
	first, _ := c.Param("startFrom") // since the version 2026-02-06
	start = start.StartAt(keys.Record(keys.Blob, c.Names[0], first))
	if last, sent := c.Param("endBefore"); sent {
		start.To = min(start.To, keys.Record(keys.Blob, c.Names[0], last))
	}
	for stored, data := range l.entries(tx, c, start) {
		name, snapshot := split(stored)
		if !strings.HasPrefix(name, l.prefix) {
			break // all names with the prefix are together
		}
		if snapshot != "" && name == from && (from == l.marker || stored < l.marker) {
			continue // it was on an earlier page
		}
		if common != "" && strings.HasPrefix(name, common) {
			continue
		}
		group := ""
		if at := strings.Index(name[len(l.prefix):], delimiter); delimiter != "" && at >= 0 {
			group = name[:len(l.prefix)+at+len(delimiter)]
		}
		if !l.room(stored) {
			break
		}
		if common = group; group != "" {
			l.body = xmlbody.Append(append(l.body, "<BlobPrefix>"...), "Name", group)
			l.body = append(l.body, "</BlobPrefix>"...)
			continue
		}
		held, err := leaseOf(tx, keys.Record(keys.Lease, c.Names[0], stored))
		if err != nil {
			return service.Reply{}, err
		}
		b := decode(data)
		b.tier = b.tier.at(c.Now)
		l.blob(name, snapshot, b, func(dst []byte) []byte {
			if snapshot == "" {
				dst = held.append(dst, c.Now)
			}
			if l.withCopy {
				dst = b.copied.append(dst)
			}
			return dst
		})
	}
	return l.end(), nil
}

// entries yields the names of blobs in the store and their records, from the beginning of a range on. Each
// blob follows its snapshots, which are left out unless they're asked for.
func (l *listing) entries(tx *store.Tx, c *resource.Call, r keys.Range) iter.Seq2[string, string] {
	return func(yield func(name, data string) bool) {
		var blob record
		for name, data := range l.stored(tx, c, r) {
			if isSnapshot(name) {
				if l.withSnapshots && !yield(name, data) {
					return
				}
				continue
			}
			if blob.key != "" && !yield(blob.key, blob.data) {
				return
			}
			blob = record{name, data}
		}
		if blob.key != "" {
			yield(blob.key, blob.data)
		}
	}
}

// stored yields what entries does, in the order of the store.
func (l *listing) stored(tx *store.Tx, c *resource.Call, r keys.Range) iter.Seq2[string, string] {
	var unlisted []record
	if l.withUncommitted {
		unlisted = uncommitted(tx, c)
	}
	return func(yield func(name, data string) bool) {
		// before yields those of unlisted before a key; "" is the end.
		before := func(key string) bool {
			for ; len(unlisted) > 0 && (key == "" || unlisted[0].key < key); unlisted = unlisted[1:] {
				if u := unlisted[0]; r.Contains(u.key) && !yield(nameOf(u.key), u.data) {
					return false
				}
			}
			return true
		}
		for key, data := range tx.Records(r) {
			if !before(key) || !yield(nameOf(key), data) {
				return
			}
		}
		before("")
	}
}

// record is a key of the store and what's there.
type record struct{ key, data string }

// nameOf returns the name of a blob in a store key.
func nameOf(key string) string {
	parts, _ := keys.SplitRecord(keys.Blob, key)
	return parts[1]
}

// uncommitted returns the records that blobs would have that consist of uncommitted blocks alone.
func uncommitted(tx *store.Tx, c *resource.Call) (found []record) {
	times := map[string]table.Ticks{} // of the last block of each
	var names []string
	for key, data := range tx.Records(keys.Records(keys.Block, c.Names[0])) {
		parts, _ := keys.SplitRecord(keys.Block, key)
		name := parts[1]
		if _, seen := times[name]; !seen {
			names = append(names, name)
		}
		times[name] = max(times[name], resource.Read(data).Time())
	}
	for _, name := range names {
		key, put := keys.Record(keys.Blob, c.Names[0], name), times[name]
		if _, exists, _ := tx.Record(key); !exists && c.Now < put+blockLife {
			b := blob{kind: blockBlob, created: put, modified: put}
			found = append(found, record{key, b.encode()})
		}
	}
	return found
}

// blob adds one blob or snapshot to the page. rest appends its other properties.
func (l *listing) blob(name, snapshot string, b blob, rest func(dst []byte) []byte) {
	dst := xmlbody.Append(append(l.body, "<Blob>"...), "Name", name)
	if snapshot != "" {
		dst = xmlbody.Append(dst, "Snapshot", snapshot)
	}
	dst = append(dst, "<Properties>"...)
	dst = xmlbody.Append(dst, "Creation-Time", resource.Date(b.created))
	dst = xmlbody.Append(dst, "Last-Modified", resource.Date(b.modified))
	dst = xmlbody.Append(dst, "Etag", resource.ETag(b.modified))
	dst = xmlbody.Append(dst, "Content-Length", strconv.FormatInt(b.size, 10))
	for _, p := range b.properties {
		dst = xmlbody.Append(dst, p.Name, p.Value)
	}
	if b.md5 != "" {
		dst = xmlbody.Append(dst, "Content-MD5", b.md5)
	}
	dst = xmlbody.Append(dst, "BlobType", b.kind)
	if b.kind == blockBlob {
		dst = b.tier.append(dst)
	}
	if dst = rest(dst); b.sealed {
		dst = xmlbody.Append(dst, "Sealed", "true")
	}
	if len(b.tags) > 0 {
		dst = xmlbody.Append(dst, "TagCount", strconv.Itoa(len(b.tags)))
	}
	l.body = append(dst, "</Properties>"...)
	l.body = l.metadata(b.metadata)
	if l.withTags && len(b.tags) > 0 {
		l.body = b.tags.append(l.body)
	}
	l.body = append(l.body, "</Blob>"...)
}
