package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/protocol"
)

// AppendText appends the report as text: a line for each step, under it what failed, and a summary.
func (r Report) AppendText(dst []byte) []byte {
	steps, failed, skipped, broken := 0, 0, 0, 0
	for n, f := range r.Files {
		if len(f.Errors) > 0 {
			broken++
			continue
		}
		if len(r.Files) > 1 {
			dst = append(dst, f.Name+"\n"...)
		}
		for i := range f.Steps {
			s := &f.Steps[i]
			steps++
			if !s.OK() {
				failed++
			}
			for _, x := range s.Expectations {
				if x.Skipped {
					skipped++
				}
			}
			dst = appendStep(dst, s, f.Name)
			if r.Compared != nil {
				dst = appendDifferences(dst, r.Compared[n][i])
			}
		}
		if len(f.Steps) > 0 || len(r.Files) > 1 {
			dst = append(dst, '\n')
		}
	}
	dst = fmt.Appendf(dst, "%s, %d passed, %d failed", counted(steps, "step"), steps-failed, failed)
	if r.Compared != nil {
		dst = fmt.Appendf(dst, ", %d different", r.different())
	}
	if skipped > 0 {
		dst = append(dst, ", "+counted(skipped, "expectation")+" skipped"...)
	}
	if broken > 0 {
		dst = append(dst, ", "+counted(broken, "file")+" not run"...)
	}
	return append(dst, '\n')
}

// appendDifferences appends what differs in a step, here from there.
func appendDifferences(dst []byte, found []protocol.Difference) []byte {
	for _, d := range found {
		dst = fmt.Appendf(dst, "    differs: %s\n        engine  %s\n        target  %s\n",
			problem.Short(d.Part), short(d.Here), short(d.There))
	}
	return dst
}

func short(value string) string {
	if value == "" {
		return "nothing"
	}
	return problem.Short(value)
}

// appendStep appends the line of a step, with what failed under it.
func appendStep(dst []byte, s *runner.Step, file string) []byte {
	sign := "✔ "
	if !s.OK() {
		sign = "✘ "
	}
	dst = append(dst, sign+strings.Join(columns(s), "  ")+"\n"...)
	explain := len(s.Expectations) == 0
	for _, x := range s.Expectations {
		if x.OK {
			continue
		}
		explain = true
		dst = fmt.Appendf(dst, "    %s  %s:%d\n        expected  %s\n        got       %s\n",
			x.Text, file, x.Line, x.Expected, x.Got)
	}
	if explain {
		dst = appendAnswer(dst, s)
	}
	if s.Err != nil {
		dst = append(dst, "    "+s.Err.Error()+"\n"...)
		if s.Err.Hint != "" {
			dst = append(dst, "        "+s.Err.Hint+"\n"...)
		}
		dst = append(dst, "    the run ends here\n"...)
	}
	return dst
}

// appendAnswer appends why the service refused a request, with a hint if there is one. A step without
// expectations shows this too: it passes, but later steps can fail because of it.
func appendAnswer(dst []byte, s *runner.Step) []byte {
	a := answer.Of(s.Response, nil)
	code := a.Code()
	if code == "" {
		return dst
	}
	_, text := errorbody.Read(a.Own().Body)
	dst = append(dst, "    answer: "+code+": "+problem.Short(text)+"\n"...)
	if s.Trace != nil && s.Trace.Fault != nil && s.Trace.Fault.Hint != "" {
		dst = append(dst, "        "+s.Trace.Fault.Hint+"\n"...)
	}
	return dst
}

// columns returns the words of a step's line: its name, status, plan and counts.
func columns(s *runner.Step) []string {
	columns := []string{label(s)}
	switch {
	case s.Response.Status != 0:
		columns = append(columns, strconv.Itoa(s.Response.Status))
	case s.Transaction != "" && s.Err == nil:
		columns = append(columns, "not carried out")
	}
	if s.For > 0 {
		columns = append(columns, fmt.Sprintf("for line %d", s.For))
	}
	if s.Trace == nil {
		return columns
	}
	if s.Plan != "" {
		columns = append(columns, s.Plan)
	}
	c := s.Cost
	if s.Plan != "" && s.Method == "GET" || c.EntitiesRead > 0 {
		columns = append(columns, fmt.Sprintf("read %d → returned %d", c.EntitiesRead, c.EntitiesReturned))
	}
	if c.EntitiesWritten > 0 {
		columns = append(columns, fmt.Sprintf("wrote %d", c.EntitiesWritten))
	}
	return append(columns, counted(c.Transactions, "transaction"))
}

// label returns the name of a step, or its request.
func label(s *runner.Step) string {
	switch {
	case s.Name != "":
		return s.Name
	case s.Title != "":
		return s.Title
	default:
		return s.Method + " " + problem.Short(s.Target)
	}
}

// counted returns a number with a noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
