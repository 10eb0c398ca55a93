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

// contents says how much an account holds.
func contents(s *store.Store) string {
	tables, entities := 0, 0
	_ = s.View(func(tx *store.Tx) error { // reading cannot fail
		for t := range tx.Tables(keys.Tables()) {
			tables++
			for range tx.Scan(keys.Entities(t.Name)) {
				entities++
			}
		}
		return nil
	})
	return fmt.Sprintf("%s with %s", count(tables, "table", "tables"), count(entities, "entity", "entities"))
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
