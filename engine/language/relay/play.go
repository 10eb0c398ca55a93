package relay

import (
	"iter"
	"strconv"
	"time"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Played is what came of some requests of a script.
type Played struct {
	Steps  []runner.Step
	Errors []*script.Error // why nothing was sent
}

// Play begins with the requests whose blocks overlap these lines, as runner.Play sends them. It gives up a
// run that is under way.
func (r *Relay) Play(from, to int, memory *runner.Memory, now time.Time) Turn {
	r.Close()
	var chosen []*script.Request
	for _, e := range r.script.Examples {
		for _, q := range e.Requests {
			if q.First <= to && from <= q.Last {
				chosen = append(chosen, q)
			}
		}
	}
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
