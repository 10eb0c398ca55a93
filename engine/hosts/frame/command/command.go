package command

import (
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
)

// Serve adds the call to those that a host answers. Its accounts are those of a sandbox.
func Serve(h *frame.Host, b sandbox.Sandbox) {
	protocol.On(h.Calls, func(c *protocol.RunCall) protocol.Reply { return run(b, c) })
	protocol.On(h.Calls, guide)
}

// guide finds the examples of a guide. Fences of requests with only blank lines between them can be one.
func guide(c *protocol.GuideCall) protocol.Reply {
	reply := &protocol.GuideReply{}
	for _, f := range script.Fences(c.Markdown) {
		if f.Apart || f.Table != "" {
			reply.Examples = append(reply.Examples, nil)
		}
		last := &reply.Examples[len(reply.Examples)-1]
		*last = append(*last, protocol.Fence{Table: f.Table, Text: f.Text})
	}
	for _, f := range script.FencesOf(c.Markdown, "js") {
		reply.Programs = append(reply.Programs, protocol.GuideProgram{Line: f.Line, Text: f.Text})
	}
	return reply
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
