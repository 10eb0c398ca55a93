package command

import (
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/protocol"
)

// Serve adds the call to those that a host answers. Its accounts are those of a sandbox.
func Serve(h *frame.Host, b sandbox.Sandbox) {
	protocol.On(h.Calls, func(c *protocol.RunCall) protocol.Reply { return run(b, c) })
}

// run runs script files and returns what the command line would print.
func run(b sandbox.Sandbox, c *protocol.RunCall) protocol.Reply {
	var files []sandbox.File
	for _, f := range c.Files {
		files = append(files, sandbox.File(f))
	}
	ran, err := b.Run(files)
	if err != nil {
		return frame.NeedsFull(err)
	}
	format := report.Text
	if c.JSON {
		format = report.JSON
	}
	stdout, stderr := ran.Output(format)
	return &protocol.RunReply{Stdout: string(stdout), Stderr: string(stderr), Exit: ran.ExitCode()}
}
