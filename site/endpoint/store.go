package endpoint

import (
	"errors"
	"fmt"

	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/store"
)

// stores open what accounts keep, and close all of it together. A datadir.Dir is some in a folder.
type stores interface {
	Store(account string, limit int64) (*store.Store, error)
	Close() error
}

// memory is stores that are gone when they are closed.
type memory struct{ opened []*store.Store }

func (m *memory) Store(_ string, limit int64) (*store.Store, error) {
	s, err := store.Open(store.Options{Limit: limit})
	if err == nil {
		m.opened = append(m.opened, s)
	}
	return s, err
}

func (m *memory) Close() error {
	var problems []error
	for _, s := range m.opened {
		problems = append(problems, s.Close())
	}
	m.opened = nil
	return errors.Join(problems...)
}

// contents says how much an account holds: always its tables, messages and blobs if there are any.
func contents(s *store.Store) string {
	var text string
	_ = s.View(func(tx *store.Tx) error { // reading cannot fail
		tables, entities := 0, 0
		for t := range tx.Tables(keys.Tables()) {
			tables++
			for range tx.Scan(keys.Entities(t.Name)) {
				entities++
			}
		}
		text = count(tables, "table", "tables") + " with " + count(entities, "entity", "entities")
		if n := records(tx, keys.Message); n > 0 {
			text += ", " + count(n, "message", "messages")
		}
		if n := records(tx, keys.Blob); n > 0 {
			text += ", " + count(n, "blob", "blobs")
		}
		return nil
	})
	return text
}

func records(tx *store.Tx, kind keys.Kind) (n int) {
	for range tx.Records(keys.Records(kind)) {
		n++
	}
	return n
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
