package relay

import (
	"errors"
	"iter"
	"strconv"
	"time"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/table/instant"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Relay runs the requests of one script, one after another.
type Relay struct {
	script  *script.Script
	options runner.Options
	session *runner.Session

	longest time.Duration // a request that needs a longer wait is skipped

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
	Wait time.Duration // unless it is 0
	Send *wire.Request // unless it is nil
	Last bool          // Send is the last request of the run

	// If there is nothing to wait for and nothing to send, one of these says how the run went.
	Results []Result
	Played  *Played
}

// New returns a relay for a script. It skips requests that need a wait longer than the longest.
func New(s *script.Script, o runner.Options, longest time.Duration) *Relay {
	r := &Relay{script: s, options: o, longest: longest}
	r.session = runner.NewSession(s, (*outside)(r), o)
	return r
}

// Run begins with the first request on that line or below it. It gives up a run that is under way.
func (r *Relay) Run(line int, now time.Time) Turn {
	r.Close()
	q := r.script.RequestAt(line)
	if q == nil {
		return Turn{Results: []Result{{Line: line, Verdicts: []Verdict{{Missed, "There is no request here."}}}}}
	}
	if found := r.script.Check(q.Example); len(found) > 0 {
		return Turn{Results: []Result{{Line: q.Line, Verdicts: wrong(found)}}}
	}
	r.now, r.failed, r.tooFar = now, nil, 0
	r.next, r.stop = iter.Pull(func(yield func(Turn) bool) {
		r.yield = yield
		steps := r.session.Run(q)
		if r.tooFar > 0 {
			why := "not sent: it waits for " + strconv.FormatInt(r.tooFar.Milliseconds(), 10) + " ms"
			yield(Turn{Results: []Result{{Line: q.Line, Verdicts: []Verdict{{Skipped, why}}}}})
			return
		}
		yield(Turn{Results: results(q, steps, r.session.Own())})
	})
	return r.turn()
}

// Go goes on after a wait, or with the answer to the request that was sent. err says why there is none.
func (r *Relay) Go(answer wire.Response, err error, now time.Time) Turn {
	r.answer, r.failed, r.now = answer, err, now
	return r.turn()
}

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
	if r.next == nil {
		return Turn{Results: []Result{{Verdicts: []Verdict{{Missed, "Nothing is being run."}}}}}
	}
	turn, _ := r.next()
	if turn.Results != nil || turn.Played != nil {
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
	o.ask(Turn{Send: &sent, Last: o.session.Last()})
	if o.failed != nil {
		return wire.Response{}, nil, o.failed
	}
	return o.answer, traceOf(o.answer.Headers), nil
}

// Now returns the time of day, which comes with every answer.
func (o *outside) Now() table.Ticks { return instant.Ticks(o.now) }

// Sleep hands a wait out.
func (o *outside) Sleep(ticks table.Ticks) {
	switch d := instant.Span(ticks); {
	case d > o.longest:
		o.tooFar, o.failed = d, errGivenUp
	case d > 0:
		o.ask(Turn{Wait: d})
	}
}
