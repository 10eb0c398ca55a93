package relay

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Result is how one request went.
type Result struct {
	Line     int // of the request line
	Verdicts []Verdict
}

// Verdict is whether one expectation holds, in a sentence.
type Verdict struct {
	Fate Fate
	Text string
}

// Fate is how an expectation fared.
type Fate string

// Fates.
const (
	Met     Fate = "met"
	Missed  Fate = "missed"
	Skipped Fate = "skipped"
)

// results are those of the last own steps, which are of the request that was asked for or of its
// transaction. What went wrong with any other is told with the request, too.
func results(q *script.Request, steps []runner.Step, own int) []Result {
	asked := Result{Line: q.Line}
	var all []Result
	for i := range steps {
		s := &steps[i]
		if s.Line == q.Line {
			asked.Verdicts = append(asked.Verdicts, verdicts(s)...)
			continue
		}
		asked.Verdicts = append(asked.Verdicts, missed(s)...)
		if i >= len(steps)-own {
			all = append(all, Result{s.Line, verdicts(s)})
		}
	}
	return append(all, asked)
}

// missed are the verdicts on another request that say what went wrong there.
func missed(s *runner.Step) (list []Verdict) {
	for _, v := range verdicts(s) {
		if v.Fate == Missed {
			list = append(list, Verdict{Missed, "line " + strconv.Itoa(s.Line) + ": " + v.Text})
		}
	}
	return list
}

func verdicts(s *runner.Step) (list []Verdict) {
	for _, e := range s.Expectations {
		switch {
		case e.Skipped:
			list = append(list, Verdict{Skipped, e.Text + ": nothing here can tell"})
		case e.OK:
			list = append(list, Verdict{Met, e.Text})
		default:
			list = append(list, Verdict{Missed, e.Text + ": got " + e.Got})
		}
	}
	if s.Err != nil {
		list = append(list, wrong([]*script.Error{s.Err})...)
	}
	return list
}

// wrong words what is wrong with a script.
func wrong(errors []*script.Error) (list []Verdict) {
	for _, e := range errors {
		text := e.Error()
		if e.Hint != "" {
			text += " " + e.Hint
		}
		list = append(list, Verdict{Missed, text})
	}
	return list
}
