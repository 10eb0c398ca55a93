package blobs

import (
	"fmt"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// The content of a blob is in records that never change: the segments of the body of each request that
// brought some of it. Those of one request are a run, named by the request's time. So a list of blocks, which
// refers to runs, doesn't copy content, and neither does an answer.
//
// If the blob has no list of blocks, its content is that of all its runs, in the order of their times.

// runAt returns the name of the run that was put at a time.
func runAt(t table.Ticks) string { return hex(int64(t)) }

// hex returns a number in 16 digits, which sort like numbers.
func hex(n int64) string { return fmt.Sprintf("%016x", n) }

// timeIn returns the time of which hex made some text.
func timeIn(text string) table.Ticks {
	n, _ := strconv.ParseInt(text, 16, 64)
	return table.Ticks(n)
}

// putContent keeps the body of a call as a run.
func putContent(tx *store.Tx, c *resource.Call) error {
	c.Trace.Cost.BytesWritten += int(c.Request.Size())
	if err := putSegment(tx, c, 0, string(c.Request.Body)); err != nil {
		return err
	}
	for i, s := range c.Request.Segments {
		if err := putSegment(tx, c, i+1, s); err != nil {
			return err
		}
	}
	return nil
}

func putSegment(tx *store.Tx, c *resource.Call, i int, data string) error {
	key := keys.Record(keys.Content, c.Names[0], storedName(c), runAt(c.Now), hex(int64(i)))
	return tx.PutRecord(key, data)
}

// dropRun deletes a run.
func dropRun(tx *store.Tx, c *resource.Call, run string) error {
	return tx.DeleteRecords(keys.Records(keys.Content, c.Names[0], storedName(c), run))
}

// keepOnly deletes the runs of a blob that some blocks don't need, and the blocks that no list has named.
func keepOnly(tx *store.Tx, c *resource.Call, chosen []block) error {
	kept := map[string]bool{}
	for _, b := range chosen {
		kept[b.run] = true
	}
	var gone []string
	for key := range tx.Records(keys.Records(keys.Content, c.Names[0], storedName(c))) {
		parts, _ := keys.SplitRecord(keys.Content, key)
		if run := parts[2]; !kept[run] && (len(gone) == 0 || gone[len(gone)-1] != run) {
			gone = append(gone, run)
		}
	}
	for _, run := range gone {
		if err := dropRun(tx, c, run); err != nil {
			return err
		}
	}
	return tx.DeleteRecords(keys.Records(keys.Block, c.Names[0], storedName(c)))
}

// empty deletes a blob's content and its blocks, committed and not.
func empty(tx *store.Tx, c *resource.Call) error {
	for _, kind := range [...]keys.Kind{keys.Content, keys.Block, keys.BlockList} {
		if err := tx.DeleteRecords(keys.Records(kind, c.Names[0], storedName(c))); err != nil {
			return err
		}
	}
	return nil
}

// span is a range of bytes; to isn't part of it.
type span struct{ from, to int64 }

// read returns the part of a blob's content that is in a span, without copying it.
func read(tx *store.Tx, container, name string, part span) (segments []string, err error) {
	blocks, err := committedBlocks(tx, container, name)
	if err != nil {
		return nil, err
	}
	at := int64(0)
	take := func(r keys.Range) {
		for _, s := range tx.Records(r) {
			end := at + int64(len(s))
			if end > part.from && at < part.to {
				segments = append(segments, s[max(part.from, at)-at:min(part.to, end)-at])
			}
			if at = end; at >= part.to {
				break
			}
		}
	}
	for _, b := range blocks {
		switch {
		case at >= part.to:
			return segments, nil
		case at+b.size <= part.from:
			at += b.size
		default:
			take(keys.Records(keys.Content, container, name, b.run))
		}
	}
	if len(blocks) == 0 && part.to > 0 {
		take(keys.Records(keys.Content, container, name))
	}
	return segments, nil
}
