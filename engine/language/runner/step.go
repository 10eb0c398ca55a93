package runner

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Step is one request of a script and what came of it.
//
// The requests of a transaction are sent together. The last of their steps has the request and the response
// of the transaction, with trace, cost and plan. Each step before it has its own operation and the part of
// the response that answers it.
type Step struct {
	Name         string
	Title        string
	Line         int
	Example      int // the index of the request's example
	For          int // the line of the example that refers to it, if a report lists it there; else 0
	Hidden       bool
	Transaction  string
	Method       string
	Service      grant.Service // that the request goes to
	Target       string        // the URL after {{host}}, before percent-encoding
	Request      wire.Request
	Response     wire.Response  // Status 0: no answer, or no part of one
	Part         *wire.Response // in a transaction: the part that answers this request, if any
	Trace        *trace.Trace   // of all iterations; nil when unknown
	Cost         trace.Cost     // of all iterations
	Plan         string         // the costliest of all iterations, as expectations name it
	Iterations   int            // 1 without # @loop
	Expectations []expect.Result
	Err          *script.Error // why the step didn't complete, which ended the run
	Traced       bool          // Cost is known, because there was a trace for this or its transaction
}

// OK reports whether the step completed, and each of its expectations was met or skipped.
func (s *Step) OK() bool {
	for _, e := range s.Expectations {
		if !e.OK {
			return false
		}
	}
	return s.Err == nil
}

// newStep returns the step of a request that hasn't been sent.
func newStep(q *script.Request) Step {
	s := Step{
		Name: q.Name, Title: q.Title, Line: q.Line, Example: q.Example, Hidden: q.Hidden,
		Transaction: q.Transaction, Method: q.Method, Service: grant.Table,
		Target: strings.TrimPrefix(q.Source, "{{host}}"), Iterations: max(1, q.Loop),
	}
	for _, e := range q.Expects {
		s.Expectations = append(s.Expectations, expect.Result{Text: e.Text, Line: e.Line, OK: true})
	}
	return s
}

// add adds the trace of one iteration to the step.
func (s *Step) add(tr trace.Trace) {
	s.Cost.Add(tr.Cost)
	if s.Trace == nil {
		tr.Partitions, tr.Touched = slices.Clone(tr.Partitions), slices.Clone(tr.Touched)
		s.Plan = tr.Plan.Kind.String()
		s.Trace = &tr
		return
	}
	if tr.Plan.Kind > s.Trace.Plan.Kind {
		s.Trace.Plan = tr.Plan
		s.Plan = tr.Plan.Kind.String()
	}
	s.Trace.Add(tr)
	s.Trace.Fault = tr.Fault
}
