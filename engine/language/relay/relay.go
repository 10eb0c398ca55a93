package relay

import (
	"errors"
	"iter"
	"strconv"
	"time"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Relay runs requests of one script.
type Relay struct {
	script  *script.Script
	options runner.Options
	longest time.Duration // a request that needs a longer wait isn't sent

	now    time.Time
	answer wire.Response
	failed error         // there was no answer
	tooFar time.Duration // a wait beyond the longest, for which the run was given up

	yield func(Turn) bool
	next  func() (Turn, bool)
	stop  func()
}

// Turn is what the program outside does next: wait, send a request, or take note of how it went.
type Turn struct {
	Wait   time.Duration // unless it is 0
	Send   *wire.Request // unless it is nil
	Played *Played       // unless it is nil: the run has ended
}

// Played is what came of some requests of a script.
type Played struct {
	Steps  []runner.Step
	Errors []*script.Error // why nothing was sent
}

// New returns a relay for a script. It gives up where a request needs a wait longer than the longest.
func New(s *script.Script, o runner.Options, longest time.Duration) *Relay {
	return &Relay{script: s, options: o, longest: longest}
}

// Play begins with the requests whose blocks overlap these lines, as runner.Play sends them. It gives up a
// run that is under way.
func (r *Relay) Play(from, to int, memory *runner.Memory, now time.Time) Turn {
	r.Close()
	chosen := r.script.Between(from, to)
	if errors := r.script.CheckOrder(memory.Order(chosen)); len(errors) > 0 {
		return Turn{Played: &Played{Errors: errors}}
	}
	r.now, r.failed, r.tooFar = now, nil, 0
	r.next, r.stop = iter.Pull(func(yield func(Turn) bool) {
		r.yield = yield
		steps := runner.Play(r.script, chosen, (*outside)(r), r.options, memory)
		if last := len(steps) - 1; r.tooFar > 0 && steps[last].Err != nil {
			steps[last].Err.Message = "It waits for " + strconv.FormatInt(r.tooFar.Milliseconds(), 10) +
				" ms, which is too long here."
		}
		yield(Turn{Played: &Played{Steps: steps}})
	})
	return r.turn()
}

// Go goes on with a run that is under way: after a wait, or with the answer to the request that was sent.
// err says why there is none.
func (r *Relay) Go(answer wire.Response, err error, now time.Time) Turn {
	r.answer, r.failed, r.now = answer, err, now
	return r.turn()
}

// Running reports whether a run waits for Go.
func (r *Relay) Running() bool { return r.next != nil }

// Close gives up the run that is under way.
func (r *Relay) Close() {
	if r.stop != nil {
		r.failed = errGivenUp
		r.stop()
		r.next, r.stop = nil, nil
	}
}

var errGivenUp = errors.New("the run was given up")

func (r *Relay) turn() Turn {
	turn, _ := r.next()
	if turn.Played != nil {
		r.Close()
	}
	return turn
}

// outside is the target of the runs.
type outside Relay

// ask hands a turn out and pauses the run until Go is called.
func (o *outside) ask(t Turn) {
	if o.failed != errGivenUp && !o.yield(t) {
		o.failed = errGivenUp
	}
}

// explain asks our endpoint for plan and cost.
const explain = "x-rowkey-explain"

// Do hands a request out and returns the answer that is given.
func (o *outside) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	sent := r
	sent.Headers = append(wire.Headers(nil), r.Headers...)
	sent.Headers.Add(explain, "1")
	o.ask(Turn{Send: &sent})
	if o.failed != nil {
		return wire.Response{}, nil, o.failed
	}
	return o.answer, traceOf(o.answer.Headers), nil
}

// Now returns the time of day, which comes with every answer.
func (o *outside) Now() table.Ticks { return table.TicksOf(o.now) }

// Sleep hands a wait out.
func (o *outside) Sleep(ticks table.Ticks) {
	switch d := ticks.Duration(); {
	case d > o.longest:
		o.tooFar, o.failed = d, errGivenUp
	case d > 0:
		o.ask(Turn{Wait: d})
	}
}
