package store

import (
	"errors"
	"fmt"
	"iter"

	"github.com/tidwall/buntdb"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Tx is one transaction. It is valid only inside the callback it was given to.
type Tx struct {
	tx      *buntdb.Tx
	journal Journal // nil for none
	now     table.Ticks
	grown   int64 // bytes this transaction adds
}

// Stamp sets the time of the transaction, which a journal carries.
func (t *Tx) Stamp(now table.Ticks) { t.now = now }

// Get returns the entity under key.
func (t *Tx) Get(tbl string, key table.Key) (row Row, ok bool, err error) {
	stored := keys.Entity(tbl, key)
	data, err := t.tx.Get(stored)
	if errors.Is(err, buntdb.ErrNotFound) {
		return Row{}, false, nil
	}
	if err != nil {
		return Row{}, false, fmt.Errorf("read an entity: %w", err)
	}
	return Row{key: stored, data: data}, true, nil
}

// Put writes an entity under its key, in place of what was there.
func (t *Tx) Put(tbl string, e table.Entity) error {
	key, row := encode(tbl, e)
	_, err := t.set(key, row)
	return err
}

// Insert writes an entity under its key. If there was one, it is gone all the same, and fresh is
// false: the transaction must then fail.
func (t *Tx) Insert(tbl string, e table.Entity) (fresh bool, err error) {
	key, row := encode(tbl, e)
	replaced, err := t.set(key, row)
	return !replaced, err
}

// Delete removes the entity under key; it is no error when there is none.
func (t *Tx) Delete(tbl string, key table.Key) error {
	return t.remove(keys.Entity(tbl, key))
}

// Scan yields the entities of a run of keys in order. Nothing may be written until it ends.
func (t *Tx) Scan(r keys.Range) iter.Seq[Row] {
	return func(yield func(Row) bool) { t.ascend(r, yield) }
}

// deleteRange removes every key of a run.
func (t *Tx) deleteRange(r keys.Range) error {
	var doomed []string
	t.ascend(r, func(row Row) bool {
		doomed = append(doomed, row.key)
		return true
	})
	if t.journal != nil && len(doomed) > 0 {
		t.journal.DeleteRange(r)
	}
	for _, key := range doomed {
		if _, err := t.drop(key); err != nil {
			return err
		}
	}
	return nil
}

// lookahead is how many rows a scan takes at most before it looks into them.
const lookahead = 64

// ascend yields the keys of a run and what is stored under them.
//
// Rows lie scattered in memory. Several are touched one right after the other, by holding their keys
// against the end of the run, so that the processor waits for all of them at once and not for each in
// turn: that halves the time of a long scan. A scan begins with few, as most end soon.
func (t *Tx) ascend(r keys.Range, yield func(Row) bool) {
	if r.Empty() {
		return
	}
	var rows [lookahead]Row
	n, room, more := 0, 4, true
	flush := func() bool {
		within := 0
		for within < n && rows[within].key < r.To {
			within++
		}
		more = within == n
		for _, row := range rows[:within] {
			if !yield(row) {
				more = false
				break
			}
		}
		n, room = 0, min(2*room, lookahead)
		return more
	}
	err := t.tx.AscendGreaterOrEqual("", r.From, func(key, data string) bool {
		rows[n] = Row{key: key, data: data}
		n++
		return n < room || flush()
	})
	if err != nil {
		panic("bug: a scan failed: " + err.Error())
	}
	if more {
		flush()
	}
}

func (t *Tx) set(key, data string) (replaced bool, err error) {
	before, replaced, err := t.tx.Set(key, data, nil)
	if err != nil {
		return false, fmt.Errorf("write: %w", err)
	}
	if replaced {
		t.grown += int64(len(data) - len(before))
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

// drop removes a key without a word to the journal.
func (t *Tx) drop(key string) (found bool, err error) {
	before, err := t.tx.Delete(key)
	if errors.Is(err, buntdb.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("delete: %w", err)
	}
	t.grown -= int64(len(key) + len(before))
	return true, nil
}
