package outside

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/relay"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// account is a file and the account that its requests go to.
type account struct{ host, name, file string }

// send begins with requests of a file.
func (d *desk) send(c *protocol.SendCall) protocol.Reply {
	to := there(c)
	var key runner.Key = token{}
	if !c.Token {
		parsed, err := auth.ParseKey(to.Key)
		if err != nil {
			return protocol.Refuse("The key of the account isn't base64.")
		}
		key = full.Key{Credential: auth.Credential{Account: to.Account, Key: parsed}}
	}
	d.close()
	d.to = to
	fences := []script.Fence{{Line: 1, Text: c.Text}}
	o := runner.Options{Host: to.Host, Queue: to.Queue, Blob: to.Blob, Chosen: true, Seed: 1, XML: full.XML}
	o.Key = full.Guard(key, o) // who wrote the file and whose key it is needn't be one person
	longest := time.Duration(c.Longest) * time.Millisecond
	d.relay = relay.New(script.ParseFences(c.File, fences, c.Tables...), o, longest)
	at := account{to.Host, to.Account, c.File}
	if d.memories == nil {
		d.memories = map[account]*runner.Memory{}
	}
	d.memories[at] = cmp.Or(d.memories[at], &runner.Memory{})
	return d.reply(d.relay.Play(c.From, c.To, d.memories[at], time.UnixMilli(int64(c.Now))))
}

// forget drops what the desk knows of accounts.
func (d *desk) forget(*protocol.ForgetCall) protocol.Reply {
	d.close()
	*d = desk{}
	return &protocol.Done{}
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

// played is the reply to requests that were sent: that to the call play.
func played(p *relay.Played) protocol.Reply {
	for i := range p.Steps {
		p.Steps[i].Request = withoutSecrets(p.Steps[i].Request)
		p.Steps[i].Target = withoutSignature(p.Steps[i].Target)
	}
	unknown := func(string) trace.Layout { return trace.Layout{} }
	steps := frame.Steps(p.Steps, unknown, view.AsWritten)
	reply := &protocol.PlayReply{Status: "Not run", Steps: steps}
	problems := p.Errors
	if len(problems) == 0 {
		reply.Status = view.Status(p.Steps, view.AsWritten)
		reply.OK = !view.Failed(p.Steps, view.AsWritten)
	}
	for i := range p.Steps {
		if err := p.Steps[i].Err; err != nil {
			problems = append(problems, err)
		}
	}
	reply.Errors = frame.Errors(problems)
	return reply
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
