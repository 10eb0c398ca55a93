package sandbox

import (
	"errors"
	"runtime"

	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// Mode says what Fill does with data.
type Mode uint8

const (
	// Whole stores all of it or, if something is wrong with it, nothing.
	Whole Mode = iota
	// Keep stores the entities that nothing is wrong with.
	Keep
)

// Filled is what came of storing data.
type Filled struct {
	Stored, Refused int           // entities
	Errors          []*data.Error // at most data.MaxErrors
}

// Fill stores the data of a table, which is created if it isn't there. An entity whose keys are taken is
// refused. No time passes and no identifier is used, so it doesn't matter whether the data comes as a whole
// or in parts.
func (a *Account) Fill(t *data.Table, m Mode) Filled {
	f := &filling{table: t, now: a.Now()}
	f.Errors = append(f.Errors, t.Errors...)
	if m == Whole && len(f.Errors) > 0 {
		return f.Filled
	}
	err := a.store.Update(func(tx *store.Tx) error {
		f.tx = tx
		tx.Stamp(f.now)
		tbl, found, err := tx.Table(t.Name)
		if err == nil && len(t.Columns) > 0 && (!found || tbl.Deleted != 0) {
			err = tx.PutTable(store.Table{Name: t.Name, Created: f.now})
		}
		if err != nil {
			return err
		}
		t.Each(a.Now, f.entity)
		if m == Whole && len(f.Errors) > 0 {
			return errNotKept
		}
		return nil
	})
	if err != nil && err != errNotKept {
		f.fail(t.ErrorOf(nil, problem.New("The data can't be stored: "+err.Error()+".", "")))
	}
	if err != nil {
		f.Stored = 0
	}
	f.Refused = t.Refused + t.Entities() - f.Stored
	return f.Filled
}

// errNotKept undoes a transaction.
var errNotKept = errors.New("not kept")

// filling is data on its way into an account.
type filling struct {
	Filled
	table *data.Table
	tx    *store.Tx
	now   table.Ticks
	seen  int
}

func (f *filling) fail(bad *data.Error) {
	if len(f.Errors) < data.MaxErrors {
		f.Errors = append(f.Errors, bad)
	}
}

// entity stores one entity. It reports whether there is room for another.
func (f *filling) entity(row *data.Row, e *table.Entity, bad *data.Error) (more bool) {
	const pause = 1000 // see Do
	if f.seen++; f.seen%pause == 0 {
		runtime.Gosched()
	}
	if bad != nil {
		f.fail(bad)
		return true
	}
	e.Timestamp = f.now
	fresh, _ := f.tx.Add(f.table.Name, *e) // an error isn't possible within a transaction
	switch {
	case !fresh:
		f.fail(f.table.Repeated(row, e.Key))
		return true
	case f.tx.Full():
		_ = f.tx.Delete(f.table.Name, e.Key)
		f.fail(f.table.ErrorOf(row, problem.New("The account is full: it can't store more than 64 MiB.", "")))
		return false
	}
	f.Stored++
	return true
}

// fill stores the data that an example needs, unless the account has it.
func (a *Account) fill(s *script.Script, index int) error {
	order := s.Examples[index].Order()
	for _, t := range s.Tables {
		if a.filled[t.Name] || !script.Needs(order, t) {
			continue
		}
		if f := a.Fill(t, Whole); len(f.Errors) > 0 {
			return &badData{f.Errors}
		}
		a.filled[t.Name] = true
	}
	return nil
}

// badData is the error of an example whose data can't be stored.
type badData struct{ errors []*data.Error }

func (b *badData) Error() string { return b.errors[0].Error() }
