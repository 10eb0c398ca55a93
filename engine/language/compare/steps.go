package compare

import (
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
)

// Steps is what differs between the steps of two runs of a script, for each step of the one there.
type Steps [][]Difference

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

// Report puts what differs into a report. files has the steps of each of its files.
func Report(r report.Report, files []Steps) report.Report {
	r.Compared = &report.Compared{Append: func(dst []byte, file, step int, f report.Format) []byte {
		found := files[file][step]
		if f == report.JSON {
			return AppendJSON(append(dst, `,"differences":`...), found)
		}
		for _, d := range found {
			dst = append(dst, "    differs: "+problem.Short(d.Part)+"\n        engine  "+shown(d.Here)+
				"\n        target  "+shown(d.There)+"\n"...)
		}
		return dst
	}}
	for _, steps := range files {
		for _, found := range steps {
			if len(found) > 0 {
				r.Compared.Different++
			}
		}
	}
	return r
}

func shown(value string) string {
	if value == "" {
		return "nothing"
	}
	return problem.Short(value)
}
