package playground

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// intake is a file that somebody brings in: its text, which comes in parts, and what becomes of it.
type intake struct {
	text strings.Builder
	plan *convert.Plan
	run  *convert.Conversion
}

// receive takes a part of a file's text.
func (in *intake) receive(c *protocol.ReceiveCall) protocol.Reply {
	if c.First {
		*in = intake{}
	}
	in.text.WriteString(c.Text)
	return &protocol.Done{}
}

// inspect says what the file is, and what would become of it.
func (in *intake) inspect(c *protocol.InspectCall) protocol.Reply {
	p, bad := convert.Inspect(c.Name, in.text.String())
	in.plan, in.run = p, nil
	in.text.Reset()
	if bad != nil {
		return &protocol.InspectReply{Refusal: &protocol.Problem{Message: bad.Message, Hint: bad.Hint}}
	}
	reply := &protocol.InspectReply{
		Format: string(p.Form.Format), Words: p.Words, Rows: p.Rows, Refused: p.Refused, Notes: p.Notes,
		Keyed: p.Keyed,
	}
	for _, s := range p.Suggestions {
		reply.Suggestions = append(reply.Suggestions,
			protocol.SuggestedKeys{Keys: s.Keys.String(), Words: s.Words})
	}
	for _, s := range p.Columns {
		if !table.IsKey(s.Name) {
			reply.Columns = append(reply.Columns, protocol.ColumnType{Name: s.Name, Type: data.TypeName(s.Type)})
		}
	}
	return reply
}

// partSize is how many bytes of data a reply has, about.
const partSize = 1 << 18

// convert makes data of the file, a part in each reply.
func (in *intake) convert(c *protocol.ConvertCall) protocol.Reply {
	if in.plan == nil {
		return protocol.Refuse("the file has to be read again")
	}
	if c.First || in.run == nil {
		keys := convert.Own()
		if k := c.Keys; k >= 0 && k < len(in.plan.Suggestions) {
			keys = in.plan.Suggestions[k].Keys
		}
		for _, chosen := range c.Types {
			in.plan.Choose(chosen.Name, data.KindOf(chosen.Type))
		}
		in.run = in.plan.Convert(keys)
	}
	out, more := in.run.Append(nil, partSize)
	reply := &protocol.ConvertReply{Text: string(out), More: more}
	if more {
		return reply
	}
	o := in.run.Outcome()
	*in = intake{}
	reply.Refused, reply.Notes = o.Refused, o.Notes
	for _, b := range o.Bad {
		reply.Bad = append(reply.Bad, protocol.BadRow{
			Line: b.Line, Problem: protocol.Problem{Message: b.Message, Hint: b.Hint},
		})
	}
	return reply
}
