package frame

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/caught"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

// Host keeps the accounts of sessions from one call to the next.
type Host struct {
	sandbox  sandbox.Sandbox
	sessions map[string]*sandbox.Account
	more     map[string]Op
}

// Op answers one kind of call.
type Op func(call *jsontext.Value) (reply []byte)

// Add makes the host answer a kind of call that not every program has.
func (h *Host) Add(op string, answer Op) { h.more[op] = answer }

// New returns a host that opens accounts and runs scripts in a sandbox.
func New(s sandbox.Sandbox) *Host {
	return &Host{sandbox: s, sessions: map[string]*sandbox.Account{}, more: map[string]Op{}}
}

// Answer runs a call and returns the reply. It never panics: an error is a reply too.
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
	switch op := textOf(&c, "op"); op {
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

// needsFull returns the reply to a call that needs the full engine.
func needsFull(err error) []byte {
	return append(odata.AppendString([]byte(`{"full":true,"error":`), err.Error()), '}')
}

// run runs script files and returns what the command line would print.
func (h *Host) run(c *jsontext.Value) []byte {
	var files []sandbox.File
	for _, f := range list(c, "files") {
		name, text := textOf(&f, "name"), textOf(&f, "text")
		files = append(files, sandbox.File{Name: name, Text: text})
	}
	ran, err := h.sandbox.Run(files)
	if err != nil {
		return needsFull(err)
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

// textOf returns a member of an object as a string. textOf and list take a pointer because a Value is
// large, and code that copies it makes the program larger.
func textOf(of *jsontext.Value, name string) string { return odata.Member(*of, name).String() }

// list returns a member of an object as a list.
func list(of *jsontext.Value, name string) []jsontext.Value { return odata.Member(*of, name).Array() }
