package keeper

import (
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/rowkey/rowkey/engine/internal/storage/journal"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// Keeper keeps a journal. Its methods are called one at a time, and must not use the account.
type Keeper interface {
	// Read returns what is kept, from the start.
	Read() io.Reader

	// Append keeps a record after the others. If it returns an error, nothing of the record is kept. It
	// wraps fault.NoSpace if that's why.
	Append(record []byte) error

	// Replace keeps these records in place of all others. If it returns an error, or is cut short by the end
	// of the program, the others are still there. A record is valid until the next one.
	Replace(records iter.Seq[[]byte]) error
}

// slack is how many bytes a journal can be longer than twice its content before it's replaced.
const slack = 4 << 20

// Open returns a store with the content of what k keeps, and keeps there what is written to it. limit is as
// in store.Options. report is called when a write or a replacement fails.
func Open(k Keeper, limit int64, report func(error)) (*store.Store, error) {
	s, err := store.Open(store.Options{Limit: limit})
	if err != nil {
		return nil, err
	}
	a := &account{keeper: k, store: s, report: report}
	if a.size, err = a.log.Replay(s, k.Read()); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("the journal: %w", err)
	}
	a.log.Keep(s, a.append)
	return s, nil
}

// account is an account and the length of its journal.
type account struct {
	keeper Keeper
	store  *store.Store
	report func(error)
	log    journal.Log

	mu    sync.Mutex
	size  int64
	retry int64 // after a failed replacement, the size at which to try again
	busy  bool  // a replacement is on its way
}

func (a *account) append(parts iter.Seq[[]byte]) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	record := joined(parts)
	if err := a.keeper.Append(record); err != nil {
		err = fmt.Errorf("a write was refused: %w", err)
		a.report(err)
		return err
	}
	a.size += int64(len(record))
	if !a.busy && a.size > max(2*a.store.Used()+slack, a.retry) {
		a.busy = true
		go a.shrink() // once this transaction has ended
	}
	return nil
}

// shrink replaces the journal by the account's content. Writes wait until it's done.
func (a *account) shrink() {
	err := a.log.Snapshot(a.store, func(records iter.Seq[[]byte]) error {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.busy = false
		var size int64
		err := a.keeper.Replace(func(yield func([]byte) bool) {
			for record := range records {
				if size += int64(len(record)); !yield(record) {
					return
				}
			}
		})
		if err != nil {
			a.retry = a.size + slack
			return fmt.Errorf("the journal couldn't be shortened: %w", err)
		}
		a.size, a.retry = size, 0
		return nil
	})
	if err != nil {
		a.report(err)
	}
}

// joined returns the parts of a record as one, without a copy if there's only one.
func joined(parts iter.Seq[[]byte]) (record []byte) {
	for part := range parts {
		if record == nil {
			record = part[:len(part):len(part)]
		} else {
			record = append(record, part...)
		}
	}
	return record
}
