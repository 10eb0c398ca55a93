package store

import (
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/rowkey/rowkey/engine/keys"
)

// Check walks the whole store and reports what should not be: an entity without a table, a row whose
// recorded size is wrong, bytes that were not counted. Tests call it after whatever they did.
func (s *Store) Check() error {
	var problems []error
	var used int64
	err := s.View(func(tx *Tx) error {
		tx.ascend(keys.Tables(), func(key, data string) bool {
			used += int64(len(key) + len(data))
			name := decodeTable(data).Name
			tx.ascend(keys.Entities(name), func(key, data string) bool {
				used += int64(len(key) + len(data))
				problems = append(problems, checkRow(key, data))
				return true
			})
			return true
		})
		total := 0
		err := tx.tx.Ascend("", func(key, data string) bool {
			total += len(key) + len(data)
			return true
		})
		if int64(total) != used {
			problems = append(problems, fmt.Errorf("%d bytes lie outside any table", int64(total)-used))
		}
		return err
	})
	if used != s.Used() {
		problems = append(problems, fmt.Errorf("%d bytes are held, %d are counted", used, s.Used()))
	}
	return errors.Join(append(problems, err)...)
}

// Digest returns a number that two stores have in common when their keys and rows are the same, byte
// for byte.
func (s *Store) Digest() uint64 {
	sum := fnv.New64a()
	_ = s.View(func(tx *Tx) error {
		return tx.tx.Ascend("", func(key, data string) bool {
			fmt.Fprintf(sum, "%q=%q;", key, data)
			return true
		})
	})
	return sum.Sum64()
}

func checkRow(key, data string) error {
	if _, _, ok := keys.SplitEntity(key); !ok {
		return fmt.Errorf("key %q cannot be split", key)
	}
	row := Row{key: key, data: data}
	if want, got := row.Entity(nil).Size(), row.Size(); got != want {
		return fmt.Errorf("entity %v records %d bytes, it has %d", row.Key(), got, want)
	}
	return nil
}
