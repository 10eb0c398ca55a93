package playground

import (
	"github.com/rowkey/rowkey/engine/language/code"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/wire"
)

// written writes requests that ran as code.
func written(c *protocol.CodeCall) protocol.Reply {
	ran := &code.Ran{Text: c.Text}
	for i := range c.Steps {
		s := &c.Steps[i]
		ran.Steps = append(ran.Steps, code.Step{
			Line: s.Line, Name: s.Name,
			Request: wire.Request{
				Method: s.Request.Method, URL: s.Request.URL, Headers: s.Request.Headers,
				Body: []byte(s.Request.Body),
			},
			Status: s.Response.Status, Body: s.Response.Body,
		})
	}
	text, ok := code.Write(string(c.Form), ran.Between(c.From, c.To))
	if !ok {
		return protocol.Refuse("there is no form " + string(c.Form))
	}
	return &protocol.CodeReply{Text: text}
}
