package outside

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/relay"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/wire"
)

// Serve adds the calls to those that a host answers.
func Serve(h *frame.Host) {
	d := &desk{}
	protocol.On(h.Calls, connect)
	protocol.On(h.Calls, d.answer)
	protocol.On(h.Calls, d.send)
	protocol.On(h.Calls, d.forget)
}

// desk keeps the relay of the last call to send.
type desk struct {
	relay    *relay.Relay
	to       protocol.There
	memories map[account]*runner.Memory
}

// there returns where a call's requests go. The defaults are the emulators' account, with queues and blobs
// beside the tables.
func there(c *protocol.SendCall) protocol.There {
	to := protocol.There{
		Host:    cmp.Or(strings.TrimRight(c.Host, "/"), sandbox.Host),
		Account: cmp.Or(c.Account, auth.DevelopmentAccount),
		Key:     cmp.Or(c.Key, auth.DevelopmentKey),
		Queue:   c.Queue, Blob: c.Blob,
	}
	queue, blob := runner.Beside(to.Host)
	to.Queue, to.Blob = cmp.Or(to.Queue, queue), cmp.Or(to.Blob, blob)
	return to
}

func (d *desk) answer(c *protocol.AnswerCall) protocol.Reply {
	if d.relay == nil || !d.relay.Running() {
		return protocol.Refuse("Nothing is being run.")
	}
	response := wire.Response{Status: c.Status, Headers: c.Headers, Body: []byte(c.Body)}
	var err error
	if c.Error != "" {
		err = errors.New(c.Error)
	}
	return d.reply(d.relay.Go(response, err, time.UnixMilli(int64(c.Now))))
}

// reply says what to do next.
func (d *desk) reply(t relay.Turn) protocol.Reply {
	switch {
	case t.Played != nil:
		return played(t.Played)
	case t.Wait > 0:
		return &protocol.Wait{Wait: int(t.Wait.Milliseconds())}
	default:
		return &protocol.Send{Send: frame.Request(t.Send),
			Elsewhere: !full.Within(t.Send.URL, d.to.Host, d.to.Queue, d.to.Blob)}
	}
}
