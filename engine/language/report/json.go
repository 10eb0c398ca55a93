package report

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/wire"
)

// AppendJSON appends the report as one line of JSON.
func (r Report) AppendJSON(dst []byte) []byte {
	return append(append(dst, protocol.JSON(r.Program())...), '\n')
}

// Program returns the report for programs.
func (r Report) Program() *protocol.RunReport {
	all := &protocol.RunReport{OK: r.OK()}
	for i, f := range r.Files {
		file := protocol.FileReport{File: f.Name}
		for _, e := range f.Errors {
			file.Errors = append(file.Errors, *errorOf(e))
		}
		for j := range f.Steps {
			s := stepOf(&f.Steps[j])
			if r.Compared != nil {
				s.Differences = &r.Compared[i][j]
			}
			file.Steps = append(file.Steps, s)
		}
		all.Files = append(all.Files, file)
	}
	return all
}

func errorOf(e *script.Error) *protocol.ReportError {
	return &protocol.ReportError{Line: e.Line, Column: e.Column, Message: e.Message, Hint: e.Hint}
}

func stepOf(s *runner.Step) protocol.StepReport {
	r := protocol.StepReport{
		Name: s.Name, Title: s.Title, Line: s.Line, For: s.For, Method: s.Method, Target: s.Target,
		Status: s.Response.Status, Headers: joined(s.Response.Headers), Body: string(s.Response.Body),
		Plan: s.Plan,
	}
	if c := s.Cost; s.Traced {
		r.Cost = protocol.StepCost{
			EntitiesRead: &c.EntitiesRead, EntitiesReturned: &c.EntitiesReturned,
			EntitiesWritten: &c.EntitiesWritten, Pages: &c.Pages, Transactions: &c.Transactions,
			Bytes: &c.BytesReturned, BytesRead: &c.BytesRead, BytesWritten: &c.BytesWritten,
		}
	}
	for _, x := range s.Expectations {
		r.Expectations = append(r.Expectations,
			protocol.StepExpectation{Text: x.Text, OK: x.OK, Got: x.Got, Skipped: x.Skipped})
	}
	if s.Err != nil {
		r.Error = errorOf(s.Err)
	}
	return r
}

// joined returns headers with the lines that have the same name as one.
func joined(headers wire.Headers) (all protocol.HeaderMembers) {
	for i, h := range headers {
		if headers[:i].Has(h.Name) {
			continue
		}
		for _, more := range headers[i+1:] {
			if wire.EqualFold(more.Name, h.Name) {
				h.Value += ", " + more.Value
			}
		}
		all = append(all, h)
	}
	return all
}
