package frame

import (
	"fmt"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

// Host keeps the accounts of sessions from one call to the next.
type Host struct {
	sandbox  sandbox.Sandbox
	sessions map[string]*sandbox.Account
	more     map[string]Op
}

// Op answers one kind of call.
type Op func(call *jsontext.Value) (reply []byte)

// Add makes the host answer a kind of call that not every program has.
func (h *Host) Add(op string, answer Op) { h.more[op] = answer }

// Session returns the account of a session, or nil if it has none.
func (h *Host) Session(name string) *sandbox.Account { return h.sessions[name] }

// New returns a host that opens accounts and runs scripts in a sandbox.
func New(s sandbox.Sandbox) *Host {
	return &Host{sandbox: s, sessions: map[string]*sandbox.Account{}, more: map[string]Op{}}
}

// Answer runs a call and returns the reply. It never panics: an error is a reply too.
func (h *Host) Answer(call []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = Refuse("bug: " + fmt.Sprint(p))
		}
	}()
	c, ok := odata.ParseJSON(call)
	if !ok {
		return Refuse("the call is not JSON")
	}
	switch op := textOf(&c, "op"); op {
	case "example":
		return h.example(&c)
	case "open":
		return h.open(&c)
	case "do":
		return h.do(&c)
	case "close":
		return h.close(&c)
	case "check":
		return h.check(&c)
	default:
		if answer := h.more[op]; answer != nil {
			return answer(&c)
		}
		return Refuse("there is no call " + strconv.Quote(op))
	}
}

// Refuse returns the reply to a call that fails.
func Refuse(why string) []byte {
	return append(odata.AppendString([]byte(`{"error":`), why), '}')
}

// NeedsFull returns the reply to a call that needs the full engine.
func NeedsFull(err error) []byte {
	return append(odata.AppendString([]byte(`{"full":true,"error":`), err.Error()), '}')
}

// textOf returns a member of an object as a string. textOf and list take a pointer because a Value is
// large, and code that copies it makes the program larger.
func textOf(of *jsontext.Value, name string) string { return odata.Member(*of, name).String() }

// list returns a member of an object as a list.
func list(of *jsontext.Value, name string) []jsontext.Value { return odata.Member(*of, name).Array() }
