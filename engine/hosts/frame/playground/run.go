package playground

import (
	"math"
	"strconv"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
)

// parse says where the requests of a file are, what is wrong with it, and what a reviewer would say.
func (p *playground) parse(c *jsontext.Value) []byte {
	s := read(p.desk(c), c)
	reply := []byte(`{"requests":[`)
	first := 0
	for _, r := range requests(s) {
		reply = appendInt(append(comma(reply, first), `{"line":`...), r.First)
		reply = appendInt(append(reply, `,"end":`...), r.Last)
		reply = odata.AppendString(append(reply, `,"name":`...), r.Name)
		reply = odata.AppendString(append(reply, `,"title":`...), r.Title)
		reply = odata.AppendString(append(reply, `,"method":`...), r.Method)
		reply = odata.AppendString(append(reply, `,"target":`...), r.Source)
		reply = odata.AppendString(append(reply, `,"table":`...), r.Table())
		reply = append(reply, `,"refs":[`...)
		for i, ref := range r.Refs() {
			reply = odata.AppendString(comma(reply, i), ref)
		}
		reply = append(reply, "]}"...)
		first++
	}
	reply = append(frame.AppendErrors(append(reply, ']'), s.Errors), `,"findings":[`...)
	for i, f := range lint.Check(s, text(c, "text")) {
		reply = appendFinding(comma(reply, i), &f)
	}
	return append(reply, "]}"...)
}

// appendFinding appends what a reviewer would say.
func appendFinding(dst []byte, f *lint.Finding) []byte {
	dst = odata.AppendString(append(dst, `{"code":`...), f.Code)
	dst = strconv.AppendBool(append(dst, `,"error":`...), f.Error)
	dst = appendInt(append(dst, `,"line":`...), f.Line)
	dst = appendInt(append(dst, `,"column":`...), f.Column)
	dst = appendInt(append(dst, `,"length":`...), f.Length)
	dst = odata.AppendString(append(dst, `,"says":`...), f.Says)
	dst = odata.AppendString(append(dst, `,"guide":`...), f.Guide)
	if f.Fix != nil {
		dst = odata.AppendString(append(dst, `,"fix":{"label":`...), f.Fix.Label)
		dst = append(odata.AppendString(append(dst, `,"write":`...), f.Fix.Write), '}')
	}
	return append(dst, '}')
}

// read parses the file of a call. Its requests can refer to the tables of the account, if there is one, and
// to those that the call names.
func read(d *desk, c *jsontext.Value) *script.Script {
	var tables []string
	for _, name := range odata.Member(*c, "tables").Array() {
		tables = append(tables, name.String())
	}
	if d != nil {
		d.view(func(tx *store.Tx) { tables = append(tables, tablesIn(tx)...) })
	}
	fence := script.Fence{Line: 1, Text: text(c, "text")}
	return script.ParseFences(text(c, "file"), []script.Fence{fence}, tables...)
}

func requests(s *script.Script) (all []*script.Request) {
	for _, e := range s.Examples {
		all = append(all, e.Requests...)
	}
	return all
}

// play runs requests of a file.
func (p *playground) play(d *desk, c *jsontext.Value) []byte {
	s := read(d, c)
	from, to := odata.Member(*c, "from").Int(), odata.Member(*c, "to").Int()
	if !odata.Member(*c, "to").Exists() {
		to = math.MaxInt64
	}
	var chosen []*script.Request
	for _, r := range requests(s) {
		if int64(r.First) <= to && int64(r.Last) >= from {
			chosen = append(chosen, r)
		}
	}
	file := text(c, "file")
	memory := d.files[file]
	if memory == nil {
		memory = &runner.Memory{}
		d.files[file] = memory
	}
	mode := view.AsWritten
	if odata.Member(*c, "edited").Bool() {
		mode = view.Experiment
	}
	r, err := p.sandbox.Play(d.account, s, chosen, memory, mode)
	if err != nil {
		return frame.NeedsFull(err)
	}
	reply := strconv.AppendBool([]byte(`{"ok":`), r.OK)
	reply = odata.AppendString(append(reply, `,"status":`...), r.Status)
	reply = r.View.AppendJSON(append(reply, `,"view":`...))
	reply = append(frame.AppendErrors(reply, r.Errors), `,"steps":[`...)
	for i := range r.Steps {
		reply = frame.AppendStep(comma(reply, i), &r.Steps[i])
	}
	return append(reply, "]}"...)
}
