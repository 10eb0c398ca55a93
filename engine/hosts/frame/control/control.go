package control

import (
	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Serve adds the call to those that a host answers.
func Serve(h *frame.Host) {
	protocol.On(h.Calls, func(c *protocol.ControlCall) protocol.Reply {
		a := h.Session(c.Session)
		if a == nil {
			return frame.NoSession(c.Session)
		}
		b, controlled := a.Between().(*between)
		if !controlled {
			b = newBetween(a)
			a.Put(b)
		}
		status, body := b.control.Handle(c.Method, c.Path, c.Body)
		return &protocol.ControlReply{Status: status, Body: string(body)}
	})
}

// between is a Control in an account that has time of its own. Nothing waits: time passes at once, and the
// reply says how much.
type between struct {
	control *control.Control
	waited  int // milliseconds that the newest answer takes; negative for one that never comes
}

func newBetween(a *sandbox.Account) *between {
	b := &between{}
	b.control = control.New(control.Options{Clock: a.Own, Wait: func(span table.Ticks, _ wire.Request) {
		if span == control.Forever {
			b.waited = -1
			return
		}
		a.Sleep(span)
		b.waited = int(span / table.Millisecond)
	}})
	return b
}

// Do answers a request.
func (b *between) Do(a *account.Account, to grant.Service, r wire.Request) (wire.Response, trace.Trace) {
	b.waited = 0
	return b.control.Do(a, to, r)
}

// At returns what the account's clock says at a time of its own.
func (b *between) At(own table.Ticks) table.Ticks { return b.control.At(own) }

// Page returns how many entries a page has at most.
func (b *between) Page(asked int) int { return b.control.Page(asked) }

// Waited returns how long the newest answer takes.
func (b *between) Waited() int { return b.waited }
