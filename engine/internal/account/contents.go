package account

import (
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

// Contents is how many tables, entities, messages and blobs an account has.
type Contents struct {
	Tables, Entities, Messages, Blobs int
}

// Tables are the entities of each table, by its name, in key order.
func (a *Account) Tables() map[string][]table.Entity {
	all := map[string][]table.Entity{}
	_ = a.store.View(func(tx *store.Tx) error {
		for t := range tx.Tables(keys.Tables()) {
			if t.Deleted != 0 {
				continue
			}
			all[t.Name] = []table.Entity{}
			for row := range tx.Scan(keys.Entities(t.Name)) {
				all[t.Name] = append(all[t.Name], row.Entity(nil, nil))
			}
		}
		return nil
	})
	return all
}

// Contents counts what the account has, by reading all of it.
func (a *Account) Contents() (c Contents) {
	_ = a.store.View(func(tx *store.Tx) error {
		for t := range tx.Tables(keys.Tables()) {
			c.Tables++
			for range tx.Scan(keys.Entities(t.Name)) {
				c.Entities++
			}
		}
		for range tx.Records(keys.Records(keys.Message)) {
			c.Messages++
		}
		for range tx.Records(keys.Records(keys.Blob)) {
			c.Blobs++
		}
		return nil
	})
	return c
}
