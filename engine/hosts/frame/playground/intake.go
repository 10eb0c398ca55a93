package playground

import (
	"strings"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/data/convert"
)

// intake is a file that somebody brings in: its text, which comes in parts, and what becomes of it.
type intake struct {
	text strings.Builder
	plan *convert.Plan
	run  *convert.Conversion
}

// receive takes a part of a file's text.
func (in *intake) receive(c *jsontext.Value) []byte {
	if odata.Member(*c, "first").Bool() {
		*in = intake{}
	}
	in.text.WriteString(text(c, "text"))
	return []byte("{}")
}

// inspect says what the file is, and what would become of it.
func (in *intake) inspect(c *jsontext.Value) []byte {
	p, bad := convert.Inspect(text(c, "name"), in.text.String())
	in.plan, in.run = p, nil
	in.text.Reset()
	if bad != nil {
		return append(appendProblem([]byte(`{"refusal":{`), bad), "}}"...)
	}
	reply := odata.AppendString([]byte(`{"format":`), string(p.Form.Format))
	reply = odata.AppendString(append(reply, `,"words":`...), p.Words)
	reply = appendInt(append(reply, `,"rows":`...), p.Rows)
	reply = appendInt(append(reply, `,"refused":`...), p.Refused)
	reply = appendTexts(append(reply, `,"notes":`...), p.Notes)
	if p.Keyed {
		reply = append(reply, `,"keyed":true`...)
	}
	reply = append(reply, `,"suggestions":[`...)
	for i, s := range p.Suggestions {
		reply = odata.AppendString(append(comma(reply, i), `{"keys":`...), s.Keys.String())
		reply = append(odata.AppendString(append(reply, `,"words":`...), s.Words), '}')
	}
	return append(reply, "]}"...)
}

// partSize is how many bytes of data a reply has, about.
const partSize = 1 << 18

// convert makes data of the file, a part in each reply.
func (in *intake) convert(c *jsontext.Value) []byte {
	if in.plan == nil {
		return frame.Refuse("the file has to be read again")
	}
	if odata.Member(*c, "first").Bool() || in.run == nil {
		choice := convert.Choice{Keys: convert.Own()}
		if k := int(odata.Member(*c, "keys").Int()); k >= 0 && k < len(in.plan.Suggestions) {
			choice = convert.Choice{Keys: in.plan.Suggestions[k].Keys, Without: in.plan.Suggestions[k].Without}
		}
		in.run = in.plan.Convert(choice)
	}
	out, more := in.run.Append(nil, partSize)
	reply := odata.AppendString([]byte(`{"text":`), string(out))
	if more {
		return append(reply, `,"more":true,"bad":[],"refused":0,"notes":[]}`...)
	}
	o := in.run.Outcome()
	*in = intake{}
	reply = append(reply, `,"bad":[`...)
	for i, b := range o.Bad {
		reply = appendInt(append(comma(reply, i), `{"line":`...), b.Line)
		reply = append(appendProblem(append(reply, ','), &b.Problem), '}')
	}
	reply = appendInt(append(reply, `],"refused":`...), o.Refused)
	return append(appendTexts(append(reply, `,"notes":`...), o.Notes), '}')
}

func appendProblem(dst []byte, bad *data.Problem) []byte {
	dst = odata.AppendString(append(dst, `"message":`...), bad.Message)
	return odata.AppendString(append(dst, `,"hint":`...), bad.Hint)
}

func appendTexts(dst []byte, all []string) []byte {
	dst = append(dst, '[')
	for i, each := range all {
		dst = odata.AppendString(comma(dst, i), each)
	}
	return append(dst, ']')
}
