package frame

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/protocol"
)

// Host answers calls, and keeps the accounts of sessions from one call to the next.
type Host struct {
	protocol.Calls
	sandbox  sandbox.Sandbox
	sessions map[string]*sandbox.Account
}

// New returns a host that opens accounts and runs scripts in a sandbox.
func New(s sandbox.Sandbox) *Host {
	h := &Host{Calls: protocol.Calls{}, sandbox: s, sessions: map[string]*sandbox.Account{}}
	protocol.On(h.Calls, h.example)
	protocol.On(h.Calls, h.open)
	protocol.On(h.Calls, h.do)
	protocol.On(h.Calls, h.close)
	protocol.On(h.Calls, check)
	return h
}

// Session returns the account of a session, or nil if it has none.
func (h *Host) Session(name string) *sandbox.Account { return h.sessions[name] }

// NoSession returns the reply to a call whose session has no account.
func NoSession(name string) protocol.Reply {
	return protocol.Refuse("there is no account for session " + strconv.Quote(name) + " any more")
}

// NeedsFull returns the reply to a call that needs the full engine.
func NeedsFull(err error) protocol.Reply { return &protocol.Refusal{Full: true, Error: err.Error()} }
