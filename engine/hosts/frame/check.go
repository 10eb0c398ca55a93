package frame

import (
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/protocol"
)

// check says what is wrong with each cell of some data, and what would make it right.
func check(c *protocol.CheckCall) protocol.Reply {
	t := data.Parse("Table", c.Text, data.Whole(""))
	faults, wrong := t.Faults()
	reply := &protocol.CheckReply{Wrong: wrong}
	for _, column := range t.Columns {
		reply.Columns = append(reply.Columns,
			protocol.Column{Name: column.Name, Type: data.TypeName(column.Kind)})
	}
	for _, f := range faults {
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
