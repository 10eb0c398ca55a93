package store

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/tidwall/buntdb"
)

// ErrFull says that a write would take the store past its bound. Nothing of the Update is kept.
var ErrFull = errors.New("the account is full")

// Store is one account's tables. Its methods are safe for concurrent use.
type Store struct {
	db    *buntdb.DB
	limit int64 // bytes of keys and rows; 0 for no bound
	used  atomic.Int64
}

// Open returns an empty store. limit bounds the bytes of its keys and rows; 0 leaves it unbounded.
func Open(limit int64) (*Store, error) {
	db, err := buntdb.Open(":memory:")
	if err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	return &Store{db: db, limit: limit}, nil
}

// Close releases the store. It must not be used afterwards.
func (s *Store) Close() error { return s.db.Close() }

// Used returns the bytes of keys and rows held.
func (s *Store) Used() int64 { return s.used.Load() }

// View runs read on a consistent state. Its error, or its panic as an error, is returned.
func (s *Store) View(read func(*Tx) error) error {
	return s.db.View(func(inner *buntdb.Tx) error {
		return guard(&Tx{tx: inner}, read)
	})
}

// Update runs write in a transaction. When it returns an error or panics, nothing is kept and the
// error, or the panic as an error, is returned.
func (s *Store) Update(write func(*Tx) error) error {
	return s.db.Update(func(inner *buntdb.Tx) error {
		tx := &Tx{tx: inner}
		if err := guard(tx, write); err != nil {
			return err
		}
		used := s.used.Load() + tx.grown
		if s.limit > 0 && tx.grown > 0 && used > s.limit {
			return ErrFull
		}
		s.used.Store(used)
		return nil
	})
}

// guard turns a panic of fn into an error. buntdb commits when its callback panics, so the panic
// must not pass through it.
func guard(tx *Tx, fn func(*Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("bug: panic in a transaction: %v", p)
		}
	}()
	return fn(tx)
}
