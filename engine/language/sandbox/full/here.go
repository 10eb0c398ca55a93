package full

import (
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// Here is an account to compare another service with: it checks signatures, as that one does, and has the
// time of day.
type Here struct {
	account *sandbox.Account
	now     table.Ticks // for scripts, whose requests don't depend on how long the ones before took
}

// OpenHere opens an empty account.
func OpenHere(now table.Ticks) *Here {
	return &Here{account: Sandbox().OpenSigned(now), now: now}
}

// Close releases the account's memory.
func (h *Here) Close() { h.account.Close() }

// Fill stores the data of a table, and returns what is wrong with it.
func (h *Here) Fill(t *data.Table) []*data.Error { return h.account.Fill(t, sandbox.Whole).Errors }

// Begin sets the time for the next script, and returns it in the precision of the service.
func (h *Here) Begin(now table.Ticks) table.Ticks {
	h.now = now - now%table.Second
	return h.now
}

// Run runs an example.
func (h *Here) Run(s *script.Script, index int) []runner.Step {
	return runner.Run(s, index, &runner.Standing{Target: h.account, Time: h.now}, runner.Options{
		Host: sandbox.Host, Queue: sandbox.Queue, Blob: sandbox.Blob, Seed: 1, Key: Key{credential()}, XML: XML,
	})
}
