package report

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// AppendJSON appends the report as one line of JSON.
func (r Report) AppendJSON(dst []byte) []byte {
	dst = strconv.AppendBool(append(dst, `{"ok":`...), r.OK())
	dst = append(dst, `,"files":[`...)
	for i, f := range r.Files {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(append(dst, `{"file":`...), f.Name)
		if len(f.Errors) > 0 {
			dst = append(dst, `,"errors":[`...)
			for j, e := range f.Errors {
				if j > 0 {
					dst = append(dst, ',')
				}
				dst = appendErrorJSON(dst, e)
			}
			dst = append(dst, ']')
		}
		dst = append(dst, `,"steps":[`...)
		for j := range f.Steps {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = appendStepJSON(dst, &f.Steps[j])
			if r.Compared != nil {
				dst = append(r.Compared.Append(dst[:len(dst)-1], i, j, JSON), '}')
			}
		}
		dst = append(dst, "]}"...)
	}
	return append(dst, "]}\n"...)
}

func appendErrorJSON(dst []byte, e *script.Error) []byte {
	dst = append(dst, `{"line":`+strconv.Itoa(e.Line)+`,"column":`+strconv.Itoa(e.Column)+`,"message":`...)
	dst = odata.AppendString(dst, e.Message)
	dst = odata.AppendString(append(dst, `,"hint":`...), e.Hint)
	return append(dst, '}')
}

func appendStepJSON(dst []byte, s *runner.Step) []byte {
	dst = odata.AppendString(append(dst, `{"name":`...), s.Name)
	dst = odata.AppendString(append(dst, `,"title":`...), s.Title)
	dst = append(dst, `,"line":`+strconv.Itoa(s.Line)...)
	if s.For > 0 {
		dst = append(dst, `,"for":`+strconv.Itoa(s.For)...)
	}
	dst = append(dst, `,"method":`...)
	dst = odata.AppendString(dst, s.Method)
	dst = odata.AppendString(append(dst, `,"target":`...), s.Target)
	dst = append(dst, `,"status":`+strconv.Itoa(s.Response.Status)+`,"headers":`...)
	dst = appendHeaders(dst, s.Response.Headers)
	dst = odata.AppendString(append(dst, `,"body":`...), string(s.Response.Body))
	dst = odata.AppendString(append(dst, `,"plan":`...), s.Plan)
	dst = appendCost(append(dst, `,"cost":`...), s)
	dst = append(dst, `,"expectations":[`...)
	for i, x := range s.Expectations {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(append(dst, `{"text":`...), x.Text)
		dst = strconv.AppendBool(append(dst, `,"ok":`...), x.OK)
		dst = odata.AppendString(append(dst, `,"got":`...), x.Got)
		if x.Skipped {
			dst = append(dst, `,"skipped":true`...)
		}
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	if s.Err != nil {
		dst = appendErrorJSON(append(dst, `,"error":`...), s.Err)
	}
	return append(dst, '}')
}

// appendHeaders appends headers as an object. It joins lines with the same name, as HTTP allows.
func appendHeaders(dst []byte, headers wire.Headers) []byte {
	dst = append(dst, '{')
	for i, h := range headers {
		if headers[:i].Has(h.Name) {
			continue
		}
		value := h.Value
		for _, more := range headers[i+1:] {
			if wire.EqualFold(more.Name, h.Name) {
				value += ", " + more.Value
			}
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(append(odata.AppendString(dst, h.Name), ':'), value)
	}
	return append(dst, '}')
}

// appendCost appends the counts. They are null if unknown, because 0 would be wrong.
func appendCost(dst []byte, s *runner.Step) []byte {
	for i, c := range expect.Costs(s.Cost) {
		between := byte(',')
		if i == 0 {
			between = '{'
		}
		dst = append(dst, between)
		dst = append(dst, `"`+c.Name+`":`...)
		if s.Traced {
			dst = strconv.AppendInt(dst, int64(c.Count), 10)
		} else {
			dst = append(dst, "null"...)
		}
	}
	return append(dst, '}')
}
