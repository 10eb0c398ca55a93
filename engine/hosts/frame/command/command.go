package command

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

// Serve adds the call to those that a host answers. Its accounts are those of a sandbox.
func Serve(h *frame.Host, b sandbox.Sandbox) {
	h.Add("run", func(c *jsontext.Value) []byte { return run(b, c) })
}

// run runs script files and returns what the command line would print.
func run(b sandbox.Sandbox, c *jsontext.Value) []byte {
	var files []sandbox.File
	for _, f := range odata.Member(*c, "files").Array() {
		files = append(files, sandbox.File{
			Name:   odata.Member(f, "name").String(),
			Text:   odata.Member(f, "text").String(),
			Folder: odata.Member(f, "folder").String(),
		})
	}
	ran, err := b.Run(files)
	if err != nil {
		return frame.NeedsFull(err)
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
