package runner

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Session runs the requests of a script one at a time, in any order. Each request finds the account as an
// example of a page does: empty, except for what the requests before it did that it refers to. If those
// have run already and nothing else has changed the account since, they aren't sent again. Otherwise the
// session empties the account and runs them anew.
//
// Only an account on this machine is emptied.
type Session struct {
	script  *script.Script
	options Options
	watch   watch
	run     *run // nil while it isn't known what the account holds

	// A unit is what is sent together. Its first request stands for it.
	history []*script.Request // the units since the account was empty, each where it ran last
	changed []*script.Request // of these, the units that changed the account
	filled  []*data.Table     // the data that the account has
	steps   map[*script.Request][]Step
	unit    *script.Request // the unit that is running
	chosen  *script.Request // the unit that Run was called for
}

// watch is the target of a session. It notes what the running unit does there.
type watch struct {
	Target
	left  int  // how many requests of the unit are still to be sent
	wrote bool // one of them was carried out
}

// Do sends a request to the session's target.
func (w *watch) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	w.left--
	response, tr, err := w.Target.Do(r)
	carriedOut := err == nil && response.Status < 400 && answer.Of(response, nil).Own().Status < 400
	w.wrote = w.wrote || carriedOut
	return response, tr, err
}

// NewSession begins a session, with an account that may hold anything.
func NewSession(s *script.Script, t Target, o Options) *Session {
	return &Session{script: s, options: o, watch: watch{Target: t}}
}

// Run sends a request, or the transaction that it is part of, after the requests that must run before it.
// It returns the steps of everything it sent. The steps of the request itself, or of its transaction,
// are the last; Own returns how many they are. A step with an Err ends the run. The request's example
// must have no errors: Check finds them.
func (s *Session) Run(q *script.Request) []Step {
	order := q.Order()
	s.chosen, s.unit = order[len(order)-1][0], nil
	done := s.done(order[:len(order)-1])
	if done < 0 || s.excess(order) {
		s.begin()
		done = 0
	}
	if err := s.fill(q, order); err != nil {
		s.run, s.unit = nil, s.chosen
		step := newStep(q)
		step.Err = err
		s.steps[s.unit] = []Step{step}
		return s.steps[s.unit]
	}
	s.run.steps = nil
	for _, u := range order[:done] {
		s.run.steps = append(s.run.steps, s.steps[u[0]]...)
	}
	run, from := s.run, len(s.run.steps)
	for _, u := range order[done:] {
		if !s.do(u) {
			s.run = nil
			break
		}
	}
	return run.steps[from:]
}

// excess reports whether the account has data that these units don't need.
func (s *Session) excess(order [][]*script.Request) bool {
	return slices.ContainsFunc(s.filled, func(t *data.Table) bool { return !script.Needs(order, t) })
}

// fill sends the data that these units need and the account doesn't have.
func (s *Session) fill(q *script.Request, order [][]*script.Request) *script.Error {
	for _, t := range s.script.Tables {
		if slices.Contains(s.filled, t) || !script.Needs(order, t) {
			continue
		}
		o, bad := s.options, (*problem.Problem)(nil)
		if o.Host, bad = s.run.env.Values(q).Address(script.Host); bad != nil {
			return s.script.ErrorOf(q, bad)
		}
		if found := Fill(t, s.watch.Target, o); len(found) > 0 {
			return found[0]
		}
		s.filled = append(s.filled, t)
	}
	return nil
}

// done returns how many of these units needn't run again: all up to the last one that changed the
// account. It is -1 if they ran in another order, or if another unit has changed the account.
func (s *Session) done(order [][]*script.Request) (done int) {
	if s.run == nil {
		return -1
	}
	var needed []*script.Request
	for i, u := range order {
		if needed = append(needed, u[0]); slices.Contains(s.changed, u[0]) {
			done = i + 1
		}
	}
	var ran []*script.Request
	for _, u := range s.history {
		if slices.Contains(needed[:done], u) {
			ran = append(ran, u)
		} else if slices.Contains(s.changed, u) {
			return -1
		}
	}
	if !slices.Equal(ran, needed[:done]) {
		return -1
	}
	return done
}

// begin forgets what has run and empties the account.
func (s *Session) begin() {
	s.run = newRun(s.script, &s.watch, s.options)
	s.history, s.changed, s.filled, s.steps = nil, nil, nil, map[*script.Request][]Step{}
	s.run.empty()
}

// do runs a unit, and reports whether the run can go on.
func (s *Session) do(requests []*script.Request) bool {
	u := requests[0]
	s.unit, s.watch.left, s.watch.wrote = u, sends(requests), false
	from := len(s.run.steps)
	ok := s.run.unit(requests)
	s.steps[u] = s.run.steps[from:]
	before := func(ran *script.Request) bool { return ran == u }
	s.history = append(slices.DeleteFunc(s.history, before), u)
	if s.watch.wrote && !reads(requests) {
		s.changed = append(slices.DeleteFunc(s.changed, before), u)
	}
	return ok
}

// Last reports, while a request is being sent, whether the request that Run was called for needs no
// other one after it.
func (s *Session) Last() bool { return s.unit == s.chosen && s.watch.left == 0 }

// Own returns how many of the steps that Run returned belong to the request it was called for, or to its
// transaction. It is 0 if a step before them ended the run.
func (s *Session) Own() int {
	if s.unit != s.chosen {
		return 0
	}
	return len(s.steps[s.unit])
}

// sends is how many requests a unit is sent as.
func sends(requests []*script.Request) int {
	loop := max(1, requests[0].Loop)
	switch {
	case requests[0].Transaction == "":
		return loop
	case len(requests) > 1:
		return 1
	default:
		return (loop + script.MaxOperations - 1) / script.MaxOperations
	}
}

// reads reports whether a unit changes nothing. Taking a message from a queue does, by hiding it.
func reads(requests []*script.Request) bool {
	return !slices.ContainsFunc(requests, func(q *script.Request) bool {
		takes := strings.HasPrefix(q.Source, "{{"+script.Queue+"}}") && !strings.Contains(q.Source, "peekonly")
		return takes || q.Method != "GET" && q.Method != "HEAD" && q.Method != "OPTIONS"
	})
}
