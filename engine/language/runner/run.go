package runner

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
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

// Run sends the requests of an example to a target, each once and after the requests that it refers to. It
// ends at the first step that has an Err. An example in which Check finds errors isn't run.
func Run(s *script.Script, index int, t Target, o Options) []Step {
	if len(s.Check(index)) > 0 {
		return nil
	}
	r := newRun(s, t, o)
	for _, sent := range s.Examples[index].Order() {
		if !r.unit(sent) {
			break
		}
	}
	return r.steps
}

func newRun(s *script.Script, t Target, o Options) *run {
	o.Host = strings.TrimRight(o.Host, "/")
	r := &run{script: s, target: t, options: o}
	r.env = &script.Environment{
		Script: s, Now: t.Now, Seed: o.Seed, Address: o.address, Chosen: o.Chosen,
		Answers: map[*script.Request]*answer.Answer{},
	}
	if o.Key != nil {
		r.env.Mint = o.Key.Token
	}
	return r
}

// unit runs what is sent together, a request or a transaction, and reports whether the run can go on.
func (r *run) unit(sent []*script.Request) bool {
	if sent[0].Transaction != "" {
		r.transaction(sent)
	} else {
		r.request(sent[0])
	}
	return r.steps[len(r.steps)-1].Err == nil
}

// request runs a request that isn't part of a transaction.
func (r *run) request(q *script.Request) {
	s := newStep(q)
	v := r.env.Values(q)
	for v.Index = range s.Iterations {
		r.target.Sleep(q.Sleep)
		if s.Err = r.build(&s, q, v); s.Err != nil {
			break
		}
		kind := tableRequest
		if s.Service != grant.Table {
			kind = otherRequest
		}
		s.Request.Headers = withDefaults(s.Request.Headers, s.Request.Body, kind)
		a := r.send(q, &s)
		if s.Err != nil {
			break
		}
		r.env.Answers[q] = a
		if s.Err = r.check(&s, q, v, a); s.Err != nil {
			break
		}
	}
	r.conclude(&s, q, v)
	r.steps = append(r.steps, s)
}

// send sends the step's request, and adds its response and its trace to the step.
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
	case tr != nil && tr.Fault != nil &&
		(tr.Fault.Code == fault.InternalError || tr.Fault.Code == fault.AccountFull):
		s.Err = r.script.ErrorOf(q, stopped(tr.Fault))
	}
	return answer.Of(response, r.options.XML)
}

// stopped words a fault of the engine itself, such as reaching the limit of its sandbox. The run ends there,
// because the service doesn't fail like that, and what follows would prove nothing.
func stopped(f *fault.Error) *problem.Problem {
	switch {
	case f.Code == fault.AccountFull:
		return problem.New(f.Text(), "")
	case f.Cause != nil:
		return problem.New("The engine couldn't answer: "+f.Cause.Error(), "")
	default:
		return problem.New("The engine couldn't answer: "+f.Text(), "")
	}
}
