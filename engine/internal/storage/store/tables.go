package store

import (
	"encoding/binary"
	"iter"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// Table is what the store knows about a table.
type Table struct {
	Name    string // as created; names are case-insensitive
	Created table.Ticks
	Deleted table.Ticks // when its deletion began; 0 for a table in use
}

// deletionTime is how long a deleted table's name stays taken: "at least 40 seconds".
// https://learn.microsoft.com/rest/api/storageservices/delete-table
const deletionTime = 40 * 10_000_000 // ticks

// BeingDeleted reports whether the table was deleted so recently that its name isn't free yet.
func (t Table) BeingDeleted(now table.Ticks) bool {
	return t.Deleted != 0 && now < t.Deleted+deletionTime
}

// Table returns the table called name, which is case-insensitive.
func (t *Tx) Table(name string) (tbl Table, ok bool, err error) {
	key := keys.Table(name)
	if known, ok := t.store.tables.Load(key); ok {
		return known.(Table), true, nil
	}
	row, found, err := t.rows.get(key)
	if err != nil || !found {
		return Table{}, false, err
	}
	tbl = decodeTable(row.data)
	if t.reads { // what an Update wrote may still be undone
		t.store.tables.Store(key, tbl)
	}
	return tbl, true, nil
}

// PutTable writes the record of a table.
func (t *Tx) PutTable(tbl Table) error {
	data := binary.BigEndian.AppendUint64(nil, uint64(tbl.Created))
	data = binary.BigEndian.AppendUint64(data, uint64(tbl.Deleted))
	_, err := t.set(keys.Table(tbl.Name), string(data)+tbl.Name)
	return err
}

// DeleteEntities removes every entity of a table.
func (t *Tx) DeleteEntities(name string) error { return t.deleteRange(keys.Entities(name)) }

// Tables yields the tables in a range of keys, sorted by name in lower case.
func (t *Tx) Tables(r keys.Range) iter.Seq[Table] {
	return func(yield func(Table) bool) {
		t.ascend(r, func(row Row) bool { return yield(decodeTable(row.data)) })
	}
}

func decodeTable(data string) Table {
	return Table{
		Name:    data[16:],
		Created: table.Ticks(word(data)),
		Deleted: table.Ticks(word(data[8:])),
	}
}
