package frame

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/caught"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

// Host is what lives from one call to the next: accounts, by the name of their session.
type Host struct {
	sandbox  sandbox.Sandbox
	sessions map[string]*sandbox.Account
	more     map[string]Op
}

// Op answers one kind of call.
type Op func(call *jsontext.Value) (reply []byte)

// Add makes the host answer a kind of call that not every program has.
func (h *Host) Add(op string, answer Op) { h.more[op] = answer }

// New returns a host whose accounts are those of a sandbox. It has none yet.
func New(s sandbox.Sandbox) *Host {
	return &Host{sandbox: s, sessions: map[string]*sandbox.Account{}, more: map[string]Op{}}
}

// Answer runs a call and returns the reply. It never panics: what goes wrong is a reply too.
func (h *Host) Answer(call []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = refuse("bug: " + caught.Text(p))
		}
	}()
	c, ok := odata.ParseJSON(call)
	if !ok {
		return refuse("the call is not JSON")
	}
	switch op := text(&c, "op"); op {
	case "run":
		return h.run(&c)
	case "example":
		return h.example(&c)
	case "open":
		return h.open(&c)
	case "do":
		return h.do(&c)
	case "close":
		return h.close(&c)
	default:
		if answer := h.more[op]; answer != nil {
			return answer(&c)
		}
		return refuse("there is no call " + strconv.Quote(op))
	}
}

func refuse(why string) []byte {
	return append(odata.AppendString([]byte(`{"error":`), why), '}')
}

// handBack is the reply to a call that takes a full account.
func handBack(err error) []byte {
	return append(odata.AppendString([]byte(`{"full":true,"error":`), err.Error()), '}')
}

// run answers with what a command line prints.
func (h *Host) run(c *jsontext.Value) []byte {
	var files []sandbox.File
	for _, f := range list(c, "files") {
		name, text := text(&f, "name"), text(&f, "text")
		files = append(files, sandbox.File{Name: name, Text: text})
	}
	ran, err := h.sandbox.Run(files)
	if err != nil {
		return handBack(err)
	}
	format := report.Text
	if odata.Member(*c, "json").Bool() {
		format = report.JSON
	}
	stdout, stderr := ran.Output(format)
	reply := odata.AppendString([]byte(`{"stdout":`), string(stdout))
	reply = odata.AppendString(append(reply, `,"stderr":`...), string(stderr))
	reply = strconv.AppendInt(append(reply, `,"exit":`...), int64(ran.ExitCode()), 10)
	return append(reply, '}')
}

// text is a member of an object as text. That and list take a pointer, since a Value is large and
// copying it often makes the program larger.
func text(of *jsontext.Value, name string) string { return odata.Member(*of, name).String() }

// list is a member of an object as a list.
func list(of *jsontext.Value, name string) []jsontext.Value { return odata.Member(*of, name).Array() }
