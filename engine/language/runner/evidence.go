package runner

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// Meets compares a step that has run with an expectation that its script doesn't have: what a page claims
// of it elsewhere. sent is the step with the work, which is another one if this was part of a transaction.
// If that failed, the part that says why counts. Bodies of XML are read by read, unless it is nil. bad says
// what is wrong with the text.
func (s *Step) Meets(text string, sent *Step, read answer.XML) (r expect.Result, bad *problem.Problem) {
	if strings.HasPrefix(text, "total.") || strings.Contains(text, "{{") {
		return r, problem.New("Expected a count of one request, and a value that is spelled out.", "")
	}
	want, at, bad := expect.Parse(text)
	if bad == nil {
		bad = want.SetValue(text[at:])
	}
	if bad != nil {
		return r, bad
	}
	value, _ := want.Known()
	r = expect.Result{Text: text, OK: true}
	if want.OfWork() {
		want.CheckWork(&r, expect.Work{Plan: sent.Plan, Cost: sent.Cost}, value)
		return r, nil
	}
	a := answer.Of(sent.Response, read)
	switch {
	case s.Part != nil:
		a.Part = s.Part
	case s.Response.Status != 0:
		a = answer.Of(s.Response, read)
	}
	want.Check(&r, a, value)
	return r, nil
}
