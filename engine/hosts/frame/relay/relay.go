package relay

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
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// Serve adds the calls to those that a host answers.
func Serve(h *frame.Host) {
	d := &desk{}
	h.Add("begin", d.begin)
	h.Add("answer", d.answer)
	h.Add("send", d.send)
	h.Add("forget", d.forget)
}

// desk keeps the relay of the last call to begin or send.
type desk struct {
	asked asked
	relay *relay.Relay

	memories map[account]*runner.Memory
}

// asked is all that a run depends on besides the answers.
type asked struct {
	file, text, host, queue, blob, account, key string
	longest                                     time.Duration
}

func (d *desk) begin(c *jsontext.Value) []byte {
	a := read(c)
	if d.relay == nil || d.asked != a {
		key, err := auth.ParseKey(a.key)
		if err != nil {
			return frame.Refuse("The account's key isn't base64.")
		}
		d.close()
		d.asked = a
		d.relay = relay.New(script.Parse(a.file, a.text), runner.Options{
			Host: a.host, Queue: a.queue, Blob: a.blob, Seed: 1, XML: full.XML,
			Key: full.Key{Credential: auth.Credential{Account: a.account, Key: key}},
		}, a.longest)
	}
	return appendTurn(nil, d.relay.Run(int(odata.Member(*c, "line").Int()), now(c)))
}

// read reads a call to begin. Its defaults are the emulators' account, with queues and blobs beside the
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
	if d.relay == nil {
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
	case t.Wait > 0:
		dst = strconv.AppendInt(append(dst, `{"wait":`...), t.Wait.Milliseconds(), 10)
	case t.Send != nil:
		dst = frame.AppendRequest(append(dst, `{"send":`...), t.Send)
		dst = strconv.AppendBool(append(dst, `,"last":`...), t.Last)
	case t.Played != nil:
		return appendPlayed(dst, t.Played)
	default:
		dst = append(dst, `{"results":[`...)
		for i, r := range t.Results {
			dst = appendResult(comma(dst, i), r)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

func appendResult(dst []byte, r relay.Result) []byte {
	dst = strconv.AppendInt(append(dst, `{"line":`...), int64(r.Line), 10)
	dst = append(dst, `,"verdicts":[`...)
	for i, v := range r.Verdicts {
		dst = appendPair(comma(dst, i), string(v.Fate), v.Text)
	}
	return append(dst, "]}"...)
}

func appendPair(dst []byte, a, b string) []byte {
	dst = append(odata.AppendString(append(dst, '['), a), ',')
	return append(odata.AppendString(dst, b), ']')
}

func comma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
