package sandbox

import (
	"maps"
	"math/rand/v2"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/table"
)

// Play runs some requests of an .http script in an open account, after those that they refer to, unless these
// have succeeded there before: see runner.Play. The account checks signatures during this run if the script
// asks for it. Running all requests of a file gives what a run of the file gives. The error is ErrTablesOnly
// or nil.
func (b Sandbox) Play(
	a *Account, s *script.Script, chosen []*script.Request, memory *runner.Memory, m view.Mode,
) (Result, error) {
	if errors := s.CheckOrder(memory.Order(chosen)); len(errors) > 0 {
		return notRun(errors), nil
	}
	var steps []runner.Step
	if len(chosen) > 0 {
		o, admit := b.optionsFor(s, chosen[0].Example)
		before := a.admit
		if admit != before {
			a.let(admit)
		}
		steps = runner.Play(s, chosen, a, o, memory)
		if admit != before {
			a.let(before)
		}
		if b.kind.Key == nil && (admit == grant.Signed || needsMore(steps)) {
			return Result{}, ErrTablesOnly
		}
	}
	return resultOf(steps, m), nil
}

// Mark is the state of an account at some time.
type Mark struct {
	store  *store.Mark
	now    table.Ticks
	ids    rand.PCG
	filled map[string]bool
	admit  grant.Admission
}

// Mark returns the account's state. It takes no time, however much the account holds, but from now on the
// account keeps what is written over, until the mark is dropped.
func (a *Account) Mark() *Mark {
	m, err := a.store.Mark()
	open(err)
	return &Mark{store: m, now: a.now, ids: *a.ids, filled: maps.Clone(a.filled), admit: a.admit}
}

// Back gives the account the state of a mark: what it holds, its time, and the identifiers to come. The mark
// can be used again.
func (a *Account) Back(m *Mark) {
	open(a.store.Back(m.store))
	ids := m.ids
	a.now, a.ids, a.filled = m.now, &ids, maps.Clone(m.filled)
	a.let(m.admit)
}

// Drop forgets a mark.
func (a *Account) Drop(m *Mark) { open(a.store.Drop(m.store)) }

// open says that an operation on the store can't fail, because an account in use is open.
func open(err error) {
	if err != nil {
		panic("bug: " + err.Error())
	}
}

// View runs read on what the account holds, and returns its error.
func (a *Account) View(read func(*store.Tx) error) error { return a.store.View(read) }
