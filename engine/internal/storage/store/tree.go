package store

import (
	"errors"
	"sync"

	"github.com/tidwall/btree"
)

// The errors of using a store after Close, or a transaction in a way that it can't be used.
var (
	errClosed   = errors.New("the store is closed")
	errEnded    = errors.New("the transaction has ended")
	errReadOnly = errors.New("a View can't write")
	errScanning = errors.New("a transaction can't write during a scan")
)

// tree keeps rows in the order of their keys. Any number of transactions can read it at the same time; one
// that writes has it alone.
type tree struct {
	mu   sync.RWMutex
	rows *btree.BTreeG[Row] // nil once it is closed
}

func newTree() *tree {
	before := func(a, b Row) bool { return a.key < b.key }
	return &tree{rows: btree.NewBTreeGOptions(before, btree.Options{NoLocks: true})}
}

// close waits for the transactions that are running and drops all rows.
func (t *tree) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rows == nil {
		return errClosed
	}
	t.rows = nil
	return nil
}

// copy returns a tree with the same rows, which share memory until one of the trees changes.
func (t *tree) copy() (*tree, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rows == nil {
		return nil, errClosed
	}
	return &tree{rows: t.rows.Copy()}, nil
}

// view runs read while nothing is written.
func (t *tree) view(read func(*branch) error) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.rows == nil {
		return errClosed
	}
	b := &branch{rows: t.rows}
	defer b.end()
	return read(b)
}

// snapshot runs read on the rows as they are now, while others write.
func (t *tree) snapshot(read func(*branch) error) error {
	now, err := t.copy()
	if err != nil {
		return err
	}
	return now.view(read)
}

// update runs write while nothing else is read or written. Unless write returns nil, it undoes every change:
// after an error, after a panic, and if the goroutine ends within write.
func (t *tree) update(write func(*branch) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rows == nil {
		return errClosed
	}
	b := &branch{rows: t.rows, writes: true}
	defer b.end()
	err := write(b)
	b.keep = err == nil
	return err
}

// branch is one transaction's access to the tree.
type branch struct {
	rows    *btree.BTreeG[Row] // nil once the transaction has ended
	writes  bool
	keep    bool     // the changes stay
	scans   int      // how many are running
	changes []change // in the order they were made
}

// change is what a write replaced or removed.
type change struct {
	key    string
	before Row
	found  bool // the key wasn't new
}

// get returns the row under key, if there is one.
func (b *branch) get(key string) (row Row, found bool, err error) {
	if b.rows == nil {
		return Row{}, false, errEnded
	}
	row, found = b.rows.Get(Row{key: key})
	return row, found, nil
}

// set writes a row and returns the one that it replaces, if there is one.
func (b *branch) set(row Row) (before Row, found bool, err error) {
	if err := b.writable(); err != nil {
		return Row{}, false, err
	}
	before, found = b.rows.Set(row)
	b.changes = append(b.changes, change{row.key, before, found})
	return before, found, nil
}

// remove removes the row under key and returns it, if there is one.
func (b *branch) remove(key string) (before Row, found bool, err error) {
	if err := b.writable(); err != nil {
		return Row{}, false, err
	}
	before, found = b.rows.Delete(Row{key: key})
	if found {
		b.changes = append(b.changes, change{key, before, true})
	}
	return before, found, nil
}

func (b *branch) writable() error {
	switch {
	case b.rows == nil:
		return errEnded
	case !b.writes:
		return errReadOnly
	case b.scans > 0:
		return errScanning
	default:
		return nil
	}
}

// ascend yields the rows from a key on, in order. The tree must not change meanwhile: see writable.
func (b *branch) ascend(from string, yield func(Row) bool) {
	if b.rows == nil {
		panic("bug: a scan of a transaction that has ended")
	}
	b.scans++
	defer func() { b.scans-- }()
	b.rows.Ascend(Row{key: from}, yield)
}

// end undoes the changes, the last one first, unless they are kept. Nothing can use the branch afterwards.
func (b *branch) end() {
	for i := len(b.changes) - 1; i >= 0 && !b.keep; i-- {
		if c := b.changes[i]; c.found {
			b.rows.Set(c.before)
		} else {
			b.rows.Delete(Row{key: c.key})
		}
	}
	b.rows = nil
}
