package account

import (
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// Contents is how many tables, entities, messages and blobs an account has.
type Contents struct {
	Tables, Entities, Messages, Blobs int
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
