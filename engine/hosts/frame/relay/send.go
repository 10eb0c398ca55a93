package relay

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/relay"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// account is a file and the account that its requests go to.
type account struct{ host, name, file string }

// send begins with requests of a file.
func (d *desk) send(c *jsontext.Value) []byte {
	a := read(c)
	var key runner.Key = token{}
	if !odata.Member(*c, "token").Bool() {
		parsed, err := auth.ParseKey(a.key)
		if err != nil {
			return refuse("The key of the account isn't base64.")
		}
		key = full.Key{Credential: auth.Credential{Account: a.account, Key: parsed}}
	}
	d.close()
	d.relay = relay.New(script.Parse(a.file, a.text), runner.Options{
		Host: a.host, Queue: a.queue, Blob: a.blob, Seed: 1, XML: full.XML, Key: key,
	}, a.longest)
	to := account{a.host, a.account, a.file}
	if d.memories == nil {
		d.memories = map[account]*runner.Memory{}
	}
	d.memories[to] = cmp.Or(d.memories[to], &runner.Memory{})
	first, last := int(odata.Member(*c, "from").Int()), int(odata.Member(*c, "to").Int())
	return appendTurn(nil, d.relay.Play(first, last, d.memories[to], now(c)))
}

// forget drops what the desk knows of accounts.
func (d *desk) forget(*jsontext.Value) []byte {
	d.close()
	*d = desk{}
	return []byte("{}")
}

// close gives up the run that is under way.
func (d *desk) close() {
	if d.relay != nil {
		d.relay.Close()
	}
	d.relay, d.asked = nil, asked{}
}

// token takes the place of a key where the program outside has a shared access signature.
type token struct{}

func (token) Sign(_ grant.Service, r *wire.Request) {
	r.Headers.Add("Authorization", "SharedAccessSignature")
}

func (token) Token([]wire.Param, time.Time) (string, error) { return "", errNoKey }

var errNoKey = errors.New("that takes the account's key, and there is only a shared access signature")

// appendPlayed appends the reply to the call play.
func appendPlayed(dst []byte, p *relay.Played) []byte {
	for i := range p.Steps {
		p.Steps[i].Request = withoutSecrets(p.Steps[i].Request)
		p.Steps[i].Target = withoutSignature(p.Steps[i].Target)
	}
	status, ok, problems := "Not run", false, p.Errors
	node := view.Node{}
	if len(p.Errors) == 0 {
		status, ok = view.Status(p.Steps, view.AsWritten), !view.Failed(p.Steps, view.AsWritten)
		node = view.Result(p.Steps, trace.Layout{}, view.AsWritten)
	}
	dst = strconv.AppendBool(append(dst, `{"ok":`...), ok)
	dst = odata.AppendString(append(dst, `,"status":`...), status)
	dst = node.AppendJSON(append(dst, `,"view":`...))
	dst = append(dst, `,"steps":[`...)
	for i := range p.Steps {
		dst = appendStep(comma(dst, i), &p.Steps[i])
		if err := p.Steps[i].Err; err != nil {
			problems = append(problems, err)
		}
	}
	dst = append(dst, `],"errors":[`...)
	for i, e := range problems {
		dst = strconv.AppendInt(append(comma(dst, i), `{"fence":0,"line":`...), int64(e.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(e.Column), 10)
		dst = odata.AppendString(append(dst, `,"message":`...), e.Message)
		dst = odata.AppendString(append(dst, `,"hint":`...), e.Hint)
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}

func appendStep(dst []byte, s *runner.Step) []byte {
	dst = strconv.AppendInt(append(dst, `{"line":`...), int64(s.Line), 10)
	dst = odata.AppendString(append(dst, `,"name":`...), s.Name)
	dst = odata.AppendString(append(dst, `,"method":`...), s.Method)
	dst = odata.AppendString(append(dst, `,"target":`...), s.Target)
	dst = strconv.AppendInt(append(dst, `,"status":`...), int64(s.Response.Status), 10)
	dst = strconv.AppendBool(append(dst, `,"ok":`...), s.OK())
	dst = odata.AppendString(append(dst, `,"plan":`...), s.Plan)
	dst = strconv.AppendInt(append(dst, `,"read":`...), int64(s.Cost.EntitiesRead), 10)
	dst = strconv.AppendInt(append(dst, `,"returned":`...), int64(s.Cost.EntitiesReturned), 10)
	dst = strconv.AppendInt(append(dst, `,"written":`...), int64(s.Cost.EntitiesWritten), 10)
	dst = strconv.AppendInt(append(dst, `,"transactions":`...), int64(s.Cost.Transactions), 10)
	dst = appendRequest(append(dst, `,"request":`...), &s.Request)
	dst = strconv.AppendInt(append(dst, `,"response":{"status":`...), int64(s.Response.Status), 10)
	dst = append(dst, `,"headers":[`...)
	for i, h := range s.Response.Headers {
		dst = appendPair(comma(dst, i), h.Name, h.Value)
	}
	return append(odata.AppendString(append(dst, `],"body":`...), string(s.Response.Body)), "}}"...)
}

// withoutSecrets returns a request as it's shown and copied: without what lets it in.
func withoutSecrets(r wire.Request) wire.Request {
	var headers wire.Headers
	for _, h := range r.Headers {
		if !strings.EqualFold(h.Name, "Authorization") {
			headers = append(headers, h)
		}
	}
	return wire.Request{
		Method: r.Method, URL: withoutSignature(r.URL), Headers: headers,
		Body: []byte(withoutSignature(string(r.Body))),
	}
}

// withoutSignature leaves out the signatures of shared access signatures.
func withoutSignature(text string) string {
	var b strings.Builder
	for {
		at := strings.Index(text, "sig=")
		if at < 0 || at > 0 && text[at-1] != '?' && text[at-1] != '&' {
			if at < 0 {
				return b.String() + text
			}
			b.WriteString(text[:at+len("sig=")])
			text = text[at+len("sig="):]
			continue
		}
		b.WriteString(text[:at+len("sig=")] + "...")
		text = text[at+len("sig="):]
		text = text[len(text)-len(strings.TrimLeftFunc(text, isSignature)):]
	}
}

// isSignature reports whether a character can be in a signature as URLs have it.
func isSignature(c rune) bool {
	return c != '&' && c != ' ' && c != '#' && c >= ' '
}
