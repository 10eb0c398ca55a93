package store

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/tidwall/buntdb"

	"github.com/rowkey/rowkey/engine/table"
)

// ErrFull says that a write would take the store past its bound. Nothing of the Update is kept.
var ErrFull = errors.New("the account is full")

// Options are what a Store takes from its host.
type Options struct {
	Limit int64 // bound on the bytes of keys and rows; 0 for none

	// Journal keeps the record of what one transaction wrote. It is called as the transaction's last
	// step, one transaction at a time; its error undoes the transaction. The record is valid until it
	// returns. nil keeps nothing.
	Journal func(record []byte) error
}

// Store is one account's tables. Its methods are safe for concurrent use.
type Store struct {
	db       *buntdb.DB
	options  Options
	recorder recorder // of the one transaction that writes
	used     atomic.Int64
	last     atomic.Int64
}

// Open returns an empty store.
func Open(o Options) (*Store, error) {
	db, err := buntdb.Open(":memory:")
	if err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	return &Store{db: db, options: o}, nil
}

// Close releases the store. It must not be used afterwards.
func (s *Store) Close() error { return s.db.Close() }

// Used returns the bytes of keys and rows held.
func (s *Store) Used() int64 { return s.used.Load() }

// Last returns the latest time of a transaction that wrote something.
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
		tx := &Tx{tx: inner}
		if s.options.Journal != nil {
			tx.recorder = &s.recorder
			tx.recorder.begin()
			defer tx.recorder.release()
		}
		return guard(tx, func(tx *Tx) error {
			if err := write(tx); err != nil {
				return err
			}
			if used := s.used.Load() + tx.grown; s.options.Limit > 0 && tx.grown > 0 && used > s.options.Limit {
				return ErrFull
			}
			if err := s.journal(tx); err != nil {
				return err
			}
			s.keep(tx)
			return nil
		})
	})
}

// journal hands over what tx wrote, if that is anything.
func (s *Store) journal(tx *Tx) error {
	if tx.recorder == nil || !tx.wrote {
		return nil
	}
	record, err := tx.recorder.seal(tx.now)
	if err == nil {
		err = s.options.Journal(record)
	}
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// keep counts what tx wrote. Nothing can undo it any more.
func (s *Store) keep(tx *Tx) {
	s.used.Add(tx.grown)
	if tx.wrote {
		s.last.Store(max(s.last.Load(), int64(tx.now)))
	}
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
