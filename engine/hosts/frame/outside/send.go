package outside

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/relay"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/table"
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
			return frame.Refuse("The key of the account isn't base64.")
		}
		key = full.Key{Credential: auth.Credential{Account: a.account, Key: parsed}}
	}
	d.close()
	var tables []string
	for _, name := range odata.Member(*c, "tables").Array() {
		tables = append(tables, name.String())
	}
	fences := []script.Fence{{Line: 1, Text: a.text}}
	o := runner.Options{Host: a.host, Queue: a.queue, Blob: a.blob, Seed: 1, XML: full.XML}
	o.Key = full.Guard(key, o) // who wrote the file and whose key it is needn't be one person
	d.relay = relay.New(script.ParseFences(a.file, fences, tables...), o, a.longest)
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
	d.relay = nil
}

// token takes the place of a key where the program outside has a shared access signature.
type token struct{}

func (token) Sign(_ grant.Service, r *wire.Request) {
	r.Headers.Add("Authorization", "SharedAccessSignature")
}

func (token) Token([]wire.Param, table.Ticks) (string, error) { return "", errNoKey }

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
	for i := range p.Steps {
		if err := p.Steps[i].Err; err != nil {
			problems = append(problems, err)
		}
	}
	dst = append(frame.AppendErrors(dst, problems), `,"steps":[`...)
	for i := range p.Steps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = frame.AppendStep(dst, &p.Steps[i])
	}
	return append(dst, "]}"...)
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
