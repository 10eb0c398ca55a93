package compare

import (
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
)

// Steps is what differs between the steps of two runs of a script, for each step of the one there.
type Steps = report.Differences

// Runs compares two runs of a script: here, in the engine, and there, where it was asked for.
func Runs(here, there []runner.Step, xml answer.XML) Steps {
	all := make(Steps, len(there))
	for i := range there {
		if i >= len(here) {
			all[i] = []Difference{{Part: "request", There: "sent"}}
			continue
		}
		switch a, b := &here[i], &there[i]; {
		case (a.Err == nil) != (b.Err == nil):
			all[i] = []Difference{{Part: "request", Here: failure(a), There: failure(b)}}
		case a.Err == nil:
			all[i] = Answers(a.Response, b.Response, xml)
		}
	}
	return all
}

// failure says why a step didn't complete.
func failure(s *runner.Step) string {
	if s.Err == nil {
		return "sent"
	}
	return s.Err.Message
}
