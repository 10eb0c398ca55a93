package playground

import (
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/protocol"
)

// check says what is wrong with each cell of some data, and what would make it right.
func check(c *protocol.CheckCall) protocol.Reply {
	reply := &protocol.CheckReply{}
	for _, f := range data.Parse("Table", c.Text, data.Whole("")).Faults() {
		bad := protocol.BadCell{
			Line: f.Line, Column: f.Column, Message: f.Message, Hint: f.Hint, Write: f.Write,
		}
		if f.Make != 0 {
			bad.Make = data.TypeName(f.Make)
		}
		reply.Errors = append(reply.Errors, bad)
	}
	return reply
}
