package playground

import (
	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

// describe describes files as a design file. They run in an account of their own.
func (p *playground) describe(c *jsontext.Value) []byte {
	var files []sandbox.File
	for _, f := range odata.Member(*c, "files").Array() {
		files = append(files, sandbox.File{Name: text(&f, "name"), Text: text(&f, "text")})
	}
	d, err := infer.Files(p.sandbox, files)
	var errors []*data.Error
	switch refused, ok := err.(*infer.Refusal); {
	case ok:
		d, errors = &infer.Described{}, []*data.Error{{Message: refused.Message, Hint: refused.Hint}}
	case err != nil:
		return frame.NeedsFull(err)
	}
	reply := append(odata.AppendString([]byte(`{"text":`), d.Text), `,"notes":[`...)
	for i, note := range d.Notes {
		reply = odata.AppendString(comma(reply, i), note)
	}
	return append(frame.AppendErrors(append(reply, ']'), errors), '}')
}
