package store

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
)

// Check reads the whole store and reports inconsistencies: an entity without a table, a row whose recorded
// size is wrong, bytes that weren't counted. Tests call it when they are done with a store.
func (s *Store) Check() error {
	var problems []error
	var used int64
	err := s.View(func(tx *Tx) error {
		tx.ascend(keys.Tables(), func(tbl Row) bool {
			used += int64(len(tbl.key) + len(tbl.data))
			tx.ascend(keys.Entities(decodeTable(tbl.data).Name), func(row Row) bool {
				used += int64(len(row.key) + len(row.data))
				problems = append(problems, checkRow(row))
				return true
			})
			return true
		})
		for _, kind := range keys.Kinds {
			tx.ascend(keys.Records(kind), func(row Row) bool {
				used += int64(len(row.key) + len(row.data))
				return true
			})
		}
		total := 0
		tx.rows.ascend("", func(key, data string) bool {
			total += len(key) + len(data)
			return true
		})
		if int64(total) != used {
			problems = append(problems, fmt.Errorf("%d bytes belong to no table and no record", int64(total)-used))
		}
		return nil
	})
	if used != s.Used() {
		problems = append(problems, fmt.Errorf("the store has %d bytes, %d are counted", used, s.Used()))
	}
	return errors.Join(append(problems, err)...)
}

// Digest returns a hash of all keys and rows. It's the same in every process, so that a test can compare
// stores across them.
func (s *Store) Digest() uint64 {
	var digest uint64
	add := func(n uint64) { digest = bits.RotateLeft64((digest^n)*0x9E3779B97F4A7C15, 29) }
	_ = s.View(func(tx *Tx) error {
		tx.rows.ascend("", func(key, data string) bool {
			for _, text := range [...]string{key, data} {
				add(uint64(len(text)))
				for ; len(text) >= 8; text = text[8:] {
					add(word(text))
				}
				for i := range len(text) {
					add(uint64(text[i]))
				}
			}
			return true
		})
		return nil
	})
	return digest
}

func checkRow(row Row) error {
	if _, _, ok := keys.SplitEntity(row.key); !ok {
		return fmt.Errorf("key %q cannot be split", row.key)
	}
	if want, got := row.Entity(nil, nil).Size(), row.Size(); got != want {
		return fmt.Errorf("entity %v records %d bytes, it has %d", row.Key(), got, want)
	}
	return nil
}
