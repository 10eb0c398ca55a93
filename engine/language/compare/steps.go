package compare

import (
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/runner"
)

// Steps is what differs between the steps of two runs of a script, for each step of the first.
type Steps [][]Difference

// Runs compares two runs of a script: there, where it was asked for, and here, in the engine.
func Runs(here, there []runner.Step, xml answer.XML) Steps {
	all := make(Steps, len(there))
	for i := range there {
		if i >= len(here) {
			all[i] = []Difference{{Part: "request", There: "sent"}}
			continue
		}
		switch a, b := &here[i], &there[i]; {
		case (a.Err == nil) != (b.Err == nil):
			all[i] = []Difference{{"request", failure(a), failure(b)}}
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

// Differs reports whether a step differs.
func (s Steps) Differs(step int) bool { return len(s[step]) > 0 }

// AppendText appends what differs in a step.
func (s Steps) AppendText(dst []byte, step int) []byte {
	for _, d := range s[step] {
		dst = append(dst, "    differs: "+problem.Short(d.Part)+"\n        engine  "+shown(d.Here)+
			"\n        target  "+shown(d.There)+"\n"...)
	}
	return dst
}

func shown(value string) string {
	if value == "" {
		return "nothing"
	}
	return problem.Short(value)
}

// AppendJSON appends what differs in a step as a list of objects.
func (s Steps) AppendJSON(dst []byte, step int) []byte { return AppendJSON(dst, s[step]) }
