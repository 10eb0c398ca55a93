package blobs

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	maxBlockID = 64                               // bytes, decoded
	maxWaiting = 100_000                          // blocks of a blob that no list has named yet
	blockLife  = 7 * 24 * 3600 * table.Ticks(1e7) // how long blocks wait for a list, after the last of them
)

// block is one block of a block blob: its ID as sent, its size, and the run of records with its content.
type block struct {
	id   string
	size int64
	run  string
}

// parsePutBlock keeps a block until a block list makes it a part of a blob.
// https://learn.microsoft.com/rest/api/storageservices/put-block
func parsePutBlock(c *resource.Call) (service.Apply, error) {
	id, _ := c.Param("blockid")
	raw, err := base64.StdEncoding.Strict().DecodeString(id)
	switch {
	case err != nil || len(raw) == 0 || len(raw) > maxBlockID || strings.ContainsAny(id, "\r\n"):
		return nil, fault.New(fault.InvalidQueryParameterValue).WithHint(
			"blockid needs to be 1 to 64 bytes in base64, escaped in the URL.")
	case c.Request.Size() == 0:
		return nil, fault.New(fault.InvalidHeaderValue).WithHint("A block needs at least one byte.")
	case c.Request.Size() > MaxSize:
		return nil, fault.New(fault.RequestBodyTooLarge).WithHint(
			"A block can have at most 1 GiB in this engine.")
	}
	sums, err := sumsOf(c)
	return func(tx *store.Tx) (service.Reply, error) {
		if err := checkBlock(tx, c, id); err != nil {
			return service.Reply{}, err
		}
		if err := putContent(tx, c); err != nil {
			return service.Reply{}, err
		}
		reply := service.Reply{Status: 201}
		reply.Headers = append(reply.Headers, sums...)
		reply.Headers.Add("x-ms-request-server-encrypted", "true")
		return reply, putWaiting(tx, c, id, c.Request.Size())
	}, err
}

// queue is what is known of the blocks of a blob that wait for a list: how many they are, and when the last
// was put. It's a record beside theirs, without an ID.
type queue struct {
	newest table.Ticks
	size   int64
}

func queueKey(c *resource.Call) string { return keys.Record(keys.Block, c.Names[0], storedName(c), "") }

// queueOf returns the queue of a blob. If there's no record of it, an earlier version has put the blocks.
func queueOf(tx *store.Tx, c *resource.Call) (queue, error) {
	data, found, err := tx.Record(queueKey(c))
	if err != nil {
		return queue{}, err
	}
	if found {
		r := resource.Read(data)
		return queue{newest: r.Time(), size: r.Number()}, nil
	}
	q := queue{}
	for _, data := range tx.Records(keys.Records(keys.Block, c.Names[0], storedName(c))) {
		q.newest, q.size = max(q.newest, resource.Read(data).Time()), q.size+1
	}
	return q, nil
}

// over reports whether the blocks have waited for too long.
func (q queue) over(now table.Ticks) bool { return now >= q.newest+blockLife }

// putWaiting keeps the content that the call has just put as a block that no list has named yet, in place of
// one with the same ID.
func putWaiting(tx *store.Tx, c *resource.Call, id string, size int64) error {
	q, err := queueOf(tx, c)
	if err != nil {
		return err
	}
	key := keys.Record(keys.Block, c.Names[0], storedName(c), id)
	old, found, err := tx.Record(key)
	switch {
	case err != nil:
		return err
	case found:
		if err := dropRun(tx, c, runAt(resource.Read(old).Time())); err != nil {
			return err
		}
	case q.size >= maxWaiting:
		return fault.New(fault.BlockCountExceedsLimit)
	default:
		q.size++
	}
	var w, all resource.Writer
	w.Time(c.Now)
	w.Number(size)
	all.Time(c.Now)
	all.Number(q.size)
	if err := tx.PutRecord(queueKey(c), string(all.Data)); err != nil {
		return err
	}
	return tx.PutRecord(key, string(w.Data))
}

// checkBlock refuses a block for a blob of another kind, and one whose ID hasn't the length of the
// others that wait. Those of the blob can have another: a list replaces them.
func checkBlock(tx *store.Tx, c *resource.Call, id string) error {
	old, found, err := find(tx, c)
	if err == nil {
		err = checkLease(tx, c)
	}
	if err != nil {
		return err
	}
	switch {
	case found && old.kind != blockBlob:
		return fault.New(fault.InvalidBlobType).WithHint(
			"Only a block blob has blocks. This is a " + old.kind + ".")
	case found && !c.Grant.Holds("w"):
		return overwrites()
	}
	if err := dropOld(tx, c); err != nil {
		return err
	}
	for key := range tx.Records(keys.Records(keys.Block, c.Names[0], storedName(c))) {
		switch other := idOf(key); len(other) {
		case 0:
			continue
		case len(id):
			return nil
		}
		return fault.New(fault.InvalidBlobOrBlock).WithHint(
			"All block IDs that wait for a list need to have the same length.")
	}
	return nil
}

// dropOld deletes the blocks of a blob if they have waited for too long.
func dropOld(tx *store.Tx, c *resource.Call) error {
	q, err := queueOf(tx, c)
	if err != nil || q.size == 0 || !q.over(c.Now) {
		return err
	}
	var runs []string
	within := keys.Records(keys.Block, c.Names[0], storedName(c))
	for _, data := range tx.Records(within) {
		runs = append(runs, runAt(resource.Read(data).Time()))
	}
	for _, run := range runs {
		if err := dropRun(tx, c, run); err != nil {
			return err
		}
	}
	return tx.DeleteRecords(within)
}

// idOf returns the block ID in a store key.
func idOf(key string) string {
	parts, _ := keys.SplitRecord(keys.Block, key)
	return parts[2]
}

// waiting returns the blocks that no list has named yet, by ID.
func waiting(tx *store.Tx, c *resource.Call) (blocks []block) {
	newest := table.Ticks(0)
	for key, data := range tx.Records(keys.Records(keys.Block, c.Names[0], storedName(c))) {
		r := resource.Read(data)
		put := r.Time()
		newest = max(newest, put)
		b := block{id: idOf(key), run: runAt(put), size: r.Number()}
		if b.id == "" || r.More() {
			continue // the queue; or its content is in this record, as it was once: it needs to be put again
		}
		blocks = append(blocks, b)
	}
	if (queue{newest: newest}).over(c.Now) {
		return nil
	}
	return blocks
}

// committedBlocks returns the blocks that a blob consists of. A blob that was put in one request has none.
func committedBlocks(tx *store.Tx, container, name string) (blocks []block, err error) {
	data, found, err := tx.Record(keys.Record(keys.BlockList, container, name))
	if err != nil || !found {
		return nil, err
	}
	r := resource.Read(data)
	for i := range r.Number() {
		blocks = append(blocks, block{id: r.Text(), size: r.Number(), run: hex(i)})
	}
	for i := range blocks {
		if !r.More() {
			break // written when the content of each block had its position for a name
		}
		blocks[i].run = r.Text()
	}
	return blocks, nil
}

// parsePutBlockList makes a blob of blocks, in the order of the list.
// https://learn.microsoft.com/rest/api/storageservices/put-block-list
func parsePutBlockList(c *resource.Call) (service.Apply, error) {
	sums, err := sumsOf(c)
	if err != nil {
		return nil, err
	}
	root, err := xmlbody.Parse(c.Request.Body)
	if err != nil || root.Name != "BlockList" {
		return nil, fault.New(fault.InvalidXMLDocument).WithHint(
			"The body needs to be <BlockList><Latest>ID</Latest>…</BlockList>.")
	}
	if len(root.Children) > maxBlocks {
		return nil, fault.New(fault.BlockListTooLong)
	}
	b := blob{kind: blockBlob}
	if b.md5, err = blobMD5(c.Request.Headers); err != nil {
		return nil, err
	}
	if b.metadata, err = resource.ReadMetadata(c.Request.Headers); err != nil {
		return nil, err
	}
	if b.tier, err = readTier(c, blockBlob); err != nil {
		return nil, err
	}
	if b.tags, err = readTags(c.Request.Headers); err != nil {
		return nil, err
	}
	b.properties, err = propertiesOf(ofBlob(c.Request.Headers))
	b.properties = typed(b.properties)
	return func(tx *store.Tx) (service.Reply, error) {
		return putBlockList(tx, c, b, sums, root.Children)
	}, err
}

func putBlockList(
	tx *store.Tx, c *resource.Call, b blob, sums wire.Headers, list []xmlbody.Element,
) (service.Reply, error) {
	old, found, err := find(tx, c)
	if err == nil {
		err = checkPut(tx, c, old, found)
	}
	if err == nil && found && old.kind != blockBlob {
		err = fault.New(fault.InvalidBlobType)
	}
	if err != nil {
		return service.Reply{}, err
	}
	chosen, err := choose(tx, c, list)
	if err != nil {
		return service.Reply{}, err
	}
	if err := keepOnly(tx, c, chosen); err != nil {
		return service.Reply{}, err
	}
	b.created, b.modified, b.blocks = c.Now, c.Now, int64(len(chosen))
	b.tier = b.tier.chosen(c.Now)
	if found {
		b.created = old.created
	}
	var names resource.Writer
	names.Number(int64(len(chosen)))
	for _, piece := range chosen {
		names.Text(piece.id)
		names.Number(piece.size)
		b.size += piece.size
	}
	for _, piece := range chosen {
		names.Text(piece.run)
	}
	key := keys.Record(keys.BlockList, c.Names[0], storedName(c))
	if err := tx.PutRecord(key, string(names.Data)); err != nil {
		return service.Reply{}, err
	}
	reply := stamped(201, c.Now)
	reply.Headers = append(reply.Headers, sums...)
	reply.Headers.Add("x-ms-request-server-encrypted", "true")
	return reply, put(tx, c, b)
}

// choose returns the blocks that a list names.
func choose(tx *store.Tx, c *resource.Call, list []xmlbody.Element) (chosen []block, err error) {
	committed, err := committedBlocks(tx, c.Names[0], storedName(c))
	if err != nil {
		return nil, err
	}
	old, new := map[string]block{}, map[string]block{}
	for _, b := range committed {
		old[b.id] = b
	}
	for _, b := range waiting(tx, c) {
		new[b.id] = b
	}
	for _, e := range list {
		id := strings.TrimSpace(e.Text)
		inOld, isOld := old[id]
		inNew, isNew := new[id]
		switch {
		case isNew && (e.Name == "Uncommitted" || e.Name == "Latest"):
			chosen = append(chosen, inNew)
		case isOld && (e.Name == "Committed" || e.Name == "Latest"):
			chosen = append(chosen, inOld)
		default:
			return nil, fault.New(fault.InvalidBlockList).WithHint("There is no block " + id + " to take as " +
				e.Name + ": Committed, Uncommitted or Latest.")
		}
	}
	return chosen, nil
}

// parseGetBlockList lists the blocks of a blob.
// https://learn.microsoft.com/rest/api/storageservices/get-block-list
func parseGetBlockList(c *resource.Call) (service.Apply, error) {
	which, _ := c.Param("blocklisttype")
	switch which {
	case "", "committed", "uncommitted", "all":
	default:
		return nil, fault.New(fault.InvalidQueryParameterValue).WithHint(
			"blocklisttype needs to be committed, uncommitted or all.")
	}
	return func(tx *store.Tx) (service.Reply, error) {
		b, found, err := find(tx, c)
		if err == nil {
			err = checkLease(tx, c)
		}
		if err != nil {
			return service.Reply{}, err
		}
		var uncommitted []block
		if !c.Grant.Public { // everybody can read only what has been committed
			uncommitted = waiting(tx, c)
		}
		committed, err := committedBlocks(tx, c.Names[0], storedName(c))
		switch {
		case err != nil:
			return service.Reply{}, err
		case !found && len(uncommitted) == 0:
			return service.Reply{}, fault.New(fault.BlobNotFound)
		case found && b.kind != blockBlob:
			return service.Reply{}, fault.New(fault.InvalidBlobType)
		}
		body := []byte("<BlockList>")
		if which != "uncommitted" {
			body = appendBlocks(body, "CommittedBlocks", committed)
		}
		if which == "uncommitted" || which == "all" {
			body = appendBlocks(body, "UncommittedBlocks", uncommitted)
		}
		reply := resource.Document(200, append(body, "</BlockList>"...))
		if found {
			reply.Headers = append(reply.Headers, stamped(200, b.modified).Headers...)
		}
		reply.Headers.Add("x-ms-blob-content-length", strconv.FormatInt(b.size, 10))
		return reply, nil
	}, nil
}

func appendBlocks(dst []byte, element string, blocks []block) []byte {
	dst = append(dst, "<"+element+">"...)
	for _, b := range blocks {
		dst = xmlbody.Append(append(dst, "<Block>"...), "Name", b.id)
		dst = xmlbody.Append(dst, "Size", strconv.FormatInt(b.size, 10))
		dst = append(dst, "</Block>"...)
	}
	return append(dst, "</"+element+">"...)
}
