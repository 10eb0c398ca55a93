package playground

import (
	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/protocol"
)

// describe describes files as a design file.
func (p *playground) describe(c *protocol.DescribeCall) protocol.Reply {
	var files []sandbox.File
	for _, f := range c.Files {
		files = append(files, sandbox.File(f))
	}
	d, err := infer.Files(p.sandbox, files)
	switch refused, ok := err.(*infer.Refusal); {
	case ok:
		return &protocol.DescribeReply{Errors: []protocol.ScriptError{
			{Message: refused.Message, Hint: refused.Hint},
		}}
	case err != nil:
		return frame.NeedsFull(err)
	}
	return &protocol.DescribeReply{Text: d.Text, Notes: d.Notes}
}
