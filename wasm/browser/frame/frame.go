package frame

import (
	"fmt"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/sandbox"
	"github.com/rowkey/rowkey/engine/script"
)

// Host is what lives from one call to the next: accounts, by the name of their session. The zero Host
// has none.
type Host struct{ sessions map[string]*sandbox.Account }

// Answer runs a call and returns the reply. It never panics: what goes wrong is a reply too.
func (h *Host) Answer(call []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = refuse("bug: " + fmt.Sprint(p))
		}
	}()
	c, ok := odata.ParseJSON(call)
	if !ok {
		return refuse("the call is not JSON")
	}
	switch op := odata.Member(c, "op").String(); op {
	case "run":
		return run(c)
	case "example":
		return example(c)
	case "open":
		return h.open(c)
	case "do":
		return h.do(c)
	case "close":
		return h.close(c)
	default:
		return refuse("there is no call " + strconv.Quote(op))
	}
}

func refuse(why string) []byte {
	return append(odata.AppendString([]byte(`{"error":`), why), '}')
}

// run answers with what a command line prints.
func run(c gjson.Result) []byte {
	var files []sandbox.File
	for _, f := range odata.Member(c, "files").Array() {
		name, text := odata.Member(f, "name").String(), odata.Member(f, "text").String()
		files = append(files, sandbox.File{Name: name, Text: text})
	}
	report := sandbox.Run(files)
	format := script.Text
	if odata.Member(c, "json").Bool() {
		format = script.JSON
	}
	stdout, stderr := report.Output(format)
	reply := odata.AppendString([]byte(`{"stdout":`), string(stdout))
	reply = odata.AppendString(append(reply, `,"stderr":`...), string(stderr))
	reply = strconv.AppendInt(append(reply, `,"exit":`...), int64(report.ExitCode()), 10)
	return append(reply, '}')
}
