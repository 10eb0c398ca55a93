package runner

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/expect"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Step is one request that was sent, and what came of it.
//
// Requests of a transaction are sent together. Of these steps, the last has the request and the
// response of the whole as its Request and Response, and trace, cost and plan; each step before it
// has its own operation and the part of the reply that answers it.
type Step struct {
	Name         string
	Title        string
	Line         int
	Example      int // the example in which the request stands
	For          int // the line of the example that refers to it, where a report tells it there; else 0
	Hidden       bool
	Transaction  string
	Method       string
	Service      grant.Service // to which the request goes
	Target       string        // the URL after {{host}}, as it was before percent-encoding
	Request      wire.Request
	Response     wire.Response  // Status 0: no answer, or no part of one
	Part         *wire.Response // of a step in a transaction: the part that answers it, if there is one
	Trace        *trace.Trace   // of all iterations; nil when unknown
	Cost         trace.Cost     // of all iterations
	Plan         string         // the costliest of all iterations, as expectations name it
	Iterations   int            // 1 without # @loop
	Expectations []expect.Result
	Err          *script.Error // why the step could not be run to its end, and the run went no further
	Traced       bool          // Cost is known: the target says what the request did, or the whole transaction
}

// OK reports whether the step ran and all its expectations hold or were skipped.
func (s *Step) OK() bool {
	for _, e := range s.Expectations {
		if !e.OK {
			return false
		}
	}
	return s.Err == nil
}

// newStep begins the step of a request.
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

// add adds the trace of one request to those of the step.
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
