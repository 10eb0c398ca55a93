package store

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/tidwall/buntdb"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// ErrFull says that a write would take the store past its bound. Nothing of the Update is kept.
var ErrFull = errors.New("the account is full")

// Options are what a Store takes from its host.
type Options struct {
	Limit int64 // bound on the bytes of keys and rows; 0 for none
}

// Store is one account's tables. Its methods are safe for concurrent use.
type Store struct {
	db      *buntdb.DB
	options Options
	journal Journal // nil for none
	used    atomic.Int64
	last    atomic.Int64
}

// Journal is told what a transaction writes, one transaction at a time.
type Journal interface {
	Begin()
	Set(key, data string)
	Delete(key string)
	DeleteRange(keys.Range)
	Commit(now table.Ticks) error // the transaction's last step, which its error undoes
}

// Open returns an empty store.
func Open(o Options) (*Store, error) {
	db, err := buntdb.Open(":memory:")
	if err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	return &Store{db: db, options: o}, nil
}

// Tell lets a journal know of everything that is written from now on. It is called before the store is
// used.
func (s *Store) Tell(j Journal) { s.journal = j }

// Close releases the store. It must not be used afterwards.
func (s *Store) Close() error { return s.db.Close() }

// Used returns the bytes of keys and rows held.
func (s *Store) Used() int64 { return s.used.Load() }

// Last returns the latest time of an Update that was kept.
func (s *Store) Last() table.Ticks { return table.Ticks(s.last.Load()) }

// View runs read on a consistent state. Its error, or its panic as an error, is returned.
func (s *Store) View(read func(*Tx) error) error {
	return s.db.View(func(inner *buntdb.Tx) error {
		return guard(&Tx{tx: inner}, read)
	})
}

// Update runs write in a transaction. When it returns an error or panics, or what it wrote cannot be
// journalled, nothing is kept and the error, or the panic as an error, is returned.
func (s *Store) Update(write func(*Tx) error) error {
	return s.db.Update(func(inner *buntdb.Tx) error {
		tx := &Tx{tx: inner, journal: s.journal}
		if tx.journal != nil {
			tx.journal.Begin()
		}
		return guard(tx, func(tx *Tx) error {
			if err := write(tx); err != nil {
				return err
			}
			if used := s.used.Load() + tx.grown; s.options.Limit > 0 && tx.grown > 0 && used > s.options.Limit {
				return ErrFull
			}
			if tx.journal != nil {
				if err := tx.journal.Commit(tx.now); err != nil {
					return fmt.Errorf("journal: %w", err)
				}
			}
			s.keep(tx)
			return nil
		})
	})
}

// keep counts what tx wrote. Nothing can undo it any more.
func (s *Store) keep(tx *Tx) {
	s.used.Add(tx.grown)
	s.last.Store(max(s.last.Load(), int64(tx.now)))
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
