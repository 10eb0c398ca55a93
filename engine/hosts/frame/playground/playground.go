package playground

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/table"
)

// Serve adds the calls to those that a host answers.
func Serve(h *frame.Host, b sandbox.Sandbox) {
	p := &playground{host: h, sandbox: b, desks: map[string]*desk{}}
	h.Add("parse", p.parse)
	h.Add("compare", compared)
	h.Add("describe", p.describe)
	in := &intake{}
	h.Add("receive", in.receive)
	h.Add("inspect", in.inspect)
	h.Add("convert", in.convert)
	for op, answer := range map[string]func(*desk, *jsontext.Value) []byte{
		"fill": (*desk).fill, "play": p.play, "tables": (*desk).tables, "lanes": (*desk).lanes,
		"browse": (*desk).browse, "dump": (*desk).dump, "mark": (*desk).mark, "back": (*desk).back,
	} {
		h.Add(op, func(c *jsontext.Value) []byte {
			d := p.desk(c)
			if d == nil {
				return frame.Refuse("there is no account for session " + strconv.Quote(text(c, "session")) + " any more")
			}
			return answer(d, c)
		})
	}
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

// desk returns the desk of a call's session, or nil if the session has no account. One that was opened again
// has a new desk.
func (p *playground) desk(c *jsontext.Value) *desk {
	name := text(c, "session")
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
func (d *desk) tables(*jsontext.Value) []byte {
	reply := []byte(`{"tables":[`)
	d.view(func(tx *store.Tx) {
		for i, name := range tablesIn(tx) {
			entities, partitions, bytes, last := 0, 0, 0, ""
			for row := range tx.Scan(keys.Entities(name)) {
				if entities == 0 || !row.In(last) {
					partitions++
					last = row.Partition()
				}
				entities++
				bytes += row.Size()
			}
			reply = odata.AppendString(append(comma(reply, i), `{"name":`...), name)
			reply = appendInt(append(reply, `,"entities":`...), entities)
			reply = appendInt(append(reply, `,"partitions":`...), partitions)
			reply = append(appendInt(append(reply, `,"bytes":`...), bytes), '}')
		}
	})
	return append(reply, "]}"...)
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

func noTable(c *jsontext.Value) []byte {
	return frame.Refuse("there is no table " + strconv.Quote(text(c, "table")))
}

// keyOf reads [PartitionKey,RowKey]. It returns nil for anything else.
func keyOf(v jsontext.Value) *table.Key {
	if parts := v.Array(); v.IsArray() && len(parts) == 2 {
		return &table.Key{PartitionKey: parts[0].String(), RowKey: parts[1].String()}
	}
	return nil
}

// appendNext appends the key at which the next part begins, or null after the last one.
func appendNext(dst []byte, k *table.Key) []byte {
	dst = append(dst, `,"next":`...)
	if k == nil {
		return append(dst, "null"...)
	}
	dst = append(odata.AppendString(append(dst, '['), k.PartitionKey), ',')
	return append(odata.AppendString(dst, k.RowKey), ']')
}

// limitOf reads how many entities a reply has at most.
func limitOf(c *jsontext.Value, usual, most int64) int {
	n := odata.Member(*c, "limit").Int()
	if n < 1 {
		return int(usual)
	}
	return int(min(n, most))
}

func text(of *jsontext.Value, name string) string { return odata.Member(*of, name).String() }

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
