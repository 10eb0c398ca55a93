package store

import (
	"iter"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Tx is one transaction. It is valid only inside the callback that received it.
type Tx struct {
	rows     *branch
	store    *Store
	reads    bool    // it can't write
	journal  Journal // nil for none
	now      table.Ticks
	grown    int64      // bytes this transaction adds
	room     int64      // bytes that it can add; -1 for no limit
	marked   bool       // the store has marks
	replaced []original // what was written over, if it has
	back     *Mark      // that it goes back to; nil for none
	touched  int        // what touch returned, so that it isn't left out
}

// Stamp sets the time of the transaction, which the journal records.
func (t *Tx) Stamp(now table.Ticks) { t.now = now }

// Get returns the entity under key.
func (t *Tx) Get(tbl string, key table.Key) (row Row, ok bool, err error) {
	row, ok, err = t.rows.get(keys.Entity(tbl, key))
	return row, ok, err
}

// Put writes an entity under its key, replacing what was there.
func (t *Tx) Put(tbl string, e table.Entity) error {
	key, row := encode(tbl, e)
	_, err := t.set(key, row)
	return err
}

// Insert writes an entity under its key. fresh is false if it replaced another one, and then the
// transaction needs to fail.
func (t *Tx) Insert(tbl string, e table.Entity) (fresh bool, err error) {
	key, row := encode(tbl, e)
	replaced, err := t.set(key, row)
	return !replaced, err
}

// Add writes an entity under its key, unless there is one.
func (t *Tx) Add(tbl string, e table.Entity) (fresh bool, err error) {
	key, row := encode(tbl, e)
	if _, found, err := t.rows.get(key); err != nil || found {
		return false, err
	}
	_, err = t.set(key, row)
	return true, err
}

// Limit returns how many bytes of keys and rows the store can have; 0 for no limit.
func (t *Tx) Limit() int64 { return t.store.options.Limit }

// Full reports whether the transaction can't be kept, because it takes the store over its limit.
func (t *Tx) Full() bool { return t.room >= 0 && t.grown > t.room }

// Delete removes the entity under key. Nothing there isn't an error.
func (t *Tx) Delete(tbl string, key table.Key) error {
	return t.remove(keys.Entity(tbl, key))
}

// Scan yields the entities in a range of keys in order. Don't write before it ends.
func (t *Tx) Scan(r keys.Range) iter.Seq[Row] {
	return func(yield func(Row) bool) { t.ascend(r, yield) }
}

// deleteRange removes every key in a range.
func (t *Tx) deleteRange(r keys.Range) error {
	var found []string
	t.ascend(r, func(row Row) bool {
		found = append(found, row.key)
		return true
	})
	if t.journal != nil && len(found) > 0 {
		t.journal.DeleteRange(r)
	}
	for _, key := range found {
		if _, err := t.drop(key); err != nil {
			return err
		}
	}
	return nil
}

// lookahead is how many rows a scan collects at most before it yields them.
const lookahead = 64

// ascend yields the rows in a range of keys.
func (t *Tx) ascend(r keys.Range, yield func(Row) bool) {
	t.Batches(r, func(rows []Row) bool {
		for _, row := range rows {
			if !yield(row) {
				return false
			}
		}
		return true
	})
}

// Batches is Scan for who reads many entities: it yields several at a time, in memory that the next ones get,
// too.
//
// Rows are scattered in memory. Batches collects several and then touches all of them, so that the processor
// loads them at once instead of waiting for each in turn.
// The first batch is small, because most scans are short.
func (t *Tx) Batches(r keys.Range, yield func([]Row) bool) {
	if r.Empty() {
		return
	}
	var rows [lookahead]Row
	n, room, more := 0, 4, true
	flush := func() bool {
		batch := rows[:n]
		t.touched += touch(batch)
		n, room = 0, min(2*room, lookahead)
		for len(batch) > 0 && batch[len(batch)-1].key >= r.To {
			batch, more = batch[:len(batch)-1], false
		}
		more = (len(batch) == 0 || yield(batch)) && more
		return more
	}
	t.rows.ascend(r.From, func(key, data string) bool {
		rows[n] = Row{key, data}
		n++
		return n < room || flush()
	})
	if more && n > 0 {
		flush()
	}
}

// touch reads a byte of each cache line of some rows, or of their beginning if they are long. The sum keeps
// the compiler from leaving that out.
func touch(rows []Row) (sum int) {
	const line, most = 64, 512
	for i := range rows {
		key, data := rows[i].key, rows[i].data
		sum += int(key[0])
		for at := 0; at < min(len(data), most); at += line {
			sum += int(data[at])
		}
	}
	return sum
}

func (t *Tx) set(key, data string) (replaced bool, err error) {
	before, replaced, err := t.rows.set(Row{key: key, data: data})
	if err != nil {
		return false, err
	}
	t.note(key, before, replaced)
	t.forget(key)
	if replaced {
		t.grown += int64(len(data) - len(before.data))
	} else {
		t.grown += int64(len(key) + len(data))
	}
	if t.journal != nil {
		t.journal.Set(key, data)
	}
	return replaced, nil
}

func (t *Tx) remove(key string) error {
	found, err := t.drop(key)
	if t.journal != nil && found {
		t.journal.Delete(key)
	}
	return err
}

// drop removes a key without telling the journal.
func (t *Tx) drop(key string) (found bool, err error) {
	before, found, err := t.rows.remove(key)
	if err != nil || !found {
		return false, err
	}
	t.note(key, before, true)
	t.forget(key)
	t.grown -= int64(len(key) + len(before.data))
	return true, nil
}

// forget empties what was looked up, if a key is that of a table, and tells of a change of properties.
func (t *Tx) forget(key string) {
	switch {
	case keys.Tables().Contains(key):
		t.store.tables.Clear()
	case strings.HasPrefix(key, string(keys.Properties)):
		t.store.properties.Add(1)
	}
}

// note keeps what is written over for the store's marks.
func (t *Tx) note(key string, before Row, found bool) {
	if t.marked {
		t.replaced = append(t.replaced, original{key, before.data, found})
	}
}
