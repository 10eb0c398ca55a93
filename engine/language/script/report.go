package script

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// Report is how a run of scripts went.
type Report struct {
	Files []FileReport
}

// FileReport is how one file went: the steps of all its examples in order, or, if the file cannot be
// parsed, what is wrong with it.
type FileReport struct {
	File   string
	Errors []*Error
	Steps  []Step
}

// Exit codes.
const (
	ExitOK     = 0 // every expectation holds or was skipped
	ExitFailed = 1 // a step failed
	ExitBroken = 2 // a file cannot be parsed
)

// ExitCode is what a command ends with.
func (r Report) ExitCode() int {
	code := ExitOK
	for _, f := range r.Files {
		if len(f.Errors) > 0 {
			return ExitBroken
		}
		for i := range f.Steps {
			if !f.Steps[i].OK() {
				code = ExitFailed
			}
		}
	}
	return code
}

// OK reports whether every file could be parsed and every step passed.
func (r Report) OK() bool { return r.ExitCode() == ExitOK }

// Format is a form of report.
type Format uint8

const (
	// Text is for people.
	Text Format = iota
	// JSON is for programs.
	JSON
)

// Output is the report as a command prints it: what was run on one stream, what is wrong with the
// scripts on the other.
func (r Report) Output(f Format) (stdout, stderr []byte) {
	if f == JSON {
		return r.AppendJSON(nil), r.AppendErrors(nil)
	}
	return r.AppendText(nil), r.AppendErrors(nil)
}

// AppendText appends the report as text: a line for each step, under it what failed, and a summary.
func (r Report) AppendText(dst []byte) []byte {
	steps, failed, skipped, broken := 0, 0, 0, 0
	for _, f := range r.Files {
		if len(f.Errors) > 0 {
			broken++
			continue
		}
		if len(r.Files) > 1 {
			dst = append(dst, f.File+"\n"...)
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
			dst = s.appendText(dst, f.File)
		}
		if len(f.Steps) > 0 || len(r.Files) > 1 {
			dst = append(dst, '\n')
		}
	}
	dst = append(dst, counted(steps, "step")+", "+number(steps-failed)+" passed, "+
		number(failed)+" failed"...)
	if skipped > 0 {
		dst = append(dst, ", "+counted(skipped, "expectation")+" skipped"...)
	}
	if broken > 0 {
		dst = append(dst, ", "+counted(broken, "file")+" not run"...)
	}
	return append(dst, '\n')
}

// appendText appends the line of a step, and under it what failed.
func (s *Step) appendText(dst []byte, file string) []byte {
	sign := "✔ "
	if !s.OK() {
		sign = "✘ "
	}
	dst = append(dst, sign+strings.Join(s.columns(), "  ")+"\n"...)
	telling := len(s.Expectations) == 0
	for _, x := range s.Expectations {
		if x.OK {
			continue
		}
		telling = true
		dst = append(dst, "    "+x.Text+"  "+file+":"+number(x.Line)+"\n"...)
		dst = append(dst, "        expected  "+x.Expected+"\n        got       "+x.Got+"\n"...)
	}
	if telling {
		dst = s.appendAnswer(dst)
	}
	if s.Err != nil {
		dst = append(dst, "    "...)
		dst = append(s.Err.appendHead(dst), '\n')
		if s.Err.Hint != "" {
			dst = append(dst, "        "+s.Err.Hint+"\n"...)
		}
		dst = append(dst, "    the run ends here\n"...)
	}
	return dst
}

// appendAnswer appends what the service refused, and how to put it right where that is known. A step
// that expects nothing tells it too: it passes, but those after it may fail for that reason.
func (s *Step) appendAnswer(dst []byte) []byte {
	a := answerOf(s.Response)
	code := a.code()
	if code == "" {
		return dst
	}
	_, text := odata.ReadError(a.own().Body)
	dst = append(dst, "    answer: "+code+": "+short(text)+"\n"...)
	if s.Trace != nil && s.Trace.Fault != nil && s.Trace.Fault.Hint != "" {
		dst = append(dst, "        "+s.Trace.Fault.Hint+"\n"...)
	}
	return dst
}

// columns are the words of a step's line: its name, status, plan and counts.
func (s *Step) columns() []string {
	columns := []string{s.label()}
	switch {
	case s.Response.Status != 0:
		columns = append(columns, number(s.Response.Status))
	case s.Transaction != "" && s.Err == nil:
		columns = append(columns, "not carried out")
	}
	if s.For > 0 {
		columns = append(columns, "for line "+number(s.For))
	}
	if s.Trace == nil {
		return columns
	}
	if s.Plan != "" {
		columns = append(columns, s.Plan)
	}
	c := s.Cost
	if s.Plan != "" && s.Method == "GET" || c.EntitiesRead > 0 {
		columns = append(columns, "read "+number(c.EntitiesRead)+" → returned "+number(c.EntitiesReturned))
	}
	if c.EntitiesWritten > 0 {
		columns = append(columns, "wrote "+number(c.EntitiesWritten))
	}
	return append(columns, counted(c.Transactions, "transaction"))
}

// label is what a step is called.
func (s *Step) label() string {
	switch {
	case s.Name != "":
		return s.Name
	case s.Title != "":
		return s.Title
	default:
		return s.Method + " " + short(s.Target)
	}
}

// AppendErrors appends what is wrong with the files: place and message, the line with a caret under
// the place, and how to put it right.
func (r Report) AppendErrors(dst []byte) []byte {
	for _, f := range r.Files {
		for _, e := range f.Errors {
			dst = append(e.appendHead(dst), '\n')
			source, column := e.excerpt()
			dst = append(dst, "    "+source+"\n    "...)
			for _, c := range source {
				if column--; column == 0 {
					break
				}
				if c != '\t' {
					c = ' '
				}
				dst = utf8.AppendRune(dst, c)
			}
			dst = append(dst, "^\n"...)
			if e.Hint != "" {
				dst = append(dst, "    "+e.Hint+"\n"...)
			}
		}
	}
	return dst
}

// excerpt is as much of the line around the error as is easy to read, and the error's column in it.
func (e *Error) excerpt() (source string, column int) {
	const before, most = 60, 100
	runes := []rune(e.Source)
	from := max(0, e.Column-1-before)
	return string(runes[from:min(len(runes), from+most)]), e.Column - from
}

// appendHead appends file:line:column: message.
func (e *Error) appendHead(dst []byte) []byte {
	return append(dst, e.File+":"+number(e.Line)+":"+number(e.Column)+": "+e.Message...)
}
