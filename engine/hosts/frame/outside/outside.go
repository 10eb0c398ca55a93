package outside

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/relay"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/wire"
)

// Serve adds the calls to those that a host answers.
func Serve(h *frame.Host) {
	d := &desk{}
	h.Add("answer", d.answer)
	h.Add("send", d.send)
	h.Add("forget", d.forget)
}

// desk keeps the relay of the last call to send.
type desk struct {
	relay    *relay.Relay
	memories map[account]*runner.Memory
}

// asked is what a call to send says of a file and where it goes.
type asked struct {
	file, text, host, queue, blob, account, key string
	longest                                     time.Duration
}

// read reads a call to send. Its defaults are the emulators' account, with queues and blobs beside the
// tables.
func read(c *jsontext.Value) asked {
	a := asked{
		file: text(c, "file"), text: text(c, "text"),
		host:    cmp.Or(strings.TrimRight(text(c, "host"), "/"), sandbox.Host),
		queue:   text(c, "queue"),
		blob:    text(c, "blob"),
		account: cmp.Or(text(c, "account"), auth.DevelopmentAccount),
		key:     cmp.Or(text(c, "key"), auth.DevelopmentKey),
		longest: time.Duration(odata.Member(*c, "longest").Int()) * time.Millisecond,
	}
	if strings.Contains(a.host, ".table.") || strings.Contains(a.host, ":10002") {
		a.queue = cmp.Or(a.queue, strings.NewReplacer(".table.", ".queue.", ":10002", ":10001").Replace(a.host))
		a.blob = cmp.Or(a.blob, strings.NewReplacer(".table.", ".blob.", ":10002", ":10000").Replace(a.host))
	}
	return a
}

func (d *desk) answer(c *jsontext.Value) []byte {
	if d.relay == nil || !d.relay.Running() {
		return frame.Refuse("Nothing is being run.")
	}
	response := wire.Response{
		Status: int(odata.Member(*c, "status").Int()),
		Body:   []byte(text(c, "body")),
	}
	for _, h := range odata.Member(*c, "headers").Array() {
		if line := h.Array(); len(line) == 2 {
			response.Headers.Add(line[0].String(), line[1].String())
		}
	}
	var err error
	if failed := text(c, "error"); failed != "" {
		err = errors.New(failed)
	}
	return appendTurn(nil, d.relay.Go(response, err, now(c)))
}

func text(of *jsontext.Value, name string) string { return odata.Member(*of, name).String() }

func now(c *jsontext.Value) time.Time { return time.UnixMilli(odata.Member(*c, "now").Int()) }

func appendTurn(dst []byte, t relay.Turn) []byte {
	switch {
	case t.Played != nil:
		return appendPlayed(dst, t.Played)
	case t.Wait > 0:
		dst = strconv.AppendInt(append(dst, `{"wait":`...), t.Wait.Milliseconds(), 10)
	default:
		dst = frame.AppendRequest(append(dst, `{"send":`...), t.Send)
	}
	return append(dst, '}')
}
