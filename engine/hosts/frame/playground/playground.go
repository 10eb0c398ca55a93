package playground

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/protocol"
)

// Serve adds the calls to those that a host answers.
func Serve(h *frame.Host, b sandbox.Sandbox) {
	p := &playground{host: h, sandbox: b, desks: map[string]*desk{}}
	protocol.On(h.Calls, p.parse)
	protocol.On(h.Calls, compared)
	protocol.On(h.Calls, rows)
	protocol.On(h.Calls, written)
	protocol.On(h.Calls, client)
	protocol.On(h.Calls, p.describe)
	in := &intake{}
	protocol.On(h.Calls, in.receive)
	protocol.On(h.Calls, in.inspect)
	protocol.On(h.Calls, in.convert)
	onDesk(p, (*desk).fill)
	onDesk(p, (*desk).amend)
	onDesk(p, (*desk).complete)
	onDesk(p, p.play)
	onDesk(p, (*desk).tables)
	onDesk(p, (*desk).lanes)
	onDesk(p, (*desk).browse)
	onDesk(p, (*desk).pair)
	onDesk(p, (*desk).dump)
	onDesk(p, (*desk).copied)
	onDesk(p, (*desk).mark)
	onDesk(p, (*desk).back)
}

// onDesk makes the host answer a kind of call that has a session.
func onDesk[C interface{ Of() string }](p *playground, answer func(*desk, C) protocol.Reply) {
	protocol.On(p.host.Calls, func(c C) protocol.Reply {
		d := p.desk(c.Of())
		if d == nil {
			return frame.NoSession(c.Of())
		}
		return answer(d, c)
	})
}

// playground keeps what the sessions of a host have besides their accounts.
type playground struct {
	host    *frame.Host
	sandbox sandbox.Sandbox
	desks   map[string]*desk // by the session
}

// desk is what a session has on its account.
type desk struct {
	account *sandbox.Account
	files   map[string]*runner.Memory // what has run, by the file
	marks   []mark                    // the newest last
	newest  int                       // the number of the newest mark
	shape   shape
}

// desk returns the desk of a session, or nil if the session has no account. One that was opened again has a
// new desk.
func (p *playground) desk(name string) *desk {
	a := p.host.Session(name)
	if a == nil {
		delete(p.desks, name)
		return nil
	}
	if d := p.desks[name]; d != nil && d.account == a {
		return d
	}
	d := &desk{account: a, files: map[string]*runner.Memory{}}
	p.desks[name] = d
	return d
}

// tables lists the tables of the account.
func (d *desk) tables(*protocol.TablesCall) protocol.Reply {
	reply := &protocol.TablesReply{}
	d.view(func(tx *store.Tx) {
		for _, name := range tablesIn(tx) {
			t, last := protocol.TableSize{Name: name}, ""
			for row := range tx.Scan(keys.Entities(name)) {
				if t.Entities == 0 || !row.In(last) {
					t.Partitions++
					last = row.Partition()
				}
				t.Entities++
				t.Bytes += row.Size()
			}
			reply.Tables = append(reply.Tables, t)
		}
	})
	return reply
}

// view reads the account. Reading doesn't fail: the account is open.
func (d *desk) view(read func(*store.Tx)) {
	_ = d.account.View(func(tx *store.Tx) error {
		read(tx)
		return nil
	})
}

func tablesIn(tx *store.Tx) (names []string) {
	for t := range tx.Tables(keys.Tables()) {
		if t.Deleted == 0 {
			names = append(names, t.Name)
		}
	}
	return names
}

// nameOf returns the name of a table as it was created, or "" if it isn't there.
func nameOf(tx *store.Tx, name string) string {
	if t, found, err := tx.Table(name); err == nil && found && t.Deleted == 0 {
		return t.Name
	}
	return ""
}

func noTable(name string) protocol.Reply {
	return protocol.Refuse("there is no table " + strconv.Quote(name))
}

// limit is how many entities a reply has at most.
func limit(asked, usual, most int) int {
	if asked < 1 {
		return usual
	}
	return min(asked, most)
}
