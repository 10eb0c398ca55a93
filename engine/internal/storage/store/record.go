package store

import (
	"iter"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
)

// Record returns the data under a key made by keys.Record.
func (t *Tx) Record(key string) (data string, ok bool, err error) {
	row, found, err := t.rows.get(key)
	return row.data, found, err
}

// PutRecord writes data under a key made by keys.Record, replacing what was there.
func (t *Tx) PutRecord(key, data string) error {
	_, err := t.set(key, data)
	return err
}

// DeleteRecord removes the record under key. Nothing there isn't an error.
func (t *Tx) DeleteRecord(key string) error { return t.remove(key) }

// DeleteRecords removes everything in a range of keys.
func (t *Tx) DeleteRecords(r keys.Range) error { return t.deleteRange(r) }

// Records yields the keys and data of a range in order. Don't write before it ends.
func (t *Tx) Records(r keys.Range) iter.Seq2[string, string] {
	return func(yield func(key, data string) bool) {
		t.ascend(r, func(row Row) bool { return yield(row.key, row.data) })
	}
}
