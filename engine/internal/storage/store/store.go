package store

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

// ErrFull says that a write would take the store over its limit. Nothing of the Update is kept.
var ErrFull = errors.New("the account is full")

// Options configure a Store.
type Options struct {
	Limit int64 // bytes of keys and rows; 0 for no limit
}

// Store is one account's data. Its methods are safe for concurrent use.
type Store struct {
	tree    *tree
	options Options
	journal Journal // nil for none
	marks   []*Mark // in the order in which they were made

	// tables has the tables that were looked up, by key. Each request looks up one, which takes as long as
	// finding an entity. A write of a table empties it.
	tables sync.Map

	properties atomic.Int64 // how often those of a service were written
	used       atomic.Int64
	last       atomic.Int64
}

// Journal receives what each Update writes, one Update at a time.
type Journal interface {
	Begin()
	Set(key, data string)
	Delete(key string)
	DeleteRange(keys.Range)
	Commit(now table.Ticks) error // the last step of the Update; an error undoes the Update
}

// Open returns an empty store. One that nothing refers to any more is closed, because buntdb's goroutine
// would keep its rows.
func Open(o Options) (*Store, error) {
	s := &Store{tree: newTree(), options: o}
	runtime.AddCleanup(s, func(t *tree) { _ = t.close() }, s.tree)
	return s, nil
}

// Fork returns another store, in memory, that begins with what this one has. They share the bytes of their
// keys and rows, so it takes as long as reading these.
func (s *Store) Fork() (*Store, error) {
	fork, err := Open(s.options)
	if err != nil {
		return nil, err
	}
	return fork, s.View(func(from *Tx) error {
		return fork.tree.update(func(to *branch) (err error) {
			from.rows.ascend("", func(key, data string) bool {
				_, _, err = to.set(Row{key, data})
				return err == nil
			})
			fork.used.Store(s.Used())
			fork.last.Store(int64(s.Last()))
			return err
		})
	})
}

// SetJournal makes j receive everything that is written from now on. Call it before the store is shared.
func (s *Store) SetJournal(j Journal) { s.journal = j }

// Close releases the rows. A View or an Update of a closed store is an error, and so is closing it twice.
func (s *Store) Close() error { return s.tree.close() }

// Used returns the bytes of the keys and rows in the store.
func (s *Store) Used() int64 { return s.used.Load() }

// Last returns the latest time, set by Tx.Stamp, of an Update that was kept.
func (s *Store) Last() table.Ticks { return table.Ticks(s.last.Load()) }

// Properties returns a number that grows before the properties of a service change, so that who keeps what
// was read of them knows whether it still holds.
func (s *Store) Properties() int64 { return s.properties.Load() }

// View runs read on a consistent state and returns its error, or its panic as an error.
func (s *Store) View(read func(*Tx) error) error {
	return s.tree.view(func(b *branch) error {
		return guard(&Tx{rows: b, store: s, reads: true}, read)
	})
}

// Update runs write in a transaction. If write returns an error or panics, or the journal refuses what it
// wrote, nothing is kept and Update returns the error, or the panic as an error.
func (s *Store) Update(write func(*Tx) error) error {
	return s.tree.update(func(b *branch) error {
		tx := &Tx{rows: b, store: s, journal: s.journal, room: -1, marked: len(s.marks) > 0}
		if s.options.Limit > 0 {
			tx.room = max(0, s.options.Limit-s.used.Load())
		}
		if tx.journal != nil {
			tx.journal.Begin()
		}
		return guard(tx, func(tx *Tx) error {
			if err := write(tx); err != nil {
				return err
			}
			if tx.Full() {
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

// keep updates the store's counts. It's the last thing that an Update does, because it can't be undone.
func (s *Store) keep(tx *Tx) {
	s.used.Add(tx.grown)
	s.last.Store(max(s.last.Load(), int64(tx.now)))
	if tx.back != nil {
		s.last.Store(int64(tx.back.last))
	}
	for _, o := range tx.replaced {
		s.marks[len(s.marks)-1].note(o)
	}
}

// guard turns a panic of fn into an error.
func guard(tx *Tx, fn func(*Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("bug: panic in a transaction: %v", p)
		}
	}()
	return fn(tx)
}
