package script

import (
	"slices"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Target is what a script is run against.
type Target interface {
	// Do answers a request. The trace is nil where nobody knows what the request did. An error means
	// that there was no answer.
	Do(wire.Request) (wire.Response, *trace.Trace, error)
	Now() time.Time
	Sleep(time.Duration)
}

// Options are what a run takes from its host.
type Options struct {
	Host  string // what {{host}} stands for unless the script sets it
	Queue string // what {{queue}} stands for, likewise; "" where there are no queues
	Blob  string // what {{blob}} stands for, likewise; "" where there are no blobs
	Seed  uint64 // of all that is random, unless # @seed says otherwise
	Key   Key    // signs requests and mints tokens; nil where nobody looks at signatures

	// XML walks a path into a body of XML and returns what is there as JSON, "" for nothing. ok is
	// false for a body that cannot be read. nil reads none.
	XML func(body []byte, way []Hop) (json []byte, ok bool)
}

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
	Expectations []Expectation
	Err          *Error // why the step could not be run to its end, and the run went no further

	traced bool // the target told what the request did, or what the whole transaction did
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

// run is one run of an example.
type run struct {
	script    *Script
	target    Target
	options   Options
	variables map[*variable]string
	replies   map[*Request]*answer // what references to a request's response read
	steps     []Step
}

// Run sends the requests of the example with that index to a target: those it refers to first, each
// once. It ends at the first step that has an Err. An example that Check finds errors in is not run.
func (s *Script) Run(index int, t Target, o Options) []Step {
	if len(s.Check(index)) > 0 {
		return nil
	}
	o.Host = strings.TrimRight(o.Host, "/")
	r := &run{
		script: s, target: t, options: o,
		variables: map[*variable]string{}, replies: map[*Request]*answer{},
	}
	for _, u := range s.Examples[index].order() {
		if u.requests[0].Transaction != "" {
			r.transaction(u)
		} else {
			r.request(u.requests[0])
		}
		if last := len(r.steps) - 1; last >= 0 && r.steps[last].Err != nil {
			break
		}
	}
	return r.steps
}

// step begins the step of a request.
func (r *run) step(q *Request) Step {
	s := Step{
		Name: q.Name, Title: q.Title, Line: q.Line, Hidden: q.Hidden, Transaction: q.Transaction,
		Method: q.Method, Service: grant.Table, Target: strings.TrimPrefix(q.source, "{{host}}"),
		Iterations: max(1, q.Loop),
	}
	for i, e := range r.script.Examples {
		if e == q.example {
			s.Example = i
		}
	}
	for _, e := range q.expects {
		s.Expectations = append(s.Expectations, Expectation{Text: e.text, Line: e.line, OK: true})
	}
	return s
}

// request runs a request that is not part of a transaction.
func (r *run) request(q *Request) {
	s := r.step(q)
	e := r.env(q)
	for e.index = range s.Iterations {
		r.target.Sleep(q.sleep)
		if s.Err = e.request(q, &s); s.Err != nil {
			break
		}
		m := alone
		if s.Service != grant.Table {
			m = bare
		}
		s.Request.Headers = withDefaults(s.Request.Headers, s.Request.Body, m)
		a := r.send(q, &s)
		if s.Err != nil {
			break
		}
		r.replies[q] = a
		if s.Err = e.judge(q, &s, a); s.Err != nil {
			break
		}
	}
	e.conclude(q, &s)
	r.steps = append(r.steps, s)
}

// send sends the step's request and adds what that did to the step.
func (r *run) send(q *Request, s *Step) *answer {
	r.sign(q, s)
	response, tr, err := r.target.Do(s.Request)
	s.Response = response
	if tr != nil {
		s.traced = true
		s.add(*tr)
	}
	switch {
	case err != nil:
		s.Err = r.fail(q, &problem{"There was no answer: " + err.Error(), ""})
	case tr != nil && tr.Fault != nil && tr.Fault.Code == fault.InternalError:
		s.Err = r.fail(q, stopped(tr.Fault))
	}
	a := answerOf(response)
	a.xml = r.options.XML
	return a
}

// stopped words a fault of the engine itself, such as a limit of the sandbox that it runs in. The
// service has no such fault, so nothing that follows would mean anything.
func stopped(f *fault.Error) *problem {
	switch {
	case f.Hint != "":
		return &problem{f.Hint, ""}
	case f.Cause != nil:
		return &problem{"The engine could not answer: " + f.Cause.Error(), ""}
	default:
		return &problem{"The engine could not answer: " + f.Text(), ""}
	}
}

func (r *run) fail(q *Request, bad *problem) *Error { return bad.at(r.script.File, q.at) }

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
