package runner

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/answer"
	"github.com/rowkey/rowkey/engine/language/problem"
	"github.com/rowkey/rowkey/engine/language/script"
)

// run is one run of an example.
type run struct {
	script  *script.Script
	env     *script.Environment
	target  Target
	options Options
	steps   []Step
}

// Run sends the requests of the example with that index to a target: those it refers to first, each
// once. It ends at the first step that has an Err. An example that Check finds errors in is not run.
func Run(s *script.Script, index int, t Target, o Options) []Step {
	if len(s.Check(index)) > 0 {
		return nil
	}
	o.Host = strings.TrimRight(o.Host, "/")
	r := &run{script: s, target: t, options: o}
	r.env = &script.Environment{
		Script: s, Now: t.Now, Seed: o.Seed, Address: o.address, Answers: map[*script.Request]*answer.Answer{},
	}
	if o.Key != nil {
		r.env.Mint = o.Key.Token
	}
	for _, sent := range s.Examples[index].Order() {
		if sent[0].Transaction != "" {
			r.transaction(sent)
		} else {
			r.request(sent[0])
		}
		if last := len(r.steps) - 1; last >= 0 && r.steps[last].Err != nil {
			break
		}
	}
	return r.steps
}

// request runs a request that is not part of a transaction.
func (r *run) request(q *script.Request) {
	s := newStep(q)
	v := r.env.Values(q)
	for v.Index = range s.Iterations {
		r.target.Sleep(q.Sleep)
		if s.Err = r.make(&s, q, v); s.Err != nil {
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
		r.env.Answers[q] = a
		if s.Err = r.judge(&s, q, v, a); s.Err != nil {
			break
		}
	}
	r.conclude(&s, q, v)
	r.steps = append(r.steps, s)
}

// send sends the step's request and adds what that did to the step.
func (r *run) send(q *script.Request, s *Step) *answer.Answer {
	r.sign(q, s)
	response, tr, err := r.target.Do(s.Request)
	s.Response = response
	if tr != nil {
		s.Traced = true
		s.add(*tr)
	}
	switch {
	case err != nil:
		s.Err = r.script.ErrorOf(q, problem.New("There was no answer: "+err.Error(), ""))
	case tr != nil && tr.Fault != nil && tr.Fault.Code == fault.InternalError:
		s.Err = r.script.ErrorOf(q, stopped(tr.Fault))
	}
	return answer.Of(response, r.options.XML)
}

// stopped words a fault of the engine itself, such as a limit of the sandbox that it runs in. The
// service has no such fault, so nothing that follows would mean anything.
func stopped(f *fault.Error) *problem.Problem {
	switch {
	case f.Hint != "":
		return problem.New(f.Hint, "")
	case f.Cause != nil:
		return problem.New("The engine couldn't answer: "+f.Cause.Error(), "")
	default:
		return problem.New("The engine couldn't answer: "+f.Text(), "")
	}
}
