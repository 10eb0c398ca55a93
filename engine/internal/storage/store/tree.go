package store

import "github.com/tidwall/buntdb"

// The errors of using a store after Close, or a transaction in a way that it can't be used.
var (
	errClosed   = buntdb.ErrDatabaseClosed
	errEnded    = buntdb.ErrTxClosed
	errReadOnly = buntdb.ErrTxNotWritable
	errScanning = buntdb.ErrTxIterating
)

// tree keeps rows in the order of their keys, in buntdb. Any number of transactions can read it at the same
// time; one that writes has it alone.
//
// Only keys and values of buntdb are used. Its indexes order values and not keys, its file can't be undone or
// cut after a crash as an account's journal is, and nothing here expires.
type tree struct{ db *buntdb.DB }

func newTree() *tree {
	db, err := buntdb.Open(":memory:")
	if err != nil {
		panic("bug: " + err.Error()) // only opening a file can fail
	}
	return &tree{db}
}

// close waits for the transactions that are running and drops all rows. buntdb's goroutine, which looks for
// expired keys every second, ends at its next look.
func (t *tree) close() error { return t.db.Close() }

// view runs read while nothing is written. It must not open another transaction: one that waits to write
// makes new ones wait.
func (t *tree) view(read func(*branch) error) error {
	tx, err := t.db.Begin(false)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // which is how a transaction that reads ends
	return read(&branch{tx})
}

// update runs write while nothing else is read or written. Unless write returns nil, it undoes every change:
// after an error, after a panic, and if the goroutine ends within write. buntdb's own Update would commit
// after the last two.
func (t *tree) update(write func(*branch) error) error {
	tx, err := t.db.Begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // an error if it was committed
	if err := write(&branch{tx}); err != nil {
		return err
	}
	return tx.Commit()
}

// branch is one transaction's access to the tree.
type branch struct{ tx *buntdb.Tx }

// get returns the row under key, if there is one.
func (b *branch) get(key string) (row Row, found bool, err error) {
	data, err := b.tx.Get(key)
	return ifFound(key, data, err)
}

// set writes a row and returns the one that it replaces, if there is one.
func (b *branch) set(row Row) (before Row, found bool, err error) {
	data, found, err := b.tx.Set(row.key, row.data, nil)
	if err != nil || !found {
		return Row{}, false, err
	}
	return Row{row.key, data}, true, nil
}

// remove removes the row under key and returns it, if there is one.
func (b *branch) remove(key string) (before Row, found bool, err error) {
	data, err := b.tx.Delete(key)
	return ifFound(key, data, err)
}

func ifFound(key, data string, err error) (Row, bool, error) {
	switch err {
	case nil:
		return Row{key, data}, true, nil
	case buntdb.ErrNotFound:
		return Row{}, false, nil
	default:
		return Row{}, false, err
	}
}

// ascend yields the keys and the data of the rows from a key on, in order. The tree can't be written to
// meanwhile.
func (b *branch) ascend(from string, yield func(key, data string) bool) {
	err := b.tx.AscendGreaterOrEqual("", from, yield)
	if err != nil {
		panic("bug: a scan of a transaction that has ended: " + err.Error())
	}
}
