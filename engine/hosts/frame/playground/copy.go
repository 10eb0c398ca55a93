package playground

import (
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// copiedPart is how many entities a call to copy has requests for, about.
const copiedPart = 5_000

// copied returns the requests that store a part of a table in an account outside the page.
func (d *desk) copied(c *protocol.CopyCall) protocol.Reply {
	key, err := auth.ParseKey(c.Key)
	if err != nil {
		return protocol.Refuse("The key of the account isn't base64.")
	}
	o := runner.Options{Host: c.Host, Seed: 1}
	o.Key = full.Key{Credential: auth.Credential{Account: c.Account, Key: key}}
	now := table.TicksOf(time.UnixMilli(int64(c.Now)))
	reply := &protocol.CopyReply{}
	add := func(r wire.Request, entities int) {
		reply.Requests = append(reply.Requests, protocol.CopyRequest{Send: frame.Request(&r), Entities: entities})
	}
	name := ""
	d.view(func(tx *store.Tx) {
		if name = nameOf(tx, c.Table); name == "" {
			return
		}
		puts, part := runner.NewPuts(name, o), keys.Entities(name)
		if c.From == nil {
			add(puts.Create(now), 0)
		} else {
			part = part.StartAt(keys.Entity(name, table.Key(*c.From)))
		}
		n := 0
		for group := range groups(tx, part) {
			if n >= copiedPart {
				next := protocol.Key(group[0].Key())
				reply.Next = &next
				return
			}
			add(puts.Group(entitiesOf(group), now), len(group))
			n += len(group)
		}
	})
	if name == "" {
		return noTable(c.Table)
	}
	return reply
}
